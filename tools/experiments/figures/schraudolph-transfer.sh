# Schraudolph 1994, section 4: training on 19x19 that starts from the kernels of 9x9
# time: smoke 1 s, lab ~10 min, paper ~1 h
. "$here/lib/networks.sh"
territory_scale
by_scale seeds 1 1 "1 2 3"

# shellcheck disable=SC2086
network_curve "on the small board" territory $gentle
small=$weights
sed 1q "$dir/data.tsv" >"$dir/data.kept" && mv "$dir/data.kept" "$dir/data.tsv"
by_scale size 5 19 19
by_scale games 20 20 3000
by_scale trials 10 20 200
by_scale least 1 1 1
start=$small
# shellcheck disable=SC2086
network_curve "kernels from the small board" territory $gentle --temperature 0.2
start=''
# shellcheck disable=SC2086
network_curve "from scratch" territory $gentle --temperature 0.2
draw_trials "Transfer to ${size}x$size" "the novice"
