# Ekker 2004, Figure 2: TD-directed, TD-leaf, TD(mu) and plain TD(lambda), with RPROP
# time: smoke 1 s, lab ~4 min, paper ~30 min
. "$here/lib/networks.sh"
ekker_scale

network_curve "TD(mu)" liberties --td mu --update rprop --batch 20
network_curve "TD-leaf" liberties --td leaf --update rprop --batch 20
network_curve "TD-directed" liberties --td directed --update rprop --batch 20
network_curve "TD(lambda), one ply" liberties --td one-ply --update rprop --batch 20
draw_trials "Algorithms with RPROP" "the novice"
