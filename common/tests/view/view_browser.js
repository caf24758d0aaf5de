// The pages of `make view` in a real browser. Arguments: a file with their names, one a line, and a
// folder for screenshots.
"use strict";
const path = require("path");
const fs = require("fs");
const { expect, inBrowser, contrast } = require("../expect.js");

const pages = fs.readFileSync(process.argv[2], "utf8").trim().split("\n");
const screens = path.resolve(process.argv[3]);
let slowest = 0;

async function open(browser, file, options) {
    const context = await browser.newContext(options), page = await context.newPage(), faults = [];
    const address = "file://" + path.resolve(file).split("/").map(encodeURIComponent).join("/");
    page.on("console",
        (message) => ["error", "warning"].includes(message.type()) && faults.push(message.text()));
    page.on("pageerror", (error) => faults.push(String(error)));
    page.on("request",
        (request) => request.url() !== address && request.url() !== "data:," &&
            faults.push(`asks for ${request.url()}`));
    await page.goto(address);
    slowest = Math.max(slowest,
        await page.evaluate(() => performance.timing.domComplete - performance.timing.responseEnd));
    page.faults = faults;
    return page;
}

// Every place of every launch, chosen as a click would: what stands in the picture, against what
// was counted.
const walk = (page) => page.evaluate(() => {
    const wrong = [];
    let drawn = 0;
    View.own.launches.forEach((launch, l) => {
        View.choose("launch", l);
        launch.byLine.forEach((sum, line) => sum.places.forEach((place) => {
            if (!launch.ofPlace.has(place.index)) return;
            View.choose("line", line);
            View.choose("place", place.index);
            const picture = document.getElementById("picture"),
                  units = picture.querySelectorAll(".unit").length;
            drawn++;
            if (units !== Number(picture.dataset.counted))
                wrong.push(`${launch.kernel}, place ${place.index}: ${units} drawn, ${
                    picture.dataset.counted} counted`);
            if (!document.getElementById("explain").textContent)
                wrong.push(`${launch.kernel}, place ${place.index}: no words`);
            if (picture.querySelectorAll("[x=NaN], [width^='-']").length)
                wrong.push(`${launch.kernel}, place ${place.index}: a broken picture`);
        }));
    });
    View.choose("launch", 0);
    return { wrong, drawn };
});

const tooWide = (page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

async function testPage(browser, file) {
    const name = path.basename(file, ".html");
    expect(fs.statSync(file).size < 3e6, `${name}: ${fs.statSync(file).size} bytes`);
    const page = await open(browser, file, { viewport: { width: 1366, height: 900 } });
    const { wrong, drawn } = await walk(page);
    expect(drawn > 0 && wrong.length === 0,
        `${name}: ${drawn} places; ${wrong.slice(0, 3).join("; ")}`);
    expect((await page.locator("button.row").count()) > 0, `${name}: no line of source to choose`);
    expect((await page.locator("button.row[aria-current=true]").count()) === 1,
        `${name}: one line is chosen`);
    expect((await tooWide(page)) <= 0, `${name}: ${await tooWide(page)} pixels too wide`);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(
        (await tooWide(page)) <= 0, `${name}: ${await tooWide(page)} pixels too wide for a phone`);
    expect(page.faults.length === 0, `${name}: ${page.faults.slice(0, 3).join("; ")}`);
    await page.context().close();
}

// Words outside pictures.
const WORDS = ":is(h1, h2, h3, p, li, button, label, .n, .name, .legend, summary)" +
    ":not(:empty, [hidden], [hidden] *)";

async function testLooks(browser, file) {
    const name = path.basename(file, ".html");
    for (const colorScheme of ["light", "dark"])
        for (const width of [390, 1366]) {
            const page =
                await open(browser, file, { colorScheme, viewport: { width, height: 900 } });
            const bad = await contrast(page, WORDS);
            expect(bad.length === 0, `${name}, ${colorScheme}: ${bad.join(", ")}`);
            await page.screenshot({
                path: path.join(screens, `${name}-${width}-${colorScheme}.png`),
                fullPage: true
            });
            const ground =
                await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
            await page.click("#theme");
            expect((await page.evaluate(() => getComputedStyle(document.body).backgroundColor)) !==
                    ground,
                `${name}: the button changes the colors`);
            await page.context().close();
        }
}

async function testKeyboard(browser, file) {
    const page = await open(browser, file, { viewport: { width: 1366, height: 900 } });
    const title = () => page.textContent("#line-title");
    await page.locator("button.row").first().focus();
    await page.keyboard.press("Enter");
    const first = await title();
    await page.keyboard.press("ArrowDown");
    const second = await title();
    expect(first !== second, "an arrow key goes to the next line");
    await page.keyboard.press("ArrowUp");
    expect((await title()) === first, "and back");
    const text = async () => page.textContent("#which");
    await page.locator("#index").focus();
    const before = await text();
    await page.keyboard.press("ArrowRight");
    expect((await text()) !== before, `the slider goes on: ${before}`);
    const nameless = await page.$$eval("svg:not([aria-hidden]), button, select, input",
        (all) => all.filter((e) => !(e.getAttribute("aria-label") || e.textContent.trim() ||
                                e.closest("label")))
                     .length);
    expect(nameless === 0, `${nameless} controls or pictures without a name for a screen reader`);
    await page.context().close();
}

async function testRace(browser, file) {
    const page = await open(browser, file, { viewport: { width: 1366, height: 900 } });
    await page.locator("#findings button").first().click();
    const meeting = await page.textContent("#meeting");
    expect(/thread \(16,0,0\) stores/.test(meeting) && /thread \(0,0,0\) loads/.test(meeting) &&
            meeting.includes("part[16]"),
        `a race: two threads and their cell: ${meeting}`);
    expect((await page.locator("#maps rect.found").count()) === 1,
        "the cell is outlined in the array");
    await page.screenshot({ path: path.join(screens, "race.png") });
    await page.context().close();
}

async function testPaper(browser, file) {
    const page = await open(browser, file, { viewport: { width: 1000, height: 900 } });
    await page.emulateMedia({ media: "print" });
    expect(!(await page.locator("#theme").isVisible()), "paper: no buttons");
    const pdf = await page.pdf({ format: "A4" });
    expect((pdf.toString("latin1").match(/\/Type\s*\/Page\b/g) || []).length >= 2, "paper: pages");
    await page.context().close();
}

async function main(browser) {
    fs.mkdirSync(screens, { recursive: true });
    const named = (name) => pages.find((file) => path.basename(file, ".html") === name);
    for (const file of pages)
        if (file !== named("far")) await testPage(browser, file);
    const far = await open(browser, named("far"), { viewport: { width: 390, height: 844 } });
    expect((await far.locator(".row.found").count()) === 1, "a finding without an access: its line");
    await far.locator("#findings button").first().click();
    expect(far.faults.length === 0, `a launch without accesses: ${far.faults}`);
    await far.context().close();
    const partner = await open(browser, named("06_tiled_transpose-5-solutions"),
        { viewport: { width: 1366, height: 900 } });
    await partner.evaluate(() => {
        const place =
            View.own.launches[0].places.findIndex((p) => p.space === "shared" && p.type === "load");
        View.choose("line", View.own.launches[0].places[place].line);
        View.choose("place", place);
    });
    expect((await partner.locator("#partner .unit").count()) === 32,
        "beside the padded tile: the step before, with 32 wavefronts");
    await partner.context().close();
    const outside =
        await open(browser, named("outside"), { viewport: { width: 1366, height: 900 } });
    await outside.locator("#findings button").first().click();
    expect((await outside.locator("#picture rect.outside").count()) === 1,
        "out of bounds: lane 31 is outlined");
    await outside.context().close();
    await testRace(browser, named("column_sums"));
    await testKeyboard(browser, named("column_sums"));
    await testPaper(browser, named("column_sums"));
    for (const name of ["column_sums", "06_tiled_transpose-5-solutions", "outside"])
        await testLooks(browser, named(name));
    console.log(`note: the slowest page was there after ${slowest} ms`);
    expect(slowest < 5000, `the slowest page took ${slowest} ms`);
}

inBrowser(main);
