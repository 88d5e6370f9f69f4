# Table 2: alpha-beta of several depths over the long-term memory
# time: smoke 1 s, lab ~6 min, paper ~2 h
learning_scale
by_scale depths "1 2" "1 2 3 4 5 6" "1 2 3 4 5 6"
by_scale rounds 6 30 500

train "$games" seed=1
for depth in $depths; do
    player "alpha-beta" "$depth" preset alpha-beta "depth=$depth" pass_when=filled "weights=$weights.$games"
done
rate rung-greedy "$rounds"
draw "Alpha-beta over the long-term memory" "depth" "Elo"
