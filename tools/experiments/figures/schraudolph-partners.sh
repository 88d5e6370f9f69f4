# Schraudolph 1994, section 4: self-play against a skilled partner
# time: smoke 1 s, lab ~2 min, paper ~5 min
. "$here/lib/networks.sh"
territory_scale
by_scale seeds "1 2" 1 "1 2 3 4 5"
by_scale priming 5 1000 1000

# shellcheck disable=SC2086
network_curve "self-play" territory $gentle
# shellcheck disable=SC2086
network_curve "against the novice" territory $gentle --opponent novice --opponent-random 1 --opponent-step 0.01
# shellcheck disable=SC2086
network_curve "against random moves" territory $gentle --opponent random
# shellcheck disable=SC2086
network_curve "self-play, primed by random games" territory $gentle --priming-games "$priming"
draw_trials "Training partners" "the novice"
