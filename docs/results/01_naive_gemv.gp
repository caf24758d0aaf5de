# Drawn by make bench from docs/results.
$bars << EOD
"add_one" 2568.17 1
"gemv_naive" 758.179 1
"cublasSgemv, transposed (row-major)" 4212.54 2
"read-only stream" 4648.32 2
EOD
set terminal svg size 900,242 font "Helvetica,13" background "white"
set output "docs/results/01_naive_gemv.svg"
set title "01_naive_gemv: NVIDIA H200, 16384x16384" noenhanced
set xlabel "GB/s; line: a copy, dashed: by the clocks"
set yrange [3.5:-0.5]
set grid x
set style fill solid 0.8 noborder
set key off
set ytics noenhanced
set linetype 1 lc rgb "#3182bd"
set linetype 2 lc rgb "#969696"
set xrange [0:4910.59<*]
set arrow from 4814.3,graph 0 to 4814.3,graph 1 nohead front lw 2 lc rgb "#d95f02" dt 2
set arrow from 4158.95,graph 0 to 4158.95,graph 1 nohead front lw 2 lc rgb "#d95f02"
plot $bars using (0):0:(0):2:($0-0.35):($0+0.35):3:ytic(1) with boxxyerror lc variable
