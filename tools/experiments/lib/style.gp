# Draws picture.gp as picture.svg, and as picture.png if png is set.
set style fill transparent solid 0.15 noborder
set key outside right top vertical Left reverse samplen 2 noenhanced
set grid linecolor rgb "#dddddd"
set border linecolor rgb "#555555"
set terminal svg size 960,480 dynamic font "sans-serif,13" background "white"
set output picture.".svg"
load picture.".gp"
if (exists("png")) {
    if (strstrt(GPVAL_TERMINALS, "pngcairo")) {
        set terminal pngcairo size 960,480 font "sans,10"
    } else {
        set terminal png size 960,480
    }
    set output picture.".png"
    load picture.".gp"
}
