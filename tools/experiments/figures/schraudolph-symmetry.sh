# Schraudolph 1994, section 2: the eightfold symmetry as a constraint
# time: smoke 1 s, lab ~12 min, paper ~25 min
. "$here/lib/networks.sh"
territory_scale
# The difference is small: three seeds do not show it.
by_scale seeds "1 2" "1 2 3 4 5 6 7 8 9 10 11 12" "1 2 3 4 5 6 7 8 9 10 11 12"

# shellcheck disable=SC2086
network_curve "free" territory $gentle
# shellcheck disable=SC2086
network_curve "symmetric" territory $gentle --symmetric on
draw_trials "The symmetry constraint" "the novice"
