// The pictures of docs that `make view`'s own code draws. Arguments: FILE.json (EMU_VIEW), what to
// draw, the picture's file. What:
//   access LINE SPACE TYPE   the dearest access of that kind in that line of the source
//   life                     of the first warp
//   race                     the first finding's two threads
"use strict";
const fs = require("fs");
const path = require("path");
const view = path.join(__dirname, "../view");
for (const name of ["units.js", "data.js", "pictures.js"]) require(path.join(view, name));

const [, , json, what, out, text, space, type] = process.argv;
const data = View.prepare(JSON.parse(fs.readFileSync(json, "utf8"))), launch = data.launches[0];

function accessOf() {
    const place = launch.places.findIndex(
        (p) => data.textOf(p.line).includes(text) && p.space === space && p.type === type);
    const index = launch.ofPlace.get(place)?.[0];
    if (index === undefined) throw new Error(`no ${space} ${type} in a line with '${text}'`);
    return launch.access(index);
}

const race = () => View.meetingPicture(
    View.meetingOf(data, launch, data.findings.find((finding) => finding.meeting)));

const draw = {
    access: () => View.picture(accessOf(), View.cost(accessOf())),
    life: () => View.lifePicture(data, launch.lives[0], -1).svg,
    race
};
const style = fs.readFileSync(path.join(view, "pictures.css"), "utf8");
const svg = draw[what]().replace(
    /^(<svg[^>]*>)/, `$1<style>${style}</style><rect width="100%" height="100%" fill="#fff"/>`);
fs.writeFileSync(out, svg.replace(/<title>[^<]*<\/title>/g, "").replace(/><\/rect>/g, "/>") + "\n");
