# Drawn by make bench from docs/results.
$line0 << EOD
470.588 37.8954
963.764 42.0976
1927.53 47.5491
3855.07 46.7639
EOD
$line1 << EOD
470.589 2.07483
963.763 2.14341
1927.52 2.15107
EOD
$line2 << EOD
470.588 47.1157
963.764 52.7102
1927.53 53.9731
3855.07 55.1691
EOD
$line3 << EOD
470.588 44.7518
963.764 50.1584
1927.53 50.9752
3855.07 52.2292
EOD
$line4 << EOD
470.59 137.703
963.766 181.027
1927.53 198.703
3855.05 197.541
7710.13 183.811
EOD
$line5 << EOD
470.588 172.461
963.766 225.956
1927.53 239.929
3855.06 245.117
7710.12 244.373
EOD
$line6 << EOD
470.588 45.2392
963.765 50.0672
1927.53 51.2703
3855.07 51.658
EOD
$line7 << EOD
470.589 123.61
963.765 150.833
1927.52 159.854
3855.07 163.644
7710.12 165.369
EOD
$line8 << EOD
470.586 55.2807
963.765 61.9109
1927.53 64.2267
3855.05 65.0228
EOD
$line9 << EOD
470.59 164.298
963.766 236.219
1927.53 247.036
3855.07 254.417
7710.11 258.443
EOD
$line10 << EOD
470.588 234.172
963.764 369.455
1927.53 400.594
3855.07 419.108
7710.11 428.551
EOD
$line11 << EOD
470.588 281.358
963.766 652.564
1927.53 916.781
3855.05 1098.28
7710.1 1191.21
EOD
$line12 << EOD
166.667 37.5852
341.333 49.2046
682.667 50.3212
1365.33 51.2308
2730.67 52.6687
EOD
$line13 << EOD
333.333 166.941
682.667 709.015
1365.33 1509.77
2730.67 1559.68
5461.33 1222.83
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
copy = 4.1828
plot $line4 using 1:2 with linespoints lw 2 lt 1 pt 7 ps 0.7 title "xnor_popc", \
     $line5 using 1:2 with linespoints lw 2 lt 2 pt 7 ps 0.7 title "xnor_tile", \
     $line9 using 1:2 with linespoints lw 2 lt 3 pt 7 ps 0.7 title "xnor_register", \
     $line10 using 1:2 with linespoints lw 2 lt 4 pt 7 ps 0.7 title "xnor_carry_save", \
     $line11 using 1:2 with linespoints lw 2 lt 5 pt 7 ps 0.7 title "xnor_mma_warp", \
     $line12 using 1:2 with linespoints dt 2 lw 2 lc rgb "#636363" pt 4 title "cublasSgemm, FP32 pedantic", \
     $line13 using 1:2 with linespoints dt 2 lw 2 lc rgb "#636363" pt 5 title "cublasGemmEx, int8", \
     x * copy < 66.9082 ? x * copy : 66.9082 lw 2 lc rgb "#d95f02" title "roof: FP32, 67", \
     x * copy < 267.633 ? x * copy : 267.633 lw 2 lc rgb "#d95f02" title "roof: population counts, 268", \
     x * copy < 17128.5 ? x * copy : 17128.5 lw 2 lc rgb "#d95f02" title "roof: binary tensor cores, 17128"
