# Drawn by make bench from docs/results.
$line0 << EOD
1000 37.8584
2048 42.091
4096 47.5312
8192 46.6717
EOD
$line1 << EOD
1000 2.07586
2048 2.14113
4096 2.15102
EOD
$line2 << EOD
1000 47.0509
2048 52.6361
4096 53.9704
8192 55.177
EOD
$line3 << EOD
1000 44.7606
2048 50.0276
4096 50.9692
8192 52.2284
EOD
$line4 << EOD
1000 136.955
2048 181.021
4096 198.712
8192 197.16
16384 183.18
EOD
$line5 << EOD
1000 171.354
2048 225.839
4096 239.661
8192 245.332
16384 243.855
EOD
$line6 << EOD
1000 45.082
2048 50.0183
4096 51.2667
8192 51.7441
EOD
$line7 << EOD
1000 122.806
2048 150.706
4096 159.783
8192 163.498
16384 165.404
EOD
$line8 << EOD
1000 55.0984
2048 61.8871
4096 64.2104
8192 65.0697
EOD
$line9 << EOD
1000 162.385
2048 236.163
4096 246.937
8192 254.422
16384 258.348
EOD
$line10 << EOD
1000 232.327
2048 368.357
4096 400.295
8192 419.123
16384 428.542
EOD
$line11 << EOD
1000 278.265
2048 647.697
4096 913.046
8192 1093.91
16384 1181.14
EOD
$line12 << EOD
1000 35.6817
2048 46.3599
4096 49.6167
8192 51.1941
16384 52.7017
EOD
$line13 << EOD
1000 148.692
2048 674.203
4096 1440.44
8192 1522.63
16384 1228.67
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
