# Drawn by make bench from docs/results.
$line0 << EOD
1000 316.52
2048 2223.55
4096 4898.46
8192 8174.77
16384 9929.48
EOD
$line1 << EOD
1000 360.809
2048 2148.19
4096 5586.95
8192 9754.36
16384 12422.7
EOD
$line2 << EOD
1000 29.0158
2048 48.6472
4096 50.2177
8192 51.2353
16384 52.6614
EOD
$line3 << EOD
1000 73.8215
2048 644.213
4096 1462.22
8192 1523.38
16384 1226.14
EOD
$line4 << EOD
1000 321.831
2048 2758.49
4096 7470.03
8192 11204.7
16384 12184.8
EOD
$line5 << EOD
1000 96.8242
2048 644.606
4096 1469.15
8192 1464.98
16384 1227.84
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
plot $line0 using 1:2 with linespoints lw 2 lt 1 pt 7 ps 0.7 title "xnor_wgmma", \
     $line1 using 1:2 with linespoints lw 2 lt 2 pt 7 ps 0.7 title "xnor_turns", \
     $line2 using 1:2 with linespoints dt 2 lw 2 lc rgb "#636363" pt 6 title "cublasSgemm, FP32 pedantic", \
     $line3 using 1:2 with linespoints dt 2 lw 2 lc rgb "#636363" pt 4 title "cublasGemmEx, int8", \
     $line4 using 1:2 with linespoints lw 2 lt 3 pt 7 ps 0.7 title "xnor_sign", \
     $line5 using 1:2 with linespoints dt 2 lw 2 lc rgb "#636363" pt 6 title "cublasGemmEx, int8 (32-bit C)"
