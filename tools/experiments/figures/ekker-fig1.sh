# Ekker 2004, Figure 1: update rules with TD(mu), against the substitute for Wally
# time: smoke 1 s, lab ~5 min, paper ~30 min
. "$here/lib/networks.sh"
ekker_scale

network_curve "RPROP" liberties --td mu --update rprop --batch 20
# shellcheck disable=SC2086
network_curve "residual" liberties $mu --lambda 0 --residual 0.5
# shellcheck disable=SC2086
network_curve "residual-lambda" liberties $mu --residual 0.5
# shellcheck disable=SC2086
network_curve "backpropagation" liberties $mu
# shellcheck disable=SC2086
network_curve "backpropagation, at every ply" liberties $mu --mu-between on
draw_trials "TD(mu) with several updates" "the novice"
