# Drawn by make bench from docs/results.
$line0 << EOD
470.587 2.07386
963.762 2.14494
1927.53 2.15103
EOD
$line1 << EOD
470.588 37.7466
963.765 42.1522
1927.53 47.5291
3855.05 46.6985
EOD
$line2 << EOD
470.588 45.2243
963.765 50.5148
1927.53 51.2973
3855.07 52.4047
EOD
$line3 << EOD
470.588 47.336
963.766 52.7413
1927.53 53.9833
3855.05 55.1789
EOD
$line4 << EOD
470.588 138.105
963.762 181.112
1927.53 198.593
3855.05 197.424
7710.14 183.166
EOD
$line5 << EOD
470.59 55.2482
963.764 61.9014
1927.53 64.2171
3855.05 65.1306
EOD
$line6 << EOD
470.589 172.63
963.765 226.374
1927.54 239.795
3855.05 245.628
7710.09 243.925
EOD
$line7 << EOD
470.589 166.062
963.763 237.343
1927.53 247.292
3855.06 254.6
7710.12 258.528
EOD
$line8 << EOD
470.588 237.39
963.763 372.371
1927.53 401.53
3855.07 419.902
7710.12 428.903
EOD
$line9 << EOD
470.589 283.165
963.764 652.098
1927.53 916.097
3855.07 1101.56
7710.11 1191.96
EOD
$line10 << EOD
470.587 331.909
963.766 1685.79
1927.53 2551.38
3855.06 3573.93
7710.12 3414.89
EOD
$line11 << EOD
470.588 358.435
963.765 1974.1
1927.53 3704.52
3855.06 6170.49
7710.11 6848.83
EOD
$line12 << EOD
470.588 350.961
963.763 2267.85
1927.53 4932.05
3855.07 8250.77
7710.15 9940.62
EOD
$line13 << EOD
470.588 352.428
963.762 1925.26
1927.53 4927.2
3855.06 9587.31
7710.13 12307.6
EOD
$line14 << EOD
166.667 37.3051
341.333 49.3425
682.667 50.5766
1365.33 51.2441
2730.67 52.6985
EOD
$line15 << EOD
333.333 148.471
682.667 711.695
1365.33 1501.15
2730.67 1527.85
5461.33 1219.43
EOD
$line16 << EOD
5333.33 331.209
10922.7 2371.39
21845.4 6949.32
43690.5 10888.6
87381.3 12018.6
EOD
$line17 << EOD
333.333 111.907
682.667 703.213
1365.33 1492.67
2730.67 1451.55
5461.33 1222.55
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
copy = 4.17968
plot $line4 using 1:2 with linespoints lw 2 lt 1 pt 7 ps 0.7 title "xnor_popc", \
     $line5 using 1:2 with linespoints lw 2 lt 2 pt 7 ps 0.7 title "xnor_tile_conflict", \
     $line6 using 1:2 with linespoints lw 2 lt 3 pt 7 ps 0.7 title "xnor_tile", \
     $line7 using 1:2 with linespoints lw 2 lt 4 pt 7 ps 0.7 title "xnor_register", \
     $line8 using 1:2 with linespoints lw 2 lt 5 pt 7 ps 0.7 title "xnor_carry_save", \
     $line9 using 1:2 with linespoints lw 2 lt 6 pt 7 ps 0.7 title "xnor_mma_warp", \
     $line10 using 1:2 with linespoints lw 2 lt 7 pt 7 ps 0.7 title "xnor_mma_shared", \
     $line11 using 1:2 with linespoints lw 2 lt 8 pt 7 ps 0.7 title "xnor_mma_async", \
     $line12 using 1:2 with linespoints lw 2 lt 1 pt 9 ps 0.7 title "xnor_wgmma", \
     $line13 using 1:2 with linespoints lw 2 lt 2 pt 9 ps 0.7 title "xnor_turns", \
     $line14 using 1:2 with linespoints dt 2 lw 2 lc rgb "#636363" pt 6 title "cublasSgemm, FP32 pedantic", \
     $line15 using 1:2 with linespoints dt 2 lw 2 lc rgb "#636363" pt 4 title "cublasGemmEx, int8", \
     $line16 using 1:2 with linespoints lw 2 lt 3 pt 9 ps 0.7 title "xnor_sign", \
     $line17 using 1:2 with linespoints dt 2 lw 2 lc rgb "#636363" pt 6 title "cublasGemmEx, int8 (32-bit C)", \
     x * copy < 66.9082 ? x * copy : 66.9082 lw 2 lc rgb "#d95f02" title "roof: FP32, 67", \
     x * copy < 267.633 ? x * copy : 267.633 lw 2 lc rgb "#d95f02" title "roof: population counts, 268", \
     x * copy < 17128.5 ? x * copy : 17128.5 lw 2 lc rgb "#d95f02" title "roof: binary tensor cores, 17128"
