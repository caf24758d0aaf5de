// What the page draws, held against the counters: for every recorded access the units that are
// drawn, and for launches that are there whole the sum of them. Arguments: VIEW.json, and
// COUNTERS.json or nothing. Prints what is wrong, and exits with 1, or how much was right.
"use strict";
require("../../tools/view/units.js");
require("../../tools/view/data.js");
require("../../tools/view/pictures.js");
const fs = require("fs");

const data = View.prepare(JSON.parse(fs.readFileSync(process.argv[2], "utf8")));
const counters = process.argv[3] ? JSON.parse(fs.readFileSync(process.argv[3], "utf8")) : null;
let accesses = 0, places = 0, whole = 0, metrics = 0;
const wrong = [];

const drawnUnits = (svg) => (svg.match(/class="unit /g) || []).length;

function checkAccess(launch, index) {
    const access = launch.access(index), cost = View.cost(access);
    const drawn = drawnUnits(View.picture(access, cost)),
          what = `${launch.kernel}, access ${index}`;
    if (cost.units !== access.units)
        wrong.push(`${what}: ${cost.units} units, counted ${access.units}`);
    if (drawn !== access.units) wrong.push(`${what}: ${drawn} drawn, counted ${access.units}`);
    if (!launch.places[access.place]) wrong.push(`${what}: of no place`);
    accesses++;
    return {
        units: drawn,
        lanes: access.lanes.length,
        ideal: access.ideal,
        bytes: access.lanes.length * access.bytes,
        requests: 1
    };
}

// All accesses of a place, added up.
function checkPlaces(launch, sums) {
    launch.places.forEach((place, index) => {
        for (const key of ["requests", "lanes", "bytes", "units", "ideal"]) {
            const drawn = sums[index]?.[key] ?? 0;
            if (drawn !== place[key])
                wrong.push(`${launch.kernel}, line ${data.numberOf(place.line)}: ${drawn} ${
                    key} drawn, ${place[key]} counted`);
        }
        places++;
    });
}

const METRICS = {
    "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum": ["global", "load"],
    "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum": ["global", "store"],
    "l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum": ["global", "atomic"],
    "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum": ["shared", "load"],
    "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum": ["shared", "store"],
    "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom.sum": ["shared", "atomic"],
    "emu__constant_words.sum": ["constant", "load"]
};

function checkMetrics(launch, sums) {
    const counted = counters[launch.number].metrics;
    for (const [name, [space, type]] of Object.entries(METRICS)) {
        const drawn = launch.places.reduce((sum, place, i) => sum +
                (place.space === space && place.type === type ? sums[i]?.units ?? 0 : 0),
            0);
        if (drawn !== counted[name])
            wrong.push(`${launch.kernel}: ${name} is ${counted[name]}, drawn ${drawn}`);
        metrics++;
    }
}

for (const launch of data.launches) {
    const sums = {};
    launch.accesses.forEach((access, index) => {
        const one = checkAccess(launch, index);
        sums[access[0]] = sums[access[0]] || {};
        for (const key of Object.keys(one))
            sums[access[0]][key] = (sums[access[0]][key] || 0) + one[key];
    });
    for (const life of launch.lives) {
        View.lifePicture(data, life, -1);
        const drawn = View.timelineOf(launch, life), most = View.bytesUnderWay(drawn);
        if (/NaN|undefined/.test(View.timelinePicture(data, drawn, drawn.end || 1, 4096).svg))
            wrong.push(`${launch.kernel}: a broken timeline`);
        if (most.some(([, bytes]) => bytes < 0) || most.at(-1)?.[1])
            wrong.push(`${launch.kernel}: bytes under way that never were`);
    }
    if (launch.left_out > 0) continue;
    whole++;
    checkPlaces(launch, sums);
    if (counters) checkMetrics(launch, sums);
}
if (wrong.length) {
    console.log(wrong.slice(0, 20).join("\n"));
    process.exit(1);
}
console.log(`${accesses} accesses, ${whole} whole launches, ${places} places, ${
    metrics} counters: as counted`);
