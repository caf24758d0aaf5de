// The reports in a real browser: search, opening, dark and light, a phone's width, paper; no error in the console, no request
// to anywhere, nothing run that a student wrote. browser_test.sh starts it: CHROMIUM, and the folder with the class of tests/reports.c.
"use strict";
const path = require("path");
const fs = require("fs");
const { expect, inBrowser, contrast } = require("../../common/tests/expect.js");

const folder = path.resolve(process.argv[2]);
const screens = path.resolve(process.argv[3]);
const students = Number(process.argv[4]);
function addressOf(file) {
    return "file://" + path.join(folder, file).split("/").map(encodeURIComponent).join("/");
}

// Opens a page; whatever it says, asks for or tries is a failure.
async function open(browser, file, options) {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    page.on("console", (message) => {
        if (message.type() === "error" || message.type() === "warning")
            expect(false, `${file} says: ${message.text()}`);
    });
    page.on("pageerror", (error) => expect(false, `${file}: ${error}`));
    page.on("dialog", (dialog) => {
        expect(false, `${file} opens a dialog`);
        dialog.dismiss();
    });
    page.on("request", (request) => {
        if (request.url() !== page.mainFrame().url() && request.url() !== addressOf(file))
            expect(request.url() === "data:,", `${file} asks for ${request.url()}`);
    });
    await page.goto(addressOf(file));
    expect(!(await page.title()).startsWith("owned"), `${file}: a student's script ran`);
    return page;
}

async function testSearch(page) {
    const rowsOf = (where) => page.locator(`${where} tbody tr:visible`).count();
    const sections = () => page.locator("details.student:visible").count();
    await page.fill("#find", "student020");
    expect((await rowsOf("#students")) === 1 && (await sections()) === 1, "search: one student");
    expect((await page.textContent("#found")) === `1 of ${students} students`, "search: it counts");
    await page.fill("#find", "SIGSEGV");
    const some = await sections();
    const text = await page.$$eval("details.student", (all) =>
        all.filter((one) => !one.hidden).every((one) => one.textContent.includes("SIGSEGV")));
    expect(some > 0 && some < students && text, `search: a message, ${some}`);
    expect((await rowsOf("#students")) === some, "search: rows and sections agree");
    await page.fill("#find", "<script>document.title='owned'<_script>");
    expect((await sections()) === 1, "search: a name that is markup");
    await page.fill("#find", "nobody at all");
    expect((await sections()) === 0, "search: nobody");
    await page.fill("#find", "");
    expect((await sections()) === students, "search: emptied");
}

async function testOpening(page) {
    await page.click("#students a[href='#s25']");
    const section = page.locator("#s25");
    await page.waitForTimeout(600);
    expect(await section.evaluate((e) => e.open), "a link opens its student");
    const box = await section.boundingBox();
    expect(box.y > -5 && box.y < 400, `and goes there: ${box.y}`);
    await page.screenshot({ path: path.join(screens, "student.png") });
}

async function testColours(browser, file) {
    const words = "h1, h2, p, .v, th, td, summary, button, .of, figcaption, a", grounds = new Set();
    for (const colorScheme of ["light", "dark"]) {
        const page = await open(browser, file, { colorScheme, viewport: { width: 1200, height: 900 } });
        grounds.add(await page.evaluate(() => getComputedStyle(document.body).backgroundColor));
        expect((await contrast(page, words)).length === 0, `${colorScheme}: ${await contrast(page, words)}`);
        await page.screenshot({ path: path.join(screens, `${colorScheme}.png`) });
        await page.context().close();
    }
    expect(grounds.size === 2, "the system's choice is followed");
}

// Every width and colour, everything open: no element reaches beyond the screen or the sheet of paper, and no step's name is
// broken in two.
const wide = (page) => page.evaluate(() => {
    const bad = [...document.body.querySelectorAll("*")].filter((e) => e.getClientRects().length && !e.closest("svg svg") &&
        e.getBoundingClientRect().right > document.documentElement.clientWidth + 1);
    return bad.slice(0, 3).map((e) => `${e.tagName}.${e.getAttribute("class")} to ${Math.round(e.getBoundingClientRect().right)}`);
});

// No text of a plot reaches out of it, where it is cut off.
const clipped = (page) => page.evaluate(() => [...document.querySelectorAll("svg text")]
    .filter((text) => text.getClientRects().length &&
        text.getBoundingClientRect().right > text.ownerSVGElement.getBoundingClientRect().right + 1)
    .slice(0, 3).map((text) => text.textContent));

const broken = (page) => page.evaluate(() => {
    const lines = (node) => {
        const range = document.createRange();
        range.selectNodeContents(node);
        return new Set([...range.getClientRects()].map((r) => Math.round(r.top))).size;
    };
    const names = [...document.querySelectorAll(".steps:not(.written) tbody th")]
        .map((head) => head.lastChild).filter((node) => node && node.textContent.trim());
    return names.filter((node) => lines(node) > 1).slice(0, 3).map((node) => node.textContent.trim());
});

async function testWidths(browser, file, name) {
    const page = await open(browser, file, { viewport: { width: 1366, height: 900 } });
    for (const width of [390, 768, 1366])
        for (const media of ["light", "dark", "print"]) {
            await page.setViewportSize({ width, height: 900 });
            await page.emulateMedia(media === "print" ? { media } : { media: "screen", colorScheme: media });
            await page.$$eval("details", (all) => all.forEach((one) => (one.open = true)));
            const where = `${name}, ${width} pixels, ${media}`, over = await wide(page), cut = await broken(page);
            expect(over.length === 0, `${where}: too wide: ${over}`);
            expect(cut.length === 0, `${where}: broken names: ${cut}`);
            const out = await clipped(page);
            expect(out.length === 0, `${where}: cut off in a plot: ${out}`);
            await page.$$eval("details", (all) => all.forEach((one) => (one.open = false)));
            await page.screenshot({ path: path.join(screens, `${name}-${width}-${media}.png`) });
        }
    await page.context().close();
}

async function testPhone(browser, file, name) {
    const page = await open(browser, file, { viewport: { width: 360, height: 780 }, isMobile: true, hasTouch: true,
        deviceScaleFactor: 2 });
    const over = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect((await over()) <= 0, `${name} is ${await over()} pixels too wide for a phone`);
    await page.screenshot({ path: path.join(screens, `phone-${name}.png`) });
    const first = page.locator("details.student").nth(1);
    if (await first.count()) {
        for (const each of await page.locator("details.student").all())
            await each.evaluate((e) => (e.open = true));
        expect((await over()) <= 0, `${name}, opened, is ${await over()} pixels too wide for a phone`);
        await page.locator("#students tbody tr").nth(20).scrollIntoViewIfNeeded();
        await page.screenshot({ path: path.join(screens, `phone-${name}-students.png`) });
        await page.locator("#s20").evaluate((e) => e.scrollIntoView());
        await page.waitForTimeout(500);
        await page.screenshot({ path: path.join(screens, `phone-${name}-open.png`) });
    }
    await page.context().close();
}

// On paper every student is open and begins a page; afterwards they are as they were.
async function testPaper(browser, file) {
    const page = await open(browser, file, { viewport: { width: 1000, height: 900 } });
    const pdf = await page.pdf({ format: "A4", printBackground: false });
    fs.writeFileSync(path.join(screens, "report.pdf"), pdf);
    const pages = (pdf.toString("latin1").match(/\/Type\s*\/Page\b/g) || []).length;
    expect(pages > students, `paper: ${pages} pages for ${students} students`);
    expect(await page.$$eval("details.student", (all) => all.every((one) => !one.open)), "paper: closed again");
    await page.emulateMedia({ media: "print" });
    expect((await page.locator("#find").isVisible()) === false, "paper: no search");
    await page.setViewportSize({ width: 794, height: 1123 });
    await page.locator("#s20").evaluate((e) => { e.open = true; e.scrollIntoView(); });
    const narrow = await page.$$eval("#s20 td.m", (cells) => Math.min(...cells.map((cell) => cell.offsetWidth)));
    expect(narrow > 200, `paper: a message has ${narrow} pixels`);
    await page.screenshot({ path: path.join(screens, "paper.png") });
    await page.context().close();
}

// What needs the instructor, and what is no plain 0: the class of peculiar.c.
async function testMatters(page) {
    const ids = await page.$$eval("main > section, main > section + .pair", (all) => all.map((one) => one.id));
    expect(ids.join() === "needs,students,failures,labs,details", `the page's parts are ${ids}`);
    const links = (where, s) => page.locator(`${where} a[href='#s${s}']`).count();
    for (const [s, times] of [[19, 1], [20, 0], [21, 1], [22, 1], [24, 1], [26, 1], [33, 1]])
        expect((await links("#needs", s)) === times, `needs you: ${await links("#needs", s)} times student ${s}`);
    expect((await page.textContent("h1")) === "GPU <b>programming</b>" && (await page.locator("#needs b, h1 b").count()) === 0, "needs you: markup");
    const cells = await page.$$eval("#students td.none", (all) => all.map((cell) => cell.textContent));
    const labs = await page.locator("#students thead th").count() - 3, many = (word) => cells.filter((cell) => cell === word).length;
    expect(many("missing") === labs + 2 && many("empty file") === 1 && many("untouched") >= 1, `no file, an empty one and a stub: ${cells}`);
    const heads = await page.$$eval("#students thead th", (all) => all.map((head) => head.textContent));
    expect(["20", "90"].every((max) => heads.some((head) => head.endsWith(`/\u00a0${max}`))), `no maxima in the header: ${heads}`);
    const bug = page.locator("#failures tr", { hasText: "reads 4 bytes at 0x…" });
    expect((await bug.count()) === 1, "one bug at three addresses is not one row");
    for (const s of [27, 28, 29]) expect((await bug.locator(`a[href='#s${s}']`).count()) === 1, `its row lacks student ${s}`);
    for (const group of ["pass", "slow", "wrong", "refused", "not_attempted", "no_file", "grader_error"])
        expect((await page.locator(`.legend i.${group}`).count()) === 1 && (await page.locator(`.bar i.${group}`).count()) > 0, `legend or bars lack ${group}`);
    const late = await page.$$eval("details.student", (all) => all.filter((one) => {
        const kinds = [...one.querySelectorAll(".v")].map((v) => v.classList[1]), last = (names) => kinds.findLastIndex((kind) => names.includes(kind));
        const pass = kinds.indexOf("pass");
        return pass >= 0 && last(["wrong", "crash", "timeout", "refused", "compile_error"]) > pass;
    }).length);
    expect(late === 0, `${late} students' failures come after what is right`);
}

// Points by hand and written answers, in words: the classes of hand_back.c and reports.c.
async function testTold(browser) {
    for (const [file, ...words] of [
        ["../adjust/students/student016/feedback.html", "Adjusted: +2.25 by Ito: a typing error", "-1 by <b>Ito</b>: late"],
        ["../answers/students/student016/feedback.html", "2.25 for written answers", "<<<grid, block", "<script>alert(1)</script> the stream"],
        ["../expert-bonus/report.html", ", a bonus"]]) {
        const page = await open(browser, file, {}), text = (await page.textContent("body")).replace(/\s+/g, " ");
        for (const word of words) expect(text.includes(word), `${file} does not say ${word}`);
        await page.context().close();
    }
    const term = await open(browser, "../term/report.html", {});
    const names = await term.$$eval("#students tbody th", (all) => all.map((cell) => cell.textContent));
    expect(new Set(names).size === 20 && names.includes("Ann Lee") && names.some((name) => /^Kim Park \(.+\)$/.test(name)), `term: ${names}`);
    await term.context().close();
}

// Points typed where one reads the code: saved as a file that the judge takes, and there again when it has.
async function testReview(browser) {
    const page = await open(browser, "review.html", { viewport: { width: 1280, height: 900 }, acceptDownloads: true });
    await page.getByLabel("student", { exact: true }).selectOption({ label: "student020" });
    await page.getByLabel("points, step 1", { exact: true }).fill("-1.5");
    await page.getByLabel("comment, step 1", { exact: true }).fill("one, \"two\"");
    await page.getByLabel("points, the lab", { exact: true }).fill("2,5");
    expect((await page.locator("#state").textContent()).includes("1 no number like 2 or -1.5"), "review: a decimal comma is taken");
    await page.getByLabel("points, the lab", { exact: true }).fill("2.5");
    await page.getByRole("button", { name: "Next" }).click();
    await page.getByRole("button", { name: "Previous" }).click();
    expect((await page.getByLabel("points, step 1", { exact: true }).inputValue()) === "-1.5", "review: what was typed is gone");
    await page.getByRole("button", { name: "Save review.csv" }).click();
    expect((await page.locator("#state").textContent()).includes(", your name is missing, 1 without a why, not saved"), "review: points without a name and a why are saved");
    await page.getByLabel("your name").fill("Dr. \"Ito\"");
    await page.getByLabel("comment, the lab", { exact: true }).fill("three");
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save review.csv" }).click()]);
    const text = fs.readFileSync(await download.path(), "utf8");
    expect(text === 'student,lab,step,question,points,who,why\r\n' +
        '"student020","01_naive_gemv","1","","-1.5","Dr. ""Ito""","one, ""two"""\r\n' +
        '"student020","01_naive_gemv","","","2.5","Dr. ""Ito""","three"\r\n', `review: saved is ${text}`);
    await page.screenshot({ path: path.join(screens, "review-1280.png") });
    await page.setViewportSize({ width: 390, height: 844 });
    const room = (await page.getByLabel("your name").boundingBox()).width;
    expect(room >= 120, `review: on a phone there are ${room} pixels for a name`);
    await page.screenshot({ path: path.join(screens, "review-390.png") });
    await page.context().close();
}

async function main(browser) {
    fs.mkdirSync(screens, { recursive: true });
    const page = await open(browser, "report.html", { colorScheme: "light", viewport: { width: 1200, height: 900 } });
    await page.screenshot({ path: path.join(screens, "overview.png") });
    await testMatters(page);
    await testSearch(page);
    await testOpening(page);
    await page.locator("#labs").scrollIntoViewIfNeeded();
    await page.screenshot({ path: path.join(screens, "tables.png") });
    await page.context().close();
    await testColours(browser, "report.html");
    const names = fs.readdirSync(path.join(folder, "students"));
    expect(names.length === students, `${names.length} pages to hand back`);
    for (const name of names.slice(0, students < 50 ? 24 : 2)) {
        const own = await open(browser, `students/${name}/feedback.html`, { viewport: { width: 1100, height: 900 } });
        expect((await own.locator("section.lab").count()) > 0, `${name}: no labs on the page`);
        if (name === "student020")
            await own.screenshot({ path: path.join(screens, "feedback.png"), fullPage: true });
        await own.context().close();
    }
    await testPhone(browser, "report.html", "report");
    await testPhone(browser, `students/student020/feedback.html`, "feedback");
    await testPaper(browser, "report.html");
    await testReview(browser);
    await testTold(browser);
    await testPhone(browser, "review.html", "review");
    if (students < 50) {
        await testWidths(browser, "report.html", "report");
        await testWidths(browser, "students/student020/feedback.html", "feedback");
        await testWidths(browser, "term/report.html", "term");
    }
}

inBrowser(main);
