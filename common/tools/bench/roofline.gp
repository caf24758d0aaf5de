# copy: bytes for each second, in T; peak: of floats, population counts and bits in T op/s, 0 where
# it is not known.
load "common/tools/bench/curves.gp"
set xlabel "operations for each byte read or written once"
set logscale x 10
set xrange [100:200000]
set samples 400
roof(i) = peak[i] > 0 ? sprintf("roof: %s, %.0f", i == 1 ? "FP32" : i == 2 ? "population counts" : \
    "binary tensor cores", peak[i]) : ""
plot for [i = 1:|library|] $points index i - 1 using 1:2 with linespoints ls i \
         title columnheader(1), \
     for [i = 1:3] peak[i] > 0 ? (x * copy < peak[i] ? x * copy : peak[i]) : NaN \
         lw 2 lc rgb "#d95f02" title roof(i)
