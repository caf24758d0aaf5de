# Drawn by make bench from docs/results.
$bars << EOD
"01_naive_gemv" 761.517 1
"02_coalesced_gemv" 1671.49 1
"03_constant_gemv" 2528.62 1
"04_shared_gemv" 4475.66 1
"05_shuffle_gemv" 4529.43 1
"06_tiled_transpose" 4134.36 1
EOD
set terminal svg size 900,298 font "Helvetica,13" background "white"
set output "docs/results/ladder.svg"
set title "ladder: NVIDIA H200, 16384x16384" noenhanced
set xlabel "GB/s; line: a copy, dashed: by the clocks"
set yrange [5.5:-0.5]
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
