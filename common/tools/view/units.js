// What one access of a warp costs, as rows to draw: the rules of common/emulator/counters/units.c.
// An access here is {space, type, bytes, lanes: [{lane, address}]}; addresses are in bytes, and
// equal to the real ones modulo 128.
"use strict";
var View = globalThis.View = globalThis.View || {};

(function () {
const SECTOR = 32, LINE = 128, WORD = 4, BANKS = 32;

const emptyWords = () => Array.from({ length: BANKS }, () => ({ lanes: [], bytes: 0 }));

// Notes in a row's 32 words which bytes of them this lane asks for.
function fill(row, lane, address, bytes) {
    for (let at = address; at < address + bytes; at++) {
        const word = row.words[Math.floor((at - row.line * LINE) / WORD)];
        if (!word) continue;
        if (!word.lanes.includes(lane)) word.lanes.push(lane);
        word.bytes |= 1 << (at % WORD);
    }
}

const sectorsOf = (row) => row.sectors.filter(Boolean).length;

function markSectors(row, address, bytes) {
    const first = Math.floor(address / SECTOR), last = Math.floor((address + bytes - 1) / SECTOR);
    for (let s = first; s <= last; s++)
        if (Math.floor(s / 4) === row.line) row.sectors[s - 4 * row.line] = true;
}

const newRow = (line) =>
    ({ line, words: emptyWords(), sectors: [false, false, false, false], again: false });

// Loads and stores of global memory: a row for each 128-byte line that is touched.
function globalRows(access) {
    const rows = new Map();
    for (const { lane, address } of access.lanes)
        for (let line = Math.floor(address / LINE); line * LINE < address + access.bytes; line++) {
            if (!rows.has(line)) rows.set(line, newRow(line));
            markSectors(rows.get(line), address, access.bytes);
            fill(rows.get(line), lane, address, access.bytes);
        }
    return [...rows.values()].sort((a, b) => a.line - b.line);
}

// Atomics of global memory: a row for each pass over a line. Lanes with one address need a pass
// each.
function atomicRows(access) {
    const rows = [], lines = new Map();
    for (const one of access.lanes) {
        const line = Math.floor(one.address / LINE);
        if (!lines.has(line)) lines.set(line, []);
        lines.get(line).push(one);
    }
    for (const [line, lanes] of [...lines].sort((a, b) => a[0] - b[0])) {
        let row = newRow(line), inPass = new Set();
        for (const { lane, address } of lanes) {
            if (inPass.has(address)) {
                rows.push(row);
                row = newRow(line);
                row.again = true;
                inPass = new Set();
            }
            inPass.add(address);
            row.sectors[Math.floor(address / SECTOR) % 4] = true;
            fill(row, lane, address, access.bytes);
        }
        rows.push(row);
    }
    return rows;
}

// Every lane has the address of the lane whose number differs in `bit`, if that one takes part.
function pairsShare(lanes, bit) {
    const by = new Map(lanes.map((one) => [one.lane, one.address]));
    return lanes.every((one) => !by.has(one.lane ^ bit) || by.get(one.lane ^ bit) === one.address);
}

// The lanes that shared memory serves at once: all, or halves or quarters of the warp.
function partsOf(access) {
    let parts = access.type === "atomic" ? 1 : access.bytes === 16 ? 4 : access.bytes === 8 ? 2 : 1;
    if (parts > 1 && access.type === "load" &&
        (pairsShare(access.lanes, 1) || pairsShare(access.lanes, 2)))
        parts /= 2;
    const size = 32 / parts;
    return Array
        .from({ length: parts },
            (_, p) => access.lanes.filter((one) => Math.floor(one.lane / size) === p))
        .filter((part) => part.length > 0);
}

// Shared memory: a row for each wavefront. In a row each bank delivers one word.
function sharedRows(access) {
    const rows = [];
    for (const part of partsOf(access)) {
        const banks = Array.from({ length: BANKS }, () => []);
        for (const { lane, address } of part) {
            if (access.type === "atomic") {
                banks[Math.floor(address / WORD) % BANKS].push(
                    { word: Math.floor(address / WORD), lanes: [lane] });
                continue;
            }
            for (let w = Math.floor(address / WORD); w * WORD < address + access.bytes; w++) {
                const bank = banks[w % BANKS], known = bank.find((one) => one.word === w);
                if (!known)
                    bank.push({ word: w, lanes: [lane] });
                else if (!known.lanes.includes(lane))
                    known.lanes.push(lane);
            }
        }
        for (const bank of banks) bank.sort((a, b) => a.word - b.word);
        const depth = Math.max(...banks.map((bank) => bank.length));
        for (let d = 0; d < depth; d++)
            rows.push(
                { again: d > 0, words: banks.map((bank) => bank[d] || { word: -1, lanes: [] }) });
    }
    return rows;
}

// Constant memory: a row for each address.
function constantRows(access) {
    const rows = new Map();
    for (const { lane, address } of access.lanes) {
        if (!rows.has(address)) rows.set(address, { address, lanes: [], again: rows.size > 0 });
        rows.get(address).lanes.push(lane);
    }
    return [...rows.values()]
        .sort((a, b) => a.address - b.address)
        .map((row, i) => ({...row, again: i > 0 }));
}

// {rows, units, unit}: what there is to draw, how much it costs, and in what.
View.cost = function (access) {
    if (access.space === "shared") {
        const rows = sharedRows(access);
        return { rows, units: rows.length, unit: "wavefront" };
    }
    if (access.space === "constant") {
        const rows = constantRows(access);
        return { rows, units: rows.length, unit: "word" };
    }
    const rows = access.type === "atomic" && !access.wild ? atomicRows(access) : globalRows(access);
    return { rows, units: rows.reduce((sum, row) => sum + sectorsOf(row), 0), unit: "sector" };
};

// Bytes between one lane and the next where that is the same everywhere, else null.
View.strideOf = function (access) {
    const lanes = access.lanes;
    if (lanes.length < 2) return null;
    const step = (lanes[1].address - lanes[0].address) / (lanes[1].lane - lanes[0].lane);
    const same =
        lanes.every((one) => one.address - lanes[0].address === step * (one.lane - lanes[0].lane));
    return same ? step : null;
};

View.usedBytes = (access) => {
    const used = new Set();
    for (const { address } of access.lanes)
        for (let i = 0; i < access.bytes; i++) used.add(address + i);
    return used.size;
};
})();
