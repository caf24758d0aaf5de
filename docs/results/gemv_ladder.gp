# Drawn by make bench from docs/results.
$bars << EOD
"gemv_naive" 761.638 1
"gemv_coalesced" 580.286 1
"gemv_unrolled" 1675.41 1
"gemv_constant" 2528.33 1
"gemv_constant_chunks" 2495.06 1
"gemv_shared" 3068.35 1
"gemv_split" 4336.85 1
"gemv_block_split" 4182.79 1
"gemv_broadcast" 2573.31 1
"gemv_warp" 4241.47 1
"gemv_block" 4432.51 1
"gemv_vector" 4487.03 1
"cublasSgemv, transposed (row-major)" 4073.13 2
"read-only stream" 4527.59 2
"cublasSgemv (column-major)" 4273.34 2
EOD
set terminal svg size 900,550 font "Helvetica,13" background "white"
set output "docs/results/gemv_ladder.svg"
set title "gemv_ladder: NVIDIA H200, 16384x16384" noenhanced
set xlabel "GB/s; line: a copy, dashed: by the clocks"
set yrange [14.5:-0.5]
set grid x
set style fill solid 0.8 noborder
set key off
set ytics noenhanced
set linetype 1 lc rgb "#3182bd"
set linetype 2 lc rgb "#969696"
set xrange [0:4910.59<*]
set arrow from 4814.3,graph 0 to 4814.3,graph 1 nohead front lw 2 lc rgb "#d95f02" dt 2
set arrow from 4202.18,graph 0 to 4202.18,graph 1 nohead front lw 2 lc rgb "#d95f02"
plot $bars using (0):0:(0):2:($0-0.35):($0+0.35):3:ytic(1) with boxxyerror lc variable
