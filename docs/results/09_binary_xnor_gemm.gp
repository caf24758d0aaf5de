# Drawn by make bench from docs/results.
$line0 << EOD
1000 38.6053
2048 42.6156
4096 47.8202
8192 47.624
EOD
$line1 << EOD
1000 2.06646
2048 2.14518
4096 2.15096
EOD
$line2 << EOD
1000 47.0032
2048 52.6843
4096 53.9467
8192 55.1726
EOD
$line3 << EOD
1000 138.39
2048 182.491
4096 199.896
8192 205.92
16384 189.07
EOD
$line4 << EOD
1000 169.705
2048 225.941
4096 239.434
8192 245.388
16384 244.187
EOD
$line5 << EOD
1000 54.7747
2048 61.8064
4096 64.1547
8192 65.0776
EOD
$line6 << EOD
1000 163.693
2048 236.283
4096 246.568
8192 254.424
16384 258.318
EOD
$line7 << EOD
1000 233.186
2048 370.463
4096 400.65
8192 419.461
16384 428.76
EOD
$line8 << EOD
1000 276.282
2048 650.433
4096 916.325
8192 1091.03
16384 1185.7
EOD
$line9 << EOD
1000 29.0158
2048 48.6472
4096 50.2177
8192 51.2353
16384 52.6614
EOD
$line10 << EOD
1000 73.8215
2048 644.213
4096 1462.22
8192 1523.38
16384 1226.14
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
plot $line3 using 1:2 with linespoints lw 2 lt 1 pt 7 ps 0.7 title "xnor_popc", \
     $line4 using 1:2 with linespoints lw 2 lt 2 pt 7 ps 0.7 title "xnor_tile", \
     $line6 using 1:2 with linespoints lw 2 lt 3 pt 7 ps 0.7 title "xnor_register", \
     $line7 using 1:2 with linespoints lw 2 lt 4 pt 7 ps 0.7 title "xnor_carry_save", \
     $line8 using 1:2 with linespoints lw 2 lt 5 pt 7 ps 0.7 title "xnor_mma_warp", \
     $line9 using 1:2 with linespoints dt 2 lw 2 lc rgb "#636363" pt 4 title "cublasSgemm, FP32 pedantic", \
     $line10 using 1:2 with linespoints dt 2 lw 2 lc rgb "#636363" pt 5 title "cublasGemmEx, int8"
