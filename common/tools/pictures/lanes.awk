# What the lanes of a warp touch, drawn from the emulator's record (EMU_ADDRESSES; the variable
# `trace` names the file). Needs svg.awk. lanes_read(kernel): the accesses of that kernel's first
# warp. lanes_find(space, type, shape, nth): the number of the nth of them of this space and type
# whose shape is "line" (neighbouring addresses) or "same" (one address) or "any". lanes_panel(y,
# title, access): one of them, drawn.
function lanes_read(kernel,  text, field, n, lane)
{
    lanes_count = 0
    close(trace)
    while ((getline text < trace) > 0) {
        n = split(text, field, ",")
        if (field[2] != kernel)
            continue
        lanes_count++
        lanes_space[lanes_count] = field[4]
        lanes_type[lanes_count] = field[5]
        lanes_bytes[lanes_count] = field[6] + 0
        for (lane = 0; lane < 32; lane++)
            lanes_at[lanes_count, lane] = lane + 8 <= n ? field[lane + 8] : ""
    }
    if (!lanes_count) {
        print "no record of " kernel " in " trace > "/dev/stderr"
        exit failed = 1
    }
}

function lanes_shape(a)
{
    return lanes_at[a, 0] == lanes_at[a, 31] ? "same" : lanes_at[a, 31] - lanes_at[a, 0] == 31 * lanes_bytes[a] ? "line" : "other"
}

function lanes_find(space, type, shape, nth,  a)
{
    for (a = 1; a <= lanes_count; a++)
        if (lanes_space[a] == space && lanes_type[a] == type && (shape == "any" || lanes_shape(a) == shape) && --nth == 0)
            return a
    print "no " shape " " type " of " space " memory" > "/dev/stderr"
    exit failed = 1
}

# Above: the lanes. Below: the sectors (of shared and constant memory: the words) that they touch,
# those that are asked for filled.
function lanes_panel(y, title, a,  unit, lane, b, first, units, order, n, i, j, t, width, x, from, used, what, left)
{
    unit = lanes_space[a] == "global" ? 32 : 4
    left = 40
    svg_text(left, y, "start", title, "font-weight=\"bold\" fill=\"#252525\"")
    n = 0
    for (lane = 0; lane < 32; lane++)
        for (b = 0; lanes_at[a, lane] != "" && b < lanes_bytes[a]; b += 4) {
            t = lanes_at[a, lane] + b
            lanes_wanted[t] = 1
            if (!(int(t / unit) in units)) {
                units[int(t / unit)] = 1
                order[n++] = int(t / unit)
            }
        }
    width = int((832 - 6 * n) / (n * unit / 4))
    if (width > 26)
        width = 26
    for (i = 1; i < n; i++)
        for (j = i; j > 0 && order[j - 1] > order[j]; j--) {
            t = order[j]; order[j] = order[j - 1]; order[j - 1] = t
        }
    x = left + int((832 - n * (int(unit / 4) * width + 6)) / 2)
    for (i = 0; i < n; i++)
        for (j = 0; j < unit / 4; j++) {
            t = order[i] * unit + 4 * j
            lanes_place[t] = x + i * (int(unit / 4) * width + 6) + j * width
            svg_box(lanes_place[t], y + 84, width, 20, t in lanes_wanted ? "#d95f02" : "#fdd0a2", "#bdbdbd")
            used += t in lanes_wanted
        }
    for (lane = 0; lane < 32; lane++) {
        from = left + lane * 26
        if (lanes_at[a, lane] != "") {
            svg_line(from + 13, y + 30, lanes_place[lanes_at[a, lane]] + int(width / 2), y + 84, "#d95f02", "stroke-width=\"1\"")
            if (lanes_bytes[a] > 4)
                svg_line(from + 13, y + 30, lanes_place[lanes_at[a, lane] + lanes_bytes[a] - 4] + int(width / 2), y + 84, "#d95f02", "stroke-width=\"1\"")
        }
        svg_box(from + 1, y + 12, 24, 18, "#deebf7", "#6baed6")
        svg_text(from + 13, y + 25, "middle", lane, "font-size=\"10\" fill=\"#252525\"")
    }
    what = unit == 32 ? n " sector" (n == 1 ? "" : "s") " of 32 bytes, " 4 * used " bytes of " 32 * n " asked for" \
                      : n " word" (n == 1 ? "" : "s") " for " 32 " lanes"
    svg_text(left, y + 124, "start", what "; the first byte is number " order[0] * unit " of its array", "font-size=\"12\" fill=\"#737373\"")
    for (t in lanes_wanted)
        delete lanes_wanted[t]
    for (t in lanes_place)
        delete lanes_place[t]
}
