# Drawn by make bench from docs/results.
$line0 << EOD
470.588 316.52
963.765 2223.55
1927.53 4898.46
3855.06 8174.77
7710.12 9929.48
EOD
$line1 << EOD
470.588 360.809
963.763 2148.19
1927.53 5586.95
3855.05 9754.36
7710.07 12422.7
EOD
$line2 << EOD
166.667 29.0158
341.333 48.6472
682.667 50.2177
1365.33 51.2353
2730.67 52.6614
EOD
$line3 << EOD
333.333 73.8215
682.667 644.213
1365.33 1462.22
2730.67 1523.38
5461.33 1226.14
EOD
$line4 << EOD
5333.33 321.831
10922.7 2758.49
21845.3 7470.03
43690.7 11204.7
87381.3 12184.8
EOD
$line5 << EOD
333.333 96.8242
682.667 644.606
1365.33 1469.15
2730.67 1464.98
5461.33 1227.84
EOD
set terminal svg size 960,620 font "Helvetica,13" background "white"
set output "docs/results/09_binary_xnor_gemm_hopper_roofline.svg"
set title "Roofline: one point for each size, NVIDIA H200" noenhanced
set ylabel "T op/s"
set logscale y 10
set grid
set key outside right noenhanced reverse Left
set xlabel "operations for each byte read or written once"
set logscale x 10
set xrange [100:200000]
set samples 400
copy = 4.17032
plot $line0 using 1:2 with linespoints lw 2 lt 1 pt 7 ps 0.7 title "xnor_wgmma", \
     $line1 using 1:2 with linespoints lw 2 lt 2 pt 7 ps 0.7 title "xnor_turns", \
     $line2 using 1:2 with linespoints dt 2 lw 2 lc rgb "#636363" pt 6 title "cublasSgemm, FP32 pedantic", \
     $line3 using 1:2 with linespoints dt 2 lw 2 lc rgb "#636363" pt 4 title "cublasGemmEx, int8", \
     $line4 using 1:2 with linespoints lw 2 lt 3 pt 7 ps 0.7 title "xnor_sign", \
     $line5 using 1:2 with linespoints dt 2 lw 2 lc rgb "#636363" pt 6 title "cublasGemmEx, int8 (32-bit C)", \
     x * copy < 66.9082 ? x * copy : 66.9082 lw 2 lc rgb "#d95f02" title "roof: FP32, 67", \
     x * copy < 267.633 ? x * copy : 267.633 lw 2 lc rgb "#d95f02" title "roof: population counts, 268", \
     x * copy < 17128.5 ? x * copy : 17128.5 lw 2 lc rgb "#d95f02" title "roof: binary tensor cores, 17128"
