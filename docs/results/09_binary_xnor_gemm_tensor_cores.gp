# Drawn by make bench from docs/results.
$line0 << EOD
1000 323.447
2048 1660.76
4096 2563.48
8192 3552.62
16384 3439.5
EOD
$line1 << EOD
1000 345.73
2048 1953.61
4096 3696.43
8192 6101.02
16384 6905.09
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
set terminal svg size 960,620 font "Helvetica,13" background "white"
set output "docs/results/09_binary_xnor_gemm_tensor_cores.svg"
set title "Products of +1 and -1 against cuBLAS, NVIDIA H200" noenhanced
set ylabel "T op/s"
set logscale y 10
set grid
set key outside right noenhanced reverse Left
set xlabel "n (m = n = k)"
set logscale x 2
plot $line0 using 1:2 with linespoints lw 2 lt 1 pt 7 ps 0.7 title "xnor_mma_shared", \
     $line1 using 1:2 with linespoints lw 2 lt 2 pt 7 ps 0.7 title "xnor_mma_async", \
     $line2 using 1:2 with linespoints dt 2 lw 2 lc rgb "#636363" pt 6 title "cublasSgemm, FP32 pedantic", \
     $line3 using 1:2 with linespoints dt 2 lw 2 lc rgb "#636363" pt 4 title "cublasGemmEx, int8"
