load "common/tools/bench/curves.gp"
set xlabel "n (m = n = k)"
set logscale x 2
plot for [i = 1:|library|] $points index i - 1 using 1:2 with linespoints ls i \
    title columnheader(1)
