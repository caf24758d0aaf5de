# Drawn by make bench from docs/results.
$line0 << EOD
470.588 38.6053
963.766 42.6156
1927.53 47.8202
3855.07 47.624
EOD
$line1 << EOD
470.589 2.06646
963.762 2.14518
1927.52 2.15096
EOD
$line2 << EOD
470.588 47.0032
963.765 52.6843
1927.53 53.9467
3855.07 55.1726
EOD
$line3 << EOD
470.588 138.39
963.766 182.491
1927.53 199.896
3855.07 205.92
7710.09 189.07
EOD
$line4 << EOD
470.587 169.705
963.764 225.941
1927.53 239.434
3855.06 245.388
7710.14 244.187
EOD
$line5 << EOD
470.589 54.7747
963.764 61.8064
1927.53 64.1547
3855.06 65.0776
EOD
$line6 << EOD
470.589 163.693
963.763 236.283
1927.53 246.568
3855.06 254.424
7710.11 258.318
EOD
$line7 << EOD
470.588 233.186
963.766 370.463
1927.53 400.65
3855.06 419.461
7710.11 428.76
EOD
$line8 << EOD
470.588 276.282
963.764 650.433
1927.53 916.325
3855.07 1091.03
7710.11 1185.7
EOD
$line9 << EOD
166.667 29.0158
341.333 48.6472
682.667 50.2177
1365.33 51.2353
2730.67 52.6614
EOD
$line10 << EOD
333.333 73.8215
682.667 644.213
1365.33 1462.22
2730.67 1523.38
5461.33 1226.14
EOD
set terminal svg size 960,620 font "Helvetica,13" background "white"
set output "docs/results/09_binary_xnor_gemm_roofline.svg"
set title "Roofline: one point for each size, NVIDIA H200" noenhanced
set ylabel "T op/s"
set logscale y 10
set grid
set key outside right noenhanced reverse Left
set xlabel "operations for each byte read or written once"
set logscale x 10
set xrange [100:200000]
set samples 400
copy = 4.17032
plot $line3 using 1:2 with linespoints lw 2 lt 1 pt 7 ps 0.7 title "xnor_popc", \
     $line4 using 1:2 with linespoints lw 2 lt 2 pt 7 ps 0.7 title "xnor_tile", \
     $line6 using 1:2 with linespoints lw 2 lt 3 pt 7 ps 0.7 title "xnor_register", \
     $line7 using 1:2 with linespoints lw 2 lt 4 pt 7 ps 0.7 title "xnor_carry_save", \
     $line8 using 1:2 with linespoints lw 2 lt 5 pt 7 ps 0.7 title "xnor_mma_warp", \
     $line9 using 1:2 with linespoints dt 2 lw 2 lc rgb "#636363" pt 4 title "cublasSgemm, FP32 pedantic", \
     $line10 using 1:2 with linespoints dt 2 lw 2 lc rgb "#636363" pt 5 title "cublasGemmEx, int8", \
     x * copy < 66.9082 ? x * copy : 66.9082 lw 2 lc rgb "#d95f02" title "roof: FP32, 67", \
     x * copy < 267.633 ? x * copy : 267.633 lw 2 lc rgb "#d95f02" title "roof: population counts, 268", \
     x * copy < 17128.5 ? x * copy : 17128.5 lw 2 lc rgb "#d95f02" title "roof: binary tensor cores, 17128"
