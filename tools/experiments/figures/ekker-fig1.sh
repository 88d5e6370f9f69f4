# Ekker 2004, Figure 1: ways to change the weights, with TD(mu), against the stand-in for Wally
# time: smoke 1 s, lab ~2 min, paper ~5 min
. "$here/lib/networks.sh"
ekker_scale

network_curve "RPROP" liberties --td mu --update rprop --batch 20
network_curve "residual" liberties --td mu --lambda 0 --residual 0.5
network_curve "residual-lambda" liberties --td mu --residual 0.5
network_curve "backpropagation" liberties --td mu
draw_trials "TD(mu) with several updates" "the novice"
