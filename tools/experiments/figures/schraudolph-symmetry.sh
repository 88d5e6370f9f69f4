# Schraudolph 1994, section 2: the eightfold symmetry as a constraint
# time: smoke 1 s, lab ~3 min, paper ~10 min
. "$here/lib/networks.sh"
territory_scale

# shellcheck disable=SC2086
network_curve "free" territory $gentle
# shellcheck disable=SC2086
network_curve "symmetric" territory $gentle --symmetric on
draw_trials "The symmetry constraint" "the novice"
