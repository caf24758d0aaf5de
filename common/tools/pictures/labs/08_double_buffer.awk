# Lab 08, step 5: what a block does over time in step 4 and in step 5, for three pairs of tiles. The
# lengths are not measured. Needs svg.awk.
BEGIN {
    ink = "#252525"
    soft = "#595959"
    edge = "#ffffff"
    fill[0] = "#fdae6b"
    fill[1] = "#9ecae1"
    fill[2] = "#a1d99b"
    left = 190
    high = 26
    unit = 22
    svg_open(1000, 400, "One buffer and two buffers over time",
             "Step 4: fetch pair 0, write it, barrier, multiply, barrier, " \
             "fetch pair 1, and so on. " \
             "Step 5: while pair 0 is multiplied, pair 1 is on its way into registers; " \
             "it is written to the other buffer before the last products of pair 0.")
    svg_text(24, 30, "start", "Three pairs of tiles, 0, 1 and 2 (lengths are not to scale)",
             "font-size=\"16\" font-weight=\"bold\" fill=\"" ink "\"")
    single(70)
    double_buffered(230)
    svg_text(24, 386, "start",
             "Dashed: barriers. " \
             "Step 5 has one for each pair, and multiplies while the next pair is under way.",
             "font-size=\"12\" fill=\"" soft "\"")
    svg_close()
}

function row_name(y, text)
{
    svg_text(left - 10, y + 17, "end", text, "font-size=\"12\" fill=\"" soft "\"")
}

# Something with pair `pair`, from `start` on, `length_` units long.
function bar(y, start, length_, pair, text)
{
    svg_box(left + start * unit, y, length_ * unit, high, fill[pair], edge)
    svg_text(left + (start + length_ / 2) * unit, y + 17, "middle", text,
             "font-size=\"12\" fill=\"" ink "\"")
}

function barrier(y, rows, at)
{
    svg_line(left + at * unit, y - 4, left + at * unit, y + rows * 32 - 2, ink,
             "stroke-dasharray=\"4 3\"")
}

function single(y,  pair, at)
{
    svg_text(24, y - 12, "start", "Step 4", "font-weight=\"bold\" fill=\"" ink "\"")
    row_name(y, "global to registers")
    row_name(y + 32, "to shared memory")
    row_name(y + 64, "products")
    for (pair = 0; pair < 3; pair++) {
        at = pair * 12
        bar(y, at, 5, pair, "read " pair)
        bar(y + 32, at + 5, 1, pair, pair)
        bar(y + 64, at + 6, 6, pair, "multiply " pair)
        barrier(y, 3, at + 6)
        barrier(y, 3, at + 12)
    }
}

function double_buffered(y,  pair, at)
{
    svg_text(24, y - 12, "start", "Step 5", "font-weight=\"bold\" fill=\"" ink "\"")
    row_name(y, "global to registers")
    row_name(y + 32, "to buffer 0")
    row_name(y + 64, "to buffer 1")
    row_name(y + 96, "products")
    bar(y, 0, 5, 0, "read 0")
    bar(y + 32, 5, 1, 0, "0")
    barrier(y, 4, 6)
    for (pair = 0; pair < 3; pair++) {
        at = 6 + pair * 7
        if (pair < 2) {
            bar(y, at, 5, pair + 1, "read " pair + 1)
            bar(y + (pair ? 32 : 64), at + 5, 1, pair + 1, pair + 1)
            barrier(y, 4, at + 6)
        }
        bar(y + 96, at, 5, pair, "l = 0 ... 6 of " pair)
        bar(y + 96, pair < 2 ? at + 6 : at + 5, 1, pair, "7")
    }
}
