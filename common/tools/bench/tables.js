// A result's tables in Markdown: the whole one, for docs/results, and the short one of a lab's
// page, with at most seven columns, the last of them another card's times.
"use strict";
const { number, volume, isKind, isWrong, isBinary, isArithmetic, others } = require("./results.js");
const sizes = require("./sizes.js");

const QUIET_SPREAD = 0.02;  // a short table names a spread from here on; docs/01 has the 2 %, too

// Thousands apart, a dash for NaN; decimals -1: four digits.
function figure(value, decimals) {
    if (!Number.isFinite(value)) return "–";
    if (decimals < 0) decimals = value >= 100 ? 0 : value >= 10 ? 1 : value >= 1 ? 2 : 4;
    const [whole, rest] = value.toFixed(decimals).split(".");
    return whole.replace(/\B(?=(\d{3})+$)/g, ",") + (rest ? `.${rest}` : "");
}
const cell = (value, decimals, unit = "") =>
    ` ${figure(value, decimals)}${Number.isFinite(value) ? unit : ""} |`;
// Rates below 100 have a decimal.
const rate = (row, key) => cell(number(row, key), number(row, key) < 100 ? 1 : 0);
const label = (row) => row.label.replace(/\|/g, "\\|");
const spread = (upTo, share) =>
    share > QUIET_SPREAD ? ` (spread ${upTo}${(100 * share).toFixed(1)} %)` : "";
const stepOf = (row) =>
    row.step >= 0 ? `${row.lab ? `${row.lab.slice(0, 2)}.` : ""}${row.step} ` : "";
const rule = (columns) => `\n|${"---|".repeat(columns)}\n`;

// Another card's results for the same lab, and what a column of theirs is called: a link from
// `folder`, which leads to docs/.
const ofOthers = (r) => others.filter((other) => other.lab === r.lab);
const cardLink = (other, folder) =>
    `[${other.card.toUpperCase()}](${folder}results/${other.card}/tables.md#${other.lab})`;

function wholeRow(row) {
    const begin = `| ${stepOf(row)}| ${label(row)}`;
    if (isWrong(row)) return `${begin} **(wrong)** | ${row.size} |${" – |".repeat(8)}\n`;
    return `${begin} | ${row.size} |` + cell(number(row, "ms"), -1) +
        cell(row.spread > 0 ? 100 * row.spread : NaN, 1, " %") + rate(row, "gbytes_per_s") +
        rate(row, "gflops") + cell(number(row, "percent_of_peak"), 1, " %") +
        cell(number(row, "percent_of_copy"), 1, " %") +
        cell(number(row, "speedup_over_previous"), 2, "×") +
        cell(number(row, "library_ratio"), 2, "×") + "\n";
}

// Products in binary operations have a table of their own (sizes.js).
const isInTables = (row) => !isKind(row, "reference") && !isBinary(row);

function wholeTable(r) {
    const rows = r.rows.filter(isInTables);
    const head = "\n| step | what | size | ms | spread | GB/s | GFLOP/s | of peak | of copy | " +
        "× before | × library |" + rule(11);
    return (rows.length ? head + rows.map(wholeRow).join("") : "") +
        (r.rows.some(isBinary) ? sizesTable(r, null) : "");
}

// Does a headline table have this row: one at the headline size, or of a step that was not
// measured there, at its largest size? What is no kernel stands in the tables of labs
// 01 and 02, settings in docs/results.
function isInHeadline(r, row) {
    if (isKind(row, "cpu", "transfer", "preparation", "setting")) return false;
    if (row.size === r.headline) return true;
    return isKind(row, "solution") &&
        !r.rows.some((other) => isKind(other, "solution") && other.step === row.step &&
                (other.size === r.headline || volume(other.size) > volume(row.size)));
}

// "4 ways" of the size "2048x2048, 4 ways"; undefined for a size without variants.
const variantOf = (row) => row.size.split(", ")[1];

// The row of another card's result that belongs to this one, where there is one. Rows of one name
// and size keep their order.
function rowLike(other, r, row) {
    const alike = (from) =>
        from.rows.filter((one) => one.label === row.label && one.size === row.size);
    const like = alike(other)[alike(r).indexOf(row)];
    return like && !isWrong(like) ? like : {};
}

function shortRow(r, row, usual, key) {
    const figures = isWrong(row) ? {} : row, speedup = number(figures, "speedup_over_previous");
    return `| ${stepOf(row)}${label(row)}${row.size === usual ? "" : `, ${row.size}`}` +
        (isWrong(row) ? " **(wrong)**" : spread("", row.spread)) + " |" +
        cell(number(figures, "ms"), -1) + rate(figures, key) +
        cell(number(figures, "percent_of_peak"), 1, " %") +
        cell(speedup, speedup < 100 ? 2 : 0, "×") +
        cell(number(figures, "library_ratio"), 2, "×") +
        ofOthers(r).map((other) => cell(number(rowLike(other, r, row), "ms"), -1)).join("") + "\n";
}

// For a size that has variants ("2048x2048, 4 ways"): a column for each.
function variantsTable(r) {
    const rows = r.rows.filter(variantOf), steps = rows.filter((row) => isKind(row, "solution"));
    if (!steps.length) return "";
    const columns = steps.filter((row) => row.label === steps[0].label);
    return `\n| ms at ${steps[0].size.split(",")[0]} |` +
        columns.map((row) => ` ${variantOf(row)} |`).join("") + rule(columns.length + 1) +
        steps.filter((row) => variantOf(row) === variantOf(steps[0]))
            .map((step) => `| ${stepOf(step)}${label(step)} |` +
                    rows.filter((row) => row.label === step.label)
                        .map((row) => cell(isWrong(row) ? NaN : number(row, "ms"), -1))
                        .join("") +
                    "\n")
            .join("");
}

// `folder`: from the page to docs/.
function shortTable(r, atHeadline, folder) {
    const rows = r.rows.filter((row) => isInTables(row) && !variantOf(row) &&
        (!atHeadline || isInHeadline(r, row)));
    const binary = r.rows.some(isBinary), flops = isArithmetic(r) && !binary;
    // the size that the caption names, and the rows do not
    const usual = (rows.find((row) => row.size === r.headline) ?? rows[rows.length - 1])?.size;
    const head = `\n| step | ms | ${flops ? "GFLOP/s" : "GB/s"} | of peak ` +
        "| × before | × library |" +
        ofOthers(r).map((other) => ` ${cardLink(other, folder)}, ms |`).join("") +
        rule(6 + ofOthers(r).length);
    return ` ${usual ? `Size ${usual} and spread` : "Spread"} below ${
               100 * QUIET_SPREAD} %, unless a row says otherwise.\n` +
        (usual ? head : "") +
        rows.map((row) => shortRow(r, row, usual, flops ? "gflops" : "gbytes_per_s")).join("") +
        variantsTable(r) + (binary ? sizesTable(r, folder) : "");
}

// For a result in binary operations: a column for each size. `folder` null: with every column, or
// else as a short table does.
function sizesTable(r, folder) {
    const s = sizes.of(r), cards = folder === null ? [] : ofOthers(r), at = sizes.common(s);
    const head = `\nT op/s (2 m n k operations)${
        folder === null ? "; in brackets how many times cuBLAS int8" : ""}.\n\n| step |` +
        (folder === null ? " what |" : "") +
        s.sizes.map((size) => ` ${sizes.short(size)} |`).join("") +
        cards.map((other) => ` ${cardLink(other, folder)}, ${sizes.short(at)} |`).join("") +
        (folder === null ? " spread at most |" : "") +
        rule(s.sizes.length + (folder === null ? 3 : 1 + cards.length));
    return head +
        s.lines.filter((line) => folder === null || line.kind !== "setting")
            .map((line) => sizesRow(s, line, at, cards, folder))
            .join("");
}

function sizesRow(s, line, at, cards, folder) {
    const measured = s.sizes.filter((size) => Number.isFinite(sizes.reached(line, size)));
    const most = Math.max(0, ...measured.map((size) => number(line.rows.get(size), "spread")));
    const figures = s.sizes.map((size) => {
        const value = sizes.reached(line, size), row = line.rows.get(size);
        const ratio = value / sizes.reached(s.baseline, size);
        const times = folder === null && Number.isFinite(ratio)
            ? ` (${ratio.toFixed(ratio < 0.995 ? 2 : 1)}×)` : "";
        return ` ${figure(value, value < 10 ? 1 : 0)}${times}${
            row && isWrong(row) ? " **(wrong)**" : ""} |`;
    });
    const elsewhere = cards.map((other) => {
        const same = sizes.of(other).lines.find((one) => one.label === line.label);
        const value = sizes.reached(same, at);
        return cell(value, value < 10 ? 1 : 0);
    });
    return `| ${stepOf(line)}${folder === null ? "| " : ""}${line.label}` +
        (folder === null ? "" : spread("up to ", most)) + " |" + figures.join("") +
        elsewhere.join("") + (folder === null ? ` ${(100 * most).toFixed(1)} % |` : "") + "\n";
}

module.exports = { wholeTable, shortTable, cell, rate, label };
