# Drawn by make bench from docs/results.
$bars << EOD
"gemv_broadcast" 2576.67 1
"gemv_warp" 4356.55 1
"gemv_block" 4555.71 1
"gemv_vector" 4622.86 1
"cublasSgemv, transposed (row-major)" 4190.97 2
"read-only stream" 4643.81 2
"cublasSgemv (column-major)" 4421.12 2
EOD
set terminal svg size 900,326 font "Helvetica,13" background "white"
set output "docs/results/05_shuffle_gemv.svg"
set title "05_shuffle_gemv: NVIDIA H200, 16384x16384" noenhanced
set xlabel "GB/s; line: a copy, dashed: by the clocks"
set yrange [6.5:-0.5]
set grid x
set style fill solid 0.8 noborder
set key off
set ytics noenhanced
set linetype 1 lc rgb "#3182bd"
set linetype 2 lc rgb "#969696"
set xrange [0:4910.59<*]
set arrow from 4814.3,graph 0 to 4814.3,graph 1 nohead front lw 2 lc rgb "#d95f02" dt 2
set arrow from 4174.99,graph 0 to 4174.99,graph 1 nohead front lw 2 lc rgb "#d95f02"
plot $bars using (0):0:(0):2:($0-0.35):($0+0.35):3:ytic(1) with boxxyerror lc variable
