// What one access of a warp costs, as rows to draw: the rules of common/emulator/counters/units.c.
// An access here is {space, type, bytes, lanes: [{lane, address}]}; addresses are in bytes, and
// equal to the real ones modulo 128.
"use strict";
var View = globalThis.View = globalThis.View || {};

(function () {
const SECTOR = 32, LINE = 128, WORD = 4, BANKS = 32;

// Of a line of memory: its words, each with the lanes that ask for it, and which sectors move.
const newRow = (line) => ({
    line, words: Array.from({ length: BANKS }, () => ({ lanes: [] })),
    sectors: [false, false, false, false], again: false
});

function fill(row, lane, address, bytes) {
    const first = address - row.line * LINE;
    for (let at = Math.max(0, first); at < Math.min(LINE, first + bytes); at++) {
        const { lanes } = row.words[Math.floor(at / WORD)];
        if (!lanes.includes(lane)) lanes.push(lane);
        row.sectors[Math.floor(at / SECTOR)] = true;
    }
}

// A list's members by what keyOf says of each, in the order in which keys come.
View.grouped = function (list, keyOf) {
    const groups = new Map();
    for (const one of list) {
        const key = keyOf(one);
        if (!groups.has(key)) groups.set(key, []);
        groups.get(key).push(one);
    }
    return groups;
};

// Loads and stores of global memory: a row for each 128-byte line that is touched.
function globalRows(access) {
    const rows = new Map();
    for (const { lane, address } of access.lanes)
        for (let line = Math.floor(address / LINE); line * LINE < address + access.bytes; line++) {
            if (!rows.has(line)) rows.set(line, newRow(line));
            fill(rows.get(line), lane, address, access.bytes);
        }
    return [...rows.values()].sort((a, b) => a.line - b.line);
}

// Atomics of global memory: a row for each pass over a line. Lanes with one address need a pass
// each.
function atomicRows(access) {
    const rows = [], lines = View.grouped(access.lanes, (one) => Math.floor(one.address / LINE));
    for (const [line, lanes] of [...lines].sort((a, b) => a[0] - b[0])) {
        let row = newRow(line), inPass = new Set();
        for (const { lane, address } of lanes) {
            if (inPass.has(address)) {
                rows.push(row);
                row = { ...newRow(line), again: true };
                inPass = new Set();
            }
            inPass.add(address);
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
    let parts = access.type === "atomic" ? 1 : Math.max(1, access.bytes / 4);
    if (parts > 1 && access.type === "load" &&
        (pairsShare(access.lanes, 1) || pairsShare(access.lanes, 2)))
        parts /= 2;
    return View.grouped(access.lanes, (one) => Math.floor(one.lane * parts / 32)).values();
}

// Shared memory: a row for each wavefront. In a row each bank delivers one word; to atomics, one
// for each lane.
function sharedRows(access) {
    const rows = [], atomic = access.type === "atomic", bytes = atomic ? 1 : access.bytes;
    for (const part of partsOf(access)) {
        const banks = Array.from({ length: BANKS }, () => []);
        for (const { lane, address } of part)
            for (let word = Math.floor(address / WORD); word * WORD < address + bytes; word++) {
                const bank = banks[word % BANKS];
                const known = !atomic && bank.find((one) => one.word === word);
                if (known)
                    known.lanes.push(lane);
                else
                    bank.push({ word, lanes: [lane] });
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
const constantRows = (access) => [...View.grouped(access.lanes, (one) => one.address)]
    .sort((a, b) => a[0] - b[0])
    .map(([address, lanes], i) => ({ address, lanes: lanes.map((one) => one.lane), again: i > 0 }));

// {rows, units}: what there is to draw, and how much it costs.
View.cost = function (access) {
    const rows = { shared: sharedRows, constant: constantRows,
        global: access.type === "atomic" && !access.wild ? atomicRows : globalRows
    }[access.space](access);
    const units = ({ sectors }) => sectors ? sectors.filter(Boolean).length : 1;
    return { rows, units: rows.reduce((sum, row) => sum + units(row), 0) };
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

View.usedBytes = ({ lanes, bytes }) => new Set(lanes.flatMap(
    ({ address }) => Array.from({ length: bytes }, (_, i) => address + i))).size;
})();
