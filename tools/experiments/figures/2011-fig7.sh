# 2011, Figure 7: Elo of heuristic MC-RAVE (minimum MSE) and of the learnt prior, by doublings of simulations
# time: smoke 2 s, lab 30 min, paper ~200 h
by_scale simulations "4 8" "64 128 256 512 1024 2048" \
    "64 128 256 512 1024 2048 4096 8192 16384 32768 65536"
by_scale rounds 6 60 300

for n in $simulations; do
    player "heuristic MC-RAVE" "$n" preset heuristic-mc-rave rave=minimum-mse rave_bias=0.05 \
        "simulations=$n" pass_when=filled
    player "learnt heuristic" "$n" engine heuristic=learnt "simulations=$n" pass_when=filled
done
rate rung-300 "$rounds"
draw "Scaling of the tree searches" "simulations per move" "Elo" "set logscale x 2"
