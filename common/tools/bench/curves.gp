# Products in binary operations: $points has a block for each line, with its name before it;
# library[i] is 1 where line i is a library's.
set terminal svg size 960,620 font "Helvetica,13" background "white"
set ylabel "T op/s"
set logscale y 10
set grid
set key outside right noenhanced reverse Left
# eight colors for the steps, then other points; libraries gray and dashed
colour = 0
set linetype 5 lc rgb "#8c6d31" # by itself yellow, which is hard to see on white
do for [i = 1:|library|] {
    if (library[i]) {
        set style line i dt 2 lw 2 lc rgb "#636363" pt 4 + i % 3
    } else {
        set style line i lw 2 lt colour % 8 + 1 pt 7 + colour / 8 * 2 ps 0.7
        colour = colour + 1
    }
}
set xlabel "n (m = n = k)"
set logscale x 2
plot for [i = 1:|library|] $points index i - 1 using 1:2 with linespoints ls i \
    title columnheader(1)
