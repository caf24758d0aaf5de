# Drawn by make bench from docs/results.
$bars << EOD
"gemv_naive" 761.517 1
"gemv_coalesced" 579.615 1
"gemv_unrolled" 1671.49 1
"gemv_constant" 2528.62 1
"gemv_constant_chunks" 2484.25 1
"gemv_shared" 3069.33 1
"gemv_split" 4475.66 1
"gemv_block_split" 4295.58 1
"gemv_broadcast" 2574.69 1
"gemv_warp" 4258.7 1
"gemv_block" 4455.9 1
"gemv_vector" 4529.43 1
"cublasSgemv, transposed (row-major)" 4039.14 2
"read-only stream" 4552.93 2
"cublasSgemv (column-major)" 4275.7 2
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
set arrow from 4148.16,graph 0 to 4148.16,graph 1 nohead front lw 2 lc rgb "#d95f02"
plot $bars using (0):0:(0):2:($0-0.35):($0+0.35):3:ytic(1) with boxxyerror lc variable
