# Drawn by make bench from docs/results.
$bars << EOD
"gemm_teams" 34.7195 1
"gemm_cluster" 34.7697 1
"gemm_box" 7.99691 1
"gemm_swizzled" 43.3653 1
"gemm_ring" 43.6585 1
"gemm_tuned" 55.6572 1
"cublasSgemm, FP32 pedantic" 50.9077 2
EOD
set terminal svg size 900,326 font "Helvetica,13" background "white"
set output "docs/results/08_thread_tiled_gemm_hopper.svg"
set title "08_thread_tiled_gemm_hopper: NVIDIA H200, 8192x8192x8192" noenhanced
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
