# Drawn by make bench from docs/results.
$line0 << EOD
470.588 329.998
963.763 1636.48
1927.53 2574.66
3855.06 3577.9
7710.1 3382.9
EOD
$line1 << EOD
470.588 352.535
963.765 1936.57
1927.53 3850.63
3855.06 6180.7
7710.12 6897.3
EOD
$line2 << EOD
333.333 160.308
682.667 713.077
1365.33 1540.52
2730.67 1569.22
5461.33 1227.28
EOD
set terminal svg size 960,620 font "Helvetica,13" background "white"
set output "docs/results/09_binary_xnor_gemm_tensor_cores_roofline.svg"
set title "Roofline: one point for each size, NVIDIA H200" noenhanced
set ylabel "T op/s"
set logscale y 10
set grid
set key outside right noenhanced reverse Left
set xlabel "operations for each byte read or written once"
set logscale x 10
set xrange [100:200000]
set samples 400
copy = 4.17084
plot $line0 using 1:2 with linespoints lw 2 lt 1 pt 7 ps 0.7 title "xnor_mma_shared", \
     $line1 using 1:2 with linespoints lw 2 lt 2 pt 7 ps 0.7 title "xnor_mma_async", \
     $line2 using 1:2 with linespoints dt 2 lw 2 lc rgb "#636363" pt 6 title "cublasGemmEx, int8", \
     x * copy < 66.9082 ? x * copy : 66.9082 lw 2 lc rgb "#d95f02" title "roof: FP32, 67", \
     x * copy < 267.633 ? x * copy : 267.633 lw 2 lc rgb "#d95f02" title "roof: population counts, 268", \
     x * copy < 17128.5 ? x * copy : 17128.5 lw 2 lc rgb "#d95f02" title "roof: binary tensor cores, 17128"
