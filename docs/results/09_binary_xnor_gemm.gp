# Drawn by make bench from docs/results.
$line0 << EOD
1000 2.07386
2048 2.14494
4096 2.15103
EOD
$line1 << EOD
1000 37.7466
2048 42.1522
4096 47.5291
8192 46.6985
EOD
$line2 << EOD
1000 45.2243
2048 50.5148
4096 51.2973
8192 52.4047
EOD
$line3 << EOD
1000 47.336
2048 52.7413
4096 53.9833
8192 55.1789
EOD
$line4 << EOD
1000 138.105
2048 181.112
4096 198.593
8192 197.424
16384 183.166
EOD
$line5 << EOD
1000 55.2482
2048 61.9014
4096 64.2171
8192 65.1306
EOD
$line6 << EOD
1000 172.63
2048 226.374
4096 239.795
8192 245.628
16384 243.925
EOD
$line7 << EOD
1000 166.062
2048 237.343
4096 247.292
8192 254.6
16384 258.528
EOD
$line8 << EOD
1000 237.39
2048 372.371
4096 401.53
8192 419.902
16384 428.903
EOD
$line9 << EOD
1000 283.165
2048 652.098
4096 916.097
8192 1101.56
16384 1191.96
EOD
$line10 << EOD
1000 331.909
2048 1685.79
4096 2551.38
8192 3573.93
16384 3414.89
EOD
$line11 << EOD
1000 358.435
2048 1974.1
4096 3704.52
8192 6170.49
16384 6848.83
EOD
$line12 << EOD
1000 350.961
2048 2267.85
4096 4932.05
8192 8250.77
16384 9940.62
EOD
$line13 << EOD
1000 352.428
2048 1925.26
4096 4927.2
8192 9587.31
16384 12307.6
EOD
$line14 << EOD
1000 37.3051
2048 49.3425
4096 50.5766
8192 51.2441
16384 52.6985
EOD
$line15 << EOD
1000 148.471
2048 711.695
4096 1501.15
8192 1527.85
16384 1219.43
EOD
$line16 << EOD
1000 331.209
2048 2371.39
4096 6949.32
8192 10888.6
16384 12018.6
EOD
$line17 << EOD
1000 111.907
2048 703.213
4096 1492.67
8192 1451.55
16384 1222.55
EOD
set terminal svg size 960,620 font "Helvetica,13" background "white"
set output "docs/results/09_binary_xnor_gemm.svg"
set title "Products of +1 and -1 against cuBLAS, NVIDIA H200" noenhanced
set ylabel "T op/s"
set logscale y 10
set grid
set key outside right noenhanced reverse Left
set xlabel "n (m = n = k)"
set logscale x 2
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
     $line17 using 1:2 with linespoints dt 2 lw 2 lc rgb "#636363" pt 6 title "cublasGemmEx, int8 (32-bit C)"
