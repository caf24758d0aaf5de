// Pictures as a browser shows them, light and dark: no error, no request, no text outside or hard
// to read. Arguments: SVG files. docs_test.sh starts it.
"use strict";
const path = require("path");
const { expect, inBrowser } = require("./expect.js");

// What is wrong with a picture's texts: outside of it, or less than 4.5 to 1 against the last
// opaque shape below their middle. Colors are taken after the filter that makes a picture dark.
const faults = (page) => page.evaluate(() => {
    const root = document.documentElement, canvas = document.createElementNS("http://www.w3.org/1999/xhtml", "canvas").getContext("2d");
    const filter = getComputedStyle(root).filter, edge = root.getBoundingClientRect(), bad = [];
    const light = (color) => {
        canvas.filter = filter;
        canvas.fillStyle = color;
        canvas.fillRect(0, 0, 1, 1);
        return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3).map((v) => v / 255)
            .map((v) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
            .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
    };
    const shapes = [...root.querySelectorAll("rect, circle, ellipse, polygon")].filter((shape) => {
        const style = getComputedStyle(shape);
        return style.fill !== "none" && style.fillOpacity * style.opacity > 0.5;
    }).map((shape) => ({ shape, box: shape.getBoundingClientRect() }));
    for (const text of root.querySelectorAll("text")) {
        const parts = text.children.length ? [...text.children] : [text];
        for (const [i, part] of parts.entries()) {
            if (!part.textContent.trim()) continue;
            const words = `"${part.textContent.trim().slice(0, 40)}"`, box = part.getBoundingClientRect();
            if (box.left < edge.left || box.top < edge.top || box.right > edge.right || box.bottom > edge.bottom)
                bad.push(`${words} is not inside`);
            const x = (box.left + box.right) / 2, y = (box.top + box.bottom) / 2;
            const below = shapes.filter(({ shape, box: b }) => b.left <= x && x <= b.right && b.top <= y && y <= b.bottom &&
                shape.compareDocumentPosition(text) & Node.DOCUMENT_POSITION_FOLLOWING).pop();
            if (!below) {
                bad.push(`${words} stands on nothing`);
                continue;
            }
            const a = light(getComputedStyle(part).fill), b = light(getComputedStyle(below.shape).fill);
            const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
            if (ratio < 4.5) bad.push(`${words} ${ratio.toFixed(2)} to 1`);
        }
    }
    const ground = shapes[0] && light(getComputedStyle(shapes[0].shape).fill);
    return { bad, ground };
});

async function look(page, file, dark) {
    const address = "file://" + path.resolve(file), asked = [];
    const note = (request) => asked.push(request.url());
    page.on("request", note);
    await page.emulateMedia({ colorScheme: dark ? "dark" : "light" });
    await page.goto(address);
    const { bad, ground } = await faults(page), name = `${path.basename(file)}, ${dark ? "dark" : "light"}`;
    page.off("request", note);
    expect(asked.every((url) => url === address), `${name} asks for ${asked}`);
    expect(dark ? ground < 0.1 : ground > 0.9, `${name}: its ground is ${ground}`);
    expect(bad.length === 0, `${name}: ${bad.slice(0, 5).join("; ")}`);
}

inBrowser(async (browser) => {
    const page = await (await browser.newContext()).newPage();
    for (const file of process.argv.slice(2))
        for (const dark of [false, true]) await look(page, file, dark);
}, "--allow-file-access-from-files");
