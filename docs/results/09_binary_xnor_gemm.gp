# Drawn by make bench from docs/results.
$line0 << EOD
1000 37.8954
2048 42.0976
4096 47.5491
8192 46.7639
EOD
$line1 << EOD
1000 2.07483
2048 2.14341
4096 2.15107
EOD
$line2 << EOD
1000 47.1157
2048 52.7102
4096 53.9731
8192 55.1691
EOD
$line3 << EOD
1000 44.7518
2048 50.1584
4096 50.9752
8192 52.2292
EOD
$line4 << EOD
1000 137.703
2048 181.027
4096 198.703
8192 197.541
16384 183.811
EOD
$line5 << EOD
1000 172.461
2048 225.956
4096 239.929
8192 245.117
16384 244.373
EOD
$line6 << EOD
1000 45.2392
2048 50.0672
4096 51.2703
8192 51.658
EOD
$line7 << EOD
1000 123.61
2048 150.833
4096 159.854
8192 163.644
16384 165.369
EOD
$line8 << EOD
1000 55.2807
2048 61.9109
4096 64.2267
8192 65.0228
EOD
$line9 << EOD
1000 164.298
2048 236.219
4096 247.036
8192 254.417
16384 258.443
EOD
$line10 << EOD
1000 234.172
2048 369.455
4096 400.594
8192 419.108
16384 428.551
EOD
$line11 << EOD
1000 281.358
2048 652.564
4096 916.781
8192 1098.28
16384 1191.21
EOD
$line12 << EOD
1000 37.5852
2048 49.2046
4096 50.3212
8192 51.2308
16384 52.6687
EOD
$line13 << EOD
1000 166.941
2048 709.015
4096 1509.77
8192 1559.68
16384 1222.83
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
     $line5 using 1:2 with linespoints lw 2 lt 2 pt 7 ps 0.7 title "xnor_tile", \
     $line9 using 1:2 with linespoints lw 2 lt 3 pt 7 ps 0.7 title "xnor_register", \
     $line10 using 1:2 with linespoints lw 2 lt 4 pt 7 ps 0.7 title "xnor_carry_save", \
     $line11 using 1:2 with linespoints lw 2 lt 5 pt 7 ps 0.7 title "xnor_mma_warp", \
     $line12 using 1:2 with linespoints dt 2 lw 2 lc rgb "#636363" pt 4 title "cublasSgemm, FP32 pedantic", \
     $line13 using 1:2 with linespoints dt 2 lw 2 lc rgb "#636363" pt 5 title "cublasGemmEx, int8"
