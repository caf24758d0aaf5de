# Bars of what was reached, lines for the ceilings: $bars has name, value and color; peak; copy, NaN
# where arithmetic is the ceiling.
count = |$bars|
set terminal svg size 900,130 + 28 * count font "Helvetica,13" background "white"
set xlabel copy == copy ? "GB/s; line: a copy, dashed: by the clocks" \
                        : "TFLOP/s; dashed: peak of FP32"
set yrange [count - 0.5:-0.5]
set xrange [0:1.02 * peak < *]
set grid x
set key off
set ytics noenhanced
set style fill solid 0.8 noborder
set linetype 1 lc rgb "#3182bd"
set linetype 2 lc rgb "#969696"
set linetype 3 lw 2 lc rgb "#d95f02"
set arrow from peak,graph 0 to peak,graph 1 nohead front lt 3 dt 2
if (copy == copy) set arrow from copy,graph 0 to copy,graph 1 nohead front lt 3 dt 1
plot $bars using (0):0:(0):2:($0 - 0.35):($0 + 0.35):3:ytic(1) with boxxyerror lc variable
