# Drawn by make bench from docs/results.
$bars << EOD
"gemm_uncoalesced" 0.486479 1
"gemm_row_block" 6.03185 1
"gemm_row_shared" 6.41132 1
"gemm_coalesced" 6.49273 1
"gemm_pitched" 6.4852 1
"gemm_tile" 9.03108 1
"cublasSgemm, FP32 pedantic" 46.5609 2
"dgemm_guarded" 3.91925 1
"dgemm_unshared" 4.61531 1
"cublasDgemm" 55.8979 2
EOD
set terminal svg size 900,410 font "Helvetica,13" background "white"
set output "docs/results/07_tiled_gemm.svg"
set title "07_tiled_gemm: NVIDIA H200, 2048x2048x2048" noenhanced
set xlabel "TFLOP/s; dashed: peak of FP32"
set yrange [9.5:-0.5]
set grid x
set style fill solid 0.8 noborder
set key off
set ytics noenhanced
set linetype 1 lc rgb "#3182bd"
set linetype 2 lc rgb "#969696"
set xrange [0:68.2464<*]
set arrow from 66.9082,graph 0 to 66.9082,graph 1 nohead front lw 2 lc rgb "#d95f02" dt 2
plot $bars using (0):0:(0):2:($0-0.35):($0+0.35):3:ytic(1) with boxxyerror lc variable
