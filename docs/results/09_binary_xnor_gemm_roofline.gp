# Drawn by make bench from docs/results.
$line0 << EOD
470.588 37.8584
963.765 42.091
1927.53 47.5312
3855.06 46.6717
EOD
$line1 << EOD
470.589 2.07586
963.765 2.14113
1927.52 2.15102
EOD
$line2 << EOD
470.588 47.0509
963.765 52.6361
1927.53 53.9704
3855.05 55.177
EOD
$line3 << EOD
470.589 44.7606
963.765 50.0276
1927.53 50.9692
3855.06 52.2284
EOD
$line4 << EOD
470.587 136.955
963.765 181.021
1927.52 198.712
3855.05 197.16
7710.12 183.18
EOD
$line5 << EOD
470.587 171.354
963.765 225.839
1927.53 239.661
3855.06 245.332
7710.12 243.855
EOD
$line6 << EOD
470.588 45.082
963.766 50.0183
1927.53 51.2667
3855.06 51.7441
EOD
$line7 << EOD
470.59 122.806
963.766 150.706
1927.53 159.783
3855.06 163.498
7710.1 165.404
EOD
$line8 << EOD
470.589 55.0984
963.763 61.8871
1927.53 64.2104
3855.07 65.0697
EOD
$line9 << EOD
470.588 162.385
963.765 236.163
1927.54 246.937
3855.05 254.422
7710.11 258.348
EOD
$line10 << EOD
470.588 232.327
963.766 368.357
1927.53 400.295
3855.07 419.123
7710.11 428.542
EOD
$line11 << EOD
470.588 278.265
963.765 647.697
1927.53 913.046
3855.05 1093.91
7710.14 1181.14
EOD
$line12 << EOD
166.667 35.6817
341.333 46.3599
682.667 49.6167
1365.33 51.1941
2730.67 52.7017
EOD
$line13 << EOD
333.333 148.692
682.667 674.203
1365.33 1440.44
2730.67 1522.63
5461.33 1228.67
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
copy = 4.15947
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
