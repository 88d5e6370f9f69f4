# Ekker 2004, Figure 3: the learners with the residual-lambda update
# time: smoke 1 s, lab ~2 min, paper ~5 min
. "$here/lib/networks.sh"
ekker_scale

network_curve "TD(mu)" liberties --td mu --residual 0.5
network_curve "TD-leaf" liberties --td leaf --residual 0.5
network_curve "TD-directed" liberties --td directed --residual 0.5
draw_trials "Learners with residual-lambda" "the novice"
