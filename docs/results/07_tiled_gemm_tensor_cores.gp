# Drawn by make bench from docs/results.
$bars << EOD
"dgemm_tensor" 51.1078 1
"cublasDgemm" 59.1496 2
EOD
set terminal svg size 900,186 font "Helvetica,13" background "white"
set output "docs/results/07_tiled_gemm_tensor_cores.svg"
set title "07_tiled_gemm_tensor_cores: NVIDIA H200, 2048x2048x2048" noenhanced
set xlabel "TFLOP/s; dashed: peak of FP32"
set yrange [1.5:-0.5]
set grid x
set style fill solid 0.8 noborder
set key off
set ytics noenhanced
set linetype 1 lc rgb "#3182bd"
set linetype 2 lc rgb "#969696"
set xrange [0:68.2464<*]
set arrow from 66.9082,graph 0 to 66.9082,graph 1 nohead front lw 2 lc rgb "#d95f02" dt 2
plot $bars using (0):0:(0):2:($0-0.35):($0+0.35):3:ytic(1) with boxxyerror lc variable
