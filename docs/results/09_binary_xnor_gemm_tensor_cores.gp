# Drawn by make bench from docs/results.
$line0 << EOD
1000 329.998
2048 1636.48
4096 2574.66
8192 3577.9
16384 3382.9
EOD
$line1 << EOD
1000 352.535
2048 1936.57
4096 3850.63
8192 6180.7
16384 6897.3
EOD
$line2 << EOD
1000 160.308
2048 713.077
4096 1540.52
8192 1569.22
16384 1227.28
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
     $line2 using 1:2 with linespoints dt 2 lw 2 lc rgb "#636363" pt 6 title "cublasGemmEx, int8"
