# Drawn by make bench from docs/results.
$bars << EOD
"gemm_column" 15.5477 1
"gemm_square" 24.3831 1
"gemm_vector" 35.4439 1
"gemm_warp" 39.6213 1
"gemm_double_buffer" 48.0936 1
"gemm_async" 49.3823 1
"cublasSgemm, FP32 pedantic" 51.0324 2
EOD
set terminal svg size 900,326 font "Helvetica,13" background "white"
set output "docs/results/08_thread_tiled_gemm.svg"
set title "08_thread_tiled_gemm: NVIDIA H200, 8192x8192x8192" noenhanced
set xlabel "TFLOP/s; dashed: peak of FP32"
set yrange [6.5:-0.5]
set grid x
set style fill solid 0.8 noborder
set key off
set ytics noenhanced
set linetype 1 lc rgb "#3182bd"
set linetype 2 lc rgb "#969696"
set xrange [0:68.2464<*]
set arrow from 66.9082,graph 0 to 66.9082,graph 1 nohead front lw 2 lc rgb "#d95f02" dt 2
plot $bars using (0):0:(0):2:($0-0.35):($0+0.35):3:ytic(1) with boxxyerror lc variable
