# Ekker 2004, Figure 3: the algorithms with the residual-lambda update
# time: smoke 1 s, lab ~1 min, paper ~20 min
. "$here/lib/networks.sh"
ekker_scale
by_scale seeds "1 2" 1 "1 2 3 4 5 6 7 8 9 10"

# shellcheck disable=SC2086
network_curve "TD(mu)" liberties $mu --residual 0.5
network_curve "TD-leaf" liberties --td leaf --residual 0.5
network_curve "TD-directed" liberties --td directed --residual 0.5
draw_trials "Algorithms with residual-lambda" "the novice"
