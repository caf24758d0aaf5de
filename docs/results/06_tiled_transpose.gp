# Drawn by make bench from docs/results.
$bars << EOD
"transpose_row" 1097.18 1
"transpose_element" 547.841 1
"transpose_tile" 1011.85 1
"transpose_padded" 1749.95 1
"transpose_tile16" 2013.29 1
"transpose_tile8" 848.931 1
"transpose_several" 3287.39 1
"transpose_vector" 4134.36 1
"cublasSgeam, transposed" 3960.39 2
EOD
set terminal svg size 900,382 font "Helvetica,13" background "white"
set output "docs/results/06_tiled_transpose.svg"
set title "06_tiled_transpose: NVIDIA H200, 16384x16384" noenhanced
set xlabel "GB/s; line: a copy, dashed: by the clocks"
set yrange [8.5:-0.5]
set grid x
set style fill solid 0.8 noborder
set key off
set ytics noenhanced
set linetype 1 lc rgb "#3182bd"
set linetype 2 lc rgb "#969696"
set xrange [0:4910.59<*]
set arrow from 4814.3,graph 0 to 4814.3,graph 1 nohead front lw 2 lc rgb "#d95f02" dt 2
set arrow from 4186.98,graph 0 to 4186.98,graph 1 nohead front lw 2 lc rgb "#d95f02"
plot $bars using (0):0:(0):2:($0-0.35):($0+0.35):3:ytic(1) with boxxyerror lc variable
