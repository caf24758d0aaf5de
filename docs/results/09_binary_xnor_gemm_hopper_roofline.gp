# Drawn by make bench from docs/results.
$line0 << EOD
470.588 200.857
963.765 441.491
1927.53 631.892
3855.06 709.004
7710.11 743.299
EOD
$line1 << EOD
470.589 263.193
963.765 841.408
1927.53 1637.99
3855.07 3045.54
7710.11 3837.52
EOD
$line2 << EOD
470.588 444.156
963.763 2200.29
1927.53 4241.11
3855.07 6533.76
7710.12 6800.54
EOD
$line3 << EOD
470.588 344.397
963.761 2222.53
1927.53 4942.59
3855.07 8187.85
7710.09 10196.9
EOD
$line4 << EOD
470.588 415.658
963.762 2162.22
1927.53 5363.95
3855.05 9016.23
7710.1 9142.79
EOD
$line5 << EOD
470.589 411.75
963.767 2130.58
1927.53 5475.41
3855.06 9891.17
7710.1 12619.5
EOD
$line6 << EOD
333.333 122.536
682.667 612.789
1365.33 1490.38
2730.67 1509.79
5461.33 1229.39
EOD
$line7 << EOD
5333.33 458.508
10922.7 2936.62
21845.4 7369.99
43690.7 11171.1
87381.5 12391.4
EOD
$line8 << EOD
333.333 138.024
682.667 705.705
1365.33 1421.1
2730.67 1526.76
5461.33 1221.71
EOD
set terminal svg size 960,620 font "Helvetica,13" background "white"
set output "docs/results/09_binary_xnor_gemm_hopper_roofline.svg"
set title "Roofline: one point for each size, NVIDIA H200" noenhanced
set ylabel "T op/s"
set logscale y 10
set grid
set key outside right noenhanced reverse Left
set xlabel "operations for each byte read or written once"
set logscale x 10
set xrange [100:200000]
set samples 400
copy = 4.16825
plot $line0 using 1:2 with linespoints lw 2 lt 1 pt 7 ps 0.7 title "xnor_box", \
     $line1 using 1:2 with linespoints lw 2 lt 2 pt 7 ps 0.7 title "xnor_swizzled", \
     $line2 using 1:2 with linespoints lw 2 lt 3 pt 7 ps 0.7 title "xnor_group", \
     $line3 using 1:2 with linespoints lw 2 lt 4 pt 7 ps 0.7 title "xnor_wgmma", \
     $line4 using 1:2 with linespoints lw 2 lt 5 pt 7 ps 0.7 title "xnor_alternate", \
     $line5 using 1:2 with linespoints lw 2 lt 6 pt 7 ps 0.7 title "xnor_turns", \
     $line6 using 1:2 with linespoints dt 2 lw 2 lc rgb "#636363" pt 4 title "cublasGemmEx, int8", \
     $line7 using 1:2 with linespoints lw 2 lt 7 pt 7 ps 0.7 title "xnor_sign", \
     $line8 using 1:2 with linespoints dt 2 lw 2 lc rgb "#636363" pt 6 title "cublasGemmEx, int8 (32-bit C)", \
     x * copy < 66.9082 ? x * copy : 66.9082 lw 2 lc rgb "#d95f02" title "roof: FP32, 67", \
     x * copy < 267.633 ? x * copy : 267.633 lw 2 lc rgb "#d95f02" title "roof: population counts, 268", \
     x * copy < 17128.5 ? x * copy : 17128.5 lw 2 lc rgb "#d95f02" title "roof: binary tensor cores, 17128"
