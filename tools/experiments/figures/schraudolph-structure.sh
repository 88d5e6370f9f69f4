# Schraudolph 1994, section 4: the structured and the undifferentiated network, by self-play
# time: smoke 1 s, lab ~2 min, paper ~5 min
. "$here/lib/networks.sh"
territory_scale

# shellcheck disable=SC2086
network_curve "structured" territory $gentle
# Its own best step size; with the other's it learns nothing.
# shellcheck disable=SC2086
network_curve "undifferentiated, 82-40-1" territory $gentle --alpha 0.005 --alpha-decay 300 \
    --undifferentiated on --hidden-units 40
draw_trials "Training the structured and the undifferentiated network" "the novice"
