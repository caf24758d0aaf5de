# Drawn by make bench from docs/results.
$bars << EOD
"gemv_shared" 3074.53 1
"gemv_split" 4583.56 1
"gemv_block_split" 4460.64 1
"cublasSgemv (column-major)" 4409.99 2
"read-only stream" 4646.55 2
EOD
set terminal svg size 900,270 font "Helvetica,13" background "white"
set output "docs/results/04_shared_gemv.svg"
set title "04_shared_gemv: NVIDIA H200, 16384x16384" noenhanced
set xlabel "GB/s; line: a copy, dashed: by the clocks"
set yrange [4.5:-0.5]
set grid x
set style fill solid 0.8 noborder
set key off
set ytics noenhanced
set linetype 1 lc rgb "#3182bd"
set linetype 2 lc rgb "#969696"
set xrange [0:4910.59<*]
set arrow from 4814.3,graph 0 to 4814.3,graph 1 nohead front lw 2 lc rgb "#d95f02" dt 2
set arrow from 4169.81,graph 0 to 4169.81,graph 1 nohead front lw 2 lc rgb "#d95f02"
plot $bars using (0):0:(0):2:($0-0.35):($0+0.35):3:ytic(1) with boxxyerror lc variable
