// The pictures of docs that the code of `make view` draws: which lane touches which sector or bank.
// Arguments: the folder with the recorded programs (pictures.sh), and the folder for the pictures.
"use strict";
const fs = require("fs");
const path = require("path");
const view = path.join(__dirname, "../view");
for (const name of ["units.js", "data.js", "pictures.js"]) require(path.join(view, name));
const PICTURES = require("./lane_pictures.js");

const [, , records, out] = process.argv;
const read = (file) => fs.readFileSync(path.join(view, file), "utf8");
const [, dark] = read("view.css").match(/:root\[data-theme=dark\] ({[^}]*})/);
const style = read("pictures.css") +
    "svg text.title { font-size: 15px; font-weight: 600; text-anchor: start }\n" +
    `@media (prefers-color-scheme: dark) { :root ${dark} }`;
const GROUND = '<rect width="100%" height="100%" fill="var(--ground, #fff)"/>';
const LEFT = 8, WIDTH = 800, MOST_CHARACTERS = 132;

const known = new Map();
function dataOf(record) {
    if (!known.has(record)) {
        const text = fs.readFileSync(path.join(records, `${record}.json`), "utf8");
        known.set(record, View.prepare(JSON.parse(text)));
    }
    return known.get(record);
}

function launchOf(data, kernel) {
    const launch = data.launches.find((one) => !kernel || one.kernel === kernel);
    if (!launch) throw new Error(`no launch of ${kernel} was recorded`);
    return launch;
}

// The `nth` access of block 0's warp 0 that is of this kind, and where `stride` is given has that
// many bytes between its lanes.
function accessOf({ record, kernel, space, type, stride, text, nth = 1 }) {
    const data = dataOf(record), launch = launchOf(data, kernel);
    const found = launch.accesses.map((_, index) => launch.access(index))
                      .filter((one) => one.block === 0 && one.warp === 0 && one.time > 0 &&
                              one.space === space && one.type === type &&
                              (stride === undefined || View.strideOf(one) === stride) &&
                              (!text || data.textOf(launch.places[one.place].line).includes(text)))
                      .sort((a, b) => a.time - b.time);
    if (found.length < nth)
        throw new Error(`${found.length} ${space} ${type}s of ${stride} bytes in ${kernel}`);
    return found[nth - 1];
}

// An access that no program here makes: `at` gives the address of each of its lanes.
function madeOf({ space, type, bytes, lanes, at }) {
    const list =
        Array.from({ length: lanes ?? 32 }, (_, lane) => ({ lane, address: at(lane, lane) }));
    const access = { space, type, bytes, lanes: list, outside: [], start: 0, ideal: 1 };
    return {...access, ideal: Math.ceil(View.usedBytes(access) / 128) };
}

const text = (y, words, kind) =>
    `<text x="${LEFT}" y="${y}" class="${kind}">${View.escape(words)}</text>`;

// Words below one another, in lines that fit.
function wrapped(y, words) {
    const lines = [""];
    for (const word of words.split(" ")) {
        if (lines[lines.length - 1].length + word.length > MOST_CHARACTERS) lines.push("");
        lines[lines.length - 1] += `${word} `;
    }
    return {
        svg: lines.map((line, i) => text(y + 15 * i, line.trim(), "begin")).join(""),
        height: 15 * lines.length
    };
}

function legend(y, space, pictures) {
    let x = LEFT, body = "";
    for (const [kind, words] of View.legend(space, pictures)) {
        body += `<rect x="${x}" y="${y}" width="12" height="12" class="${kind}"/>` +
            `<text x="${x + 18}" y="${y + 10}" class="begin">${View.escape(words)}</text>`;
        x += 40 + 6 * words.length;
    }
    return body;
}

// One access under its title and what is to be said of it.
function panel(y, one) {
    const access = one.at ? madeOf(one) : accessOf(one), cost = View.cost(access);
    const words = View.explain(access, cost), said = wrapped(y + 18, words);
    const picture = View.picture(access, cost).replace(/ role="img" aria-label="[^"]*"/, "");
    return {
        space: access.space,
        says: `${one.title}: ${words}`,
        picture,
        svg: text(y, one.title, "begin mid strong") + said.svg +
            picture.replace("<svg ", `<svg y="${y + said.height + 9}" `),
        end: y + said.height + 9 + Number(picture.match(/ height="([\d.]+)"/)[1])
    };
}

function panels(title, list) {
    const drawn = [];
    for (const one of list)
        drawn.push(panel(drawn.length ? drawn[drawn.length - 1].end + 30 : 52, one));
    let y = drawn[drawn.length - 1].end + 9, legends = "";
    for (const space of new Set(drawn.map((one) => one.space))) {
        legends += legend(y, space,
            drawn.filter((one) => one.space === space).map((one) => one.picture).join(""));
        y += 20;
    }
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${y}" width="${
        WIDTH}" height="${y}" role="img"><title>${View.escape(title)}</title><desc>${
        View.escape(drawn.map((one) => one.says).join(" "))}</desc>${text(24, title, "title")}${
        drawn.map((one) => one.svg).join("")}${legends}</svg>`;
}

const DRAW = {
    panels: ({ title, panels: list }) => panels(title, list),
    access: (one) => View.picture(accessOf(one), View.cost(accessOf(one))),
    life: ({ record }) =>
        View.lifePicture(dataOf(record), dataOf(record).launches[0].lives[0], -1).svg,
    meeting: ({ record }) => {
        const data = dataOf(record), finding = data.findings.find((one) => one.meeting);
        return View.meetingPicture(View.meetingOf(data, data.launches[0], finding));
    }
};

for (const [name, what] of Object.entries(PICTURES)) {
    const svg = DRAW[what.draw](what)
                    .replace(/^(<svg[^>]*>)/,
                        `$1<style>${style}</style>${GROUND}`)
                    .replace(/><title>[^<]*<\/title><\/rect>/g, "/>");
    fs.writeFileSync(path.join(out, `${name}.svg`), svg + "\n");
}
