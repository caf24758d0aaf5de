// Plots, drawn by gnuplot from scripts in build/plots: bars of what was reached and lines for the
// ceilings; of a result in binary operations curves over the sizes, and a roofline.
"use strict";
const fs = require("fs");
const { spawnSync } = require("child_process");
const { die, labs, number, isKind, isWrong, isBinary, byArithmetic, isArithmetic, bestOf } =
    require("./results.js");
const sizes = require("./sizes.js");

const digits = (value) => String(Number(value.toPrecision(6)));
const quoted = (text) => `"${text.replace(/["\\]/g, "")}"`;
const put = (name, text) =>
    `set output "docs/results/${name}.svg"\nset title "${text}" noenhanced\n`;

// One bar: its name, what was reached, its color.
function bar(name, row, arithmetic) {
    const reached = arithmetic ? number(row, "gflops") / 1e3 : number(row, "gbytes_per_s");
    return `${quoted(name)} ${digits(reached)} ${isKind(row, "solution") ? 1 : 2}\n`;
}

const ceiling = (at, dash) => at > 0
    ? `set arrow from ${digits(at)},graph 0 to ${
          digits(at)},graph 1 nohead front lw 2 lc rgb "#d95f02"${dash}\n` : "";

function barsScript(from, name, bars, arithmetic) {
    const { device } = from;
    const peak = number(device, arithmetic ? "peak_gflops" : "peak_gbytes_per_s") /
        (arithmetic ? 1e3 : 1);
    const axis = arithmetic ? "TFLOP/s; dashed: peak of FP32"
                            : "GB/s; line: a copy, dashed: by the clocks";
    return `$bars << EOD\n${bars.join("")}EOD\n` +
        `set terminal svg size 900,${130 + 28 * bars.length} font "Helvetica,13" ` +
        'background "white"\n' + put(name, `${name}: ${device.name}, ${from.headline}`) +
        `set xlabel "${axis}"\nset yrange [${bars.length - 1}.5:-0.5]\nset grid x\n` +
        "set style fill solid 0.8 noborder\nset key off\nset ytics noenhanced\n" +
        'set linetype 1 lc rgb "#3182bd"\nset linetype 2 lc rgb "#969696"\n' +
        `set xrange [0:${peak > 0 ? digits(1.02 * peak) : 1}<*]\n` + ceiling(peak, " dt 2") +
        (arithmetic ? "" : ceiling(number(device, "copy_gbytes_per_s"), "")) +
        "plot $bars using (0):0:(0):2:($0-0.35):($0+0.35):3:ytic(1) with boxxyerror lc variable\n";
}

// All rows of a result at its headline size.
function drawResult(r) {
    const arithmetic = isArithmetic(r);
    const rows = r.rows.filter((row) => !isWrong(row) && row.size === r.headline && row.ms > 0 &&
        isKind(row, "solution", "library", "ceiling"));
    if (rows.length)
        draw(r.lab,
            barsScript(r, r.lab, rows.map((row) => bar(row.label, row, arithmetic)), arithmetic));
}

// Every lab's best step, those that arithmetic limits left out: they have another axis.
function drawLadder() {
    const best = labs.map((lab) => ({ id: lab.id, ...bestOf(lab.id) }))
                     .filter((one) => one.row && !byArithmetic(one.row));
    if (best.length)
        draw("ladder",
            barsScript(best[best.length - 1].from, "ladder",
                best.map((one) => bar(one.id, one.row, false)), false));
}

// The lines of a plot over `x`: the libraries, dashed, and the steps that beat FP32 somewhere.
function curves(s, x) {
    const best = (line) => Math.max(0, ...s.sizes.map((size) => sizes.reached(line, size) || 0));
    const least = Math.max(0, ...s.lines.filter((line) => line.label.includes("FP32")).map(best));
    const data = s.lines.map((line, i) => `$line${i} << EOD\n` +
            s.sizes.filter((size) => Number.isFinite(sizes.reached(line, size)))
                .map((size) => `${digits(x(line, size))} ${digits(sizes.reached(line, size))}\n`)
                .join("") + "EOD\n").join("");
    let color = 0;
    const plots = s.lines.map((line, i) => {
        const is = line.kind === "library";
        if (line.kind === "setting" || (!is && best(line) <= 1.1 * least)) return null;
        // gnuplot has eight colors: then other points
        const style = is ? `dt 2 lw 2 lc rgb "#636363" pt ${4 + i % 3}`
                         : `lw 2 lt ${color % 8 + 1} pt ${7 + Math.floor(color++ / 8) * 2} ps 0.7`;
        return `$line${i} using 1:2 with linespoints ${style} title ${quoted(line.label)}`;
    });
    return { data, plots: plots.filter(Boolean) };
}

const begin = (r, name, what) =>
    'set terminal svg size 960,620 font "Helvetica,13" background "white"\n' +
    put(name, `${what}, ${r.device.name}`) + 'set ylabel "T op/s"\nset logscale y 10\n' +
    "set grid\nset key outside right noenhanced reverse Left\n";

function drawSizes(r) {
    const { data, plots } = curves(sizes.of(r), (line, size) => sizes.numbers(size)[2]);
    draw(r.lab, data + begin(r, r.lab, "Products of +1 and -1 against cuBLAS") +
            'set xlabel "n (m = n = k)"\nset logscale x 2\nplot ' + plots.join(", \\\n     ") +
            "\n");
}

function drawRoofline(r) {
    const { data, plots } = curves(sizes.of(r), sizes.intensity), name = `${r.lab}_roofline`;
    for (const [what, key] of [["FP32", "peak_gflops"], ["population counts", "peak_popc_gops"],
             ["binary tensor cores", "peak_binary_gops"]]) {
        const peak = number(r.device, key) / 1e3, at = peak > 0 && digits(peak);
        if (at)
            plots.push(`x * copy < ${at} ? x * copy : ${at} lw 2 lc rgb "#d95f02" ` +
                `title "roof: ${what}, ${peak.toFixed(0)}"`);
    }
    draw(name, data + begin(r, name, "Roofline: one point for each size") +
            'set xlabel "operations for each byte read or written once"\n' +
            "set logscale x 10\nset xrange [100:200000]\nset samples 400\n" +
            `copy = ${digits(number(r.device, "copy_gbytes_per_s") / 1e3)}\nplot ` +
            plots.join(", \\\n     ") + "\n");
}

// Lets gnuplot draw docs/results/NAME.svg.
function draw(name, script) {
    const file = `build/plots/${name}.gp`;
    fs.mkdirSync("build/plots", { recursive: true });
    fs.writeFileSync(file, script);
    const { error, status } = spawnSync("gnuplot", [file], { stdio: "inherit" });
    if (error) console.error(`render: gnuplot is missing: docs/results/${name}.svg is not drawn`);
    else if (status) die(`gnuplot fails on ${file}`);
}

function drawOne(r) {
    if (!r.rows.some(isBinary)) return drawResult(r);
    drawSizes(r);
    return drawRoofline(r);
}

module.exports = { drawOne, drawLadder };
