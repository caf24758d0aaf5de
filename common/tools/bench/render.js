// The last part of make bench: turns docs/results/NAME.json (a lab, or the ladder of a family of
// labs: NAME_ladder) into tables and plots. Tables go between the markers <!-- bench:NAME begin -->
// and <!-- bench:NAME end --> of README.md and the pages in docs and docs/results; bench:ladder is
// the best step of every lab, bench:NAME_headline has a result's rows at its headline size only.
// In docs/results a table has every column; elsewhere seven, one of them with another card's times
// (docs/results/CARD/NAME.json). docs/results/CARD/tables.md has all of that card.
// Plots go to docs/results as SVG, where gnuplot is there to draw them. Nothing is written before
// every result and every marker has been understood. Run in the repository's root.
"use strict";
const fs = require("fs");

// What is wrong with a result or a page, in a line.
process.on("uncaughtException", (error) => {
    console.error(`render: ${error.message}`);
    process.exit(1);
});

const { die, labs, isLab, isLadder, number, isBinary, byArithmetic, filesIn, results, others,
    bestOf } = require("./results.js");
const { wholeTable, shortTable, cell, rate, label } = require("./tables.js");
const { drawOne, drawLadder } = require("./plots.js");

function provenance({ device, toolkit, date }) {
    return `${device.name}, CUDA ${toolkit}, ${date}; ceilings: ${
        device.peak_gbytes_per_s.toFixed(0)} GB/s by the clocks, ${
        device.copy_gbytes_per_s.toFixed(0)} GB/s measured (copy), ${
        (device.peak_gflops / 1e3).toFixed(1)} TFLOP/s.`;
}

const picture = (name, folder) => fs.existsSync(`docs/results/${name}.svg`)
    ? `\n![${name}, measured](${folder}results/${name}.svg)\n` : "";

function resultTable(r, folder, atHeadline) {
    const table = folder === "../" ? `\n${wholeTable(r)}` : shortTable(r, atHeadline, folder);
    return provenance(r) + table + picture(r.lab, folder) +
        (r.rows.some(isBinary) ? picture(`${r.lab}_roofline`, folder) : "");
}

// Who measured them, with which toolkit, on which day, each once: ceilings differ by the noise.
function origins(best) {
    const origin = ({ device, toolkit, date }) => [device.name, toolkit, date].join();
    const from = best.filter(Boolean).map((one) => one.from);
    return from.filter((r, i) => i === 0 || origin(r) !== origin(from[i - 1]))
        .map((r) => `${provenance(r)}\n`).join("");
}

function ladderRow(lab, best, folder) {
    const page = fs.existsSync(`docs/${lab.id}.md`);
    const link = page ? `[${lab.id}](${folder}${lab.id}.md)` : lab.id;
    if (!best) return `| ${link} | not measured yet |${" – |".repeat(7)}\n`;
    const { row, from: { device } } = best, arithmetic = byArithmetic(row);
    const [share, unit] = !arithmetic ? [number(row, "percent_of_copy"), "copy"] :
        isBinary(row) ? [100 * row.gflops / device.peak_binary_gops, "binary tensor cores"]
                      : [100 * row.gflops / device.peak_gflops, "FP32 peak"];
    return `| ${link} | ${label(row)} | ${row.size} |` + cell(number(row, "ms"), -1) +
        cell(100 * number(row, "spread"), 1, " %") + rate(row, "gbytes_per_s") +
        rate(row, "gflops") + cell(share, 1, ` % (${unit})`) +
        cell(number(row, "library_ratio"), 2, "×") + "\n";
}

function ladderTable(folder) {
    const best = labs.map((lab) => bestOf(lab.id));
    return origins(best) + "\n| lab | its best step | size | ms | spread | GB/s | GFLOP/s | " +
        `of the ceiling | × library |\n|${"---|".repeat(9)}\n` +
        labs.map((lab, i) => best[i] || fs.existsSync(`solutions/${lab.file}`)
                ? ladderRow(lab, best[i], folder) : "").join("") + picture("ladder", folder);
}

// What belongs between the markers called `marker` in `page`.
function block(page, marker) {
    const folder = page.startsWith("docs/results/") ? "../"
        : page.startsWith("docs/") ? "" : "docs/";
    const name = marker.replace(/_headline$/, "");
    const r = results.find((one) => one.lab === name);
    if (name !== "ladder" && !isLab(name) && !isLadder(name))
        die(`${page}: marker bench:${name}: there is no such lab in steps.h`);
    if (name === "ladder" && results.length) return ladderTable(folder);
    if (r) return resultTable(r, folder, name !== marker);
    return "*Not measured yet: `make bench` on a machine with a GPU fills this in.*\n";
}

// The page's text with its tables renewed.
function rendered(page) {
    const opening = "<!-- bench:", text = fs.readFileSync(page, "utf8");
    let made = "", at = 0;
    for (let marker; (marker = text.indexOf(opening, at)) >= 0;) {
        const begin = /^<!-- bench:([a-z0-9_]+) begin -->\n/.exec(text.slice(marker));
        if (!begin)
            die(`${page}: a marker that is not <!-- bench:NAME begin --> on a line of its own, ` +
                `or an end without a begin: ${text.slice(marker, marker + 60)}`);
        const inside = marker + begin[0].length, end = `<!-- bench:${begin[1]} end -->`;
        const close = text.indexOf(end, inside);
        if (close < 0 || text.indexOf(opening, inside) !== close)
            die(`${page}: marker bench:${begin[1]} has no end`);
        made += text.slice(at, inside) + block(page, begin[1]) + end;
        at = close + end.length;
    }
    return made + text.slice(at);
}

// Writes unless the file holds just that.
function put(file, text) {
    if (fs.existsSync(file) && fs.readFileSync(file, "utf8") === text) return;
    fs.writeFileSync(`${file}.new`, text);
    fs.renameSync(`${file}.new`, file);
    console.log(`${file}: written`);
}

if (!fs.existsSync("README.md"))
    die("there is no README.md here: run this in the repository's root");
const pages = ["README.md", ...filesIn("docs", ".md"), ...filesIn("docs/results", ".md")];
for (const page of pages) rendered(page); // only looks: a picture may not be drawn yet
results.forEach(drawOne);
if (results.length) drawLadder();
for (const page of pages) put(page, rendered(page));
for (const card of new Set(others.map((r) => r.card))) {
    const own = others.filter((r) => r.card === card);
    put(`docs/results/${card}/tables.md`,
        `# ${own[0].device.name}: whole tables\n\nWritten by \`make bench\` from the JSON files ` +
            "here.\n" +
            own.map((r) => `\n## ${r.lab}\n\n${provenance(r)}\n${wholeTable(r)}`).join(""));
}
