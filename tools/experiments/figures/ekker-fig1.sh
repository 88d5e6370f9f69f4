# Ekker 2004, Figure 1: update rules with TD(mu), against the substitute for Wally
# time: smoke 1 s, lab ~17 min, paper ~40 min
. "$here/lib/networks.sh"
ekker_scale
by_scale seeds "1 2" "1 2 3 4 5 6 7 8" "1 2 3 4 5 6 7 8 9 10"

network_curve "RPROP" liberties --td mu --update rprop --batch 20
network_curve "RPROP, steps of 1993" liberties --td mu --update rprop --batch 20 --rprop-step 0.1 \
    --rprop-largest 50 --rprop-backtracking on
# shellcheck disable=SC2086
network_curve "residual" liberties $mu --lambda 0 --residual 0.5
# shellcheck disable=SC2086
network_curve "residual-lambda" liberties $mu --residual 0.5
# shellcheck disable=SC2086
network_curve "backpropagation" liberties $mu
# shellcheck disable=SC2086
network_curve "backpropagation, at every ply" liberties $mu --mu-between on
draw_trials "TD(mu) with several updates" "the novice"
