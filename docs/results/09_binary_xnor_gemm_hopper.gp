# Drawn by make bench from docs/results.
$line0 << EOD
1000 200.857
2048 441.491
4096 631.892
8192 709.004
16384 743.299
EOD
$line1 << EOD
1000 263.193
2048 841.408
4096 1637.99
8192 3045.54
16384 3837.52
EOD
$line2 << EOD
1000 444.156
2048 2200.29
4096 4241.11
8192 6533.76
16384 6800.54
EOD
$line3 << EOD
1000 344.397
2048 2222.53
4096 4942.59
8192 8187.85
16384 10196.9
EOD
$line4 << EOD
1000 415.658
2048 2162.22
4096 5363.95
8192 9016.23
16384 9142.79
EOD
$line5 << EOD
1000 411.75
2048 2130.58
4096 5475.41
8192 9891.17
16384 12619.5
EOD
$line6 << EOD
1000 122.536
2048 612.789
4096 1490.38
8192 1509.79
16384 1229.39
EOD
$line7 << EOD
1000 458.508
2048 2936.62
4096 7369.99
8192 11171.1
16384 12391.4
EOD
$line8 << EOD
1000 138.024
2048 705.705
4096 1421.1
8192 1526.76
16384 1221.71
EOD
set terminal svg size 960,620 font "Helvetica,13" background "white"
set output "docs/results/09_binary_xnor_gemm_hopper.svg"
set title "Products of +1 and -1 against cuBLAS, NVIDIA H200" noenhanced
set ylabel "T op/s"
set logscale y 10
set grid
set key outside right noenhanced reverse Left
set xlabel "n (m = n = k)"
set logscale x 2
plot $line0 using 1:2 with linespoints lw 2 lt 1 pt 7 ps 0.7 title "xnor_box", \
     $line1 using 1:2 with linespoints lw 2 lt 2 pt 7 ps 0.7 title "xnor_swizzled", \
     $line2 using 1:2 with linespoints lw 2 lt 3 pt 7 ps 0.7 title "xnor_group", \
     $line3 using 1:2 with linespoints lw 2 lt 4 pt 7 ps 0.7 title "xnor_wgmma", \
     $line4 using 1:2 with linespoints lw 2 lt 5 pt 7 ps 0.7 title "xnor_alternate", \
     $line5 using 1:2 with linespoints lw 2 lt 6 pt 7 ps 0.7 title "xnor_turns", \
     $line6 using 1:2 with linespoints dt 2 lw 2 lc rgb "#636363" pt 4 title "cublasGemmEx, int8", \
     $line7 using 1:2 with linespoints lw 2 lt 7 pt 7 ps 0.7 title "xnor_sign", \
     $line8 using 1:2 with linespoints dt 2 lw 2 lc rgb "#636363" pt 6 title "cublasGemmEx, int8 (32-bit C)"
