// The book in a real browser: no error in the console, no request but for its own files, no dead
// link, nothing wider than a phone, search, folded hints. book_test.sh starts it: the book's folder,
// and where screenshots go.
"use strict";
const fs = require("fs");
const path = require("path");
const { expect, inBrowser } = require("./expect.js");

const book = path.resolve(process.argv[2]), screens = path.resolve(process.argv[3]);
const ownAddress = "file://" + book;
const files = fs.readdirSync(book, { recursive: true }).map(String).filter((name) => name.endsWith(".html")).sort();

async function open(browser, file, options) {
    const page = await (await browser.newContext(options)).newPage();
    let complaints = "";
    page.on("console", (message) => {
        if (["error", "warning"].includes(message.type())) complaints += message.text() + " ";
    });
    page.on("pageerror", (error) => { complaints += error + " "; });
    page.on("request", (request) => {
        if (!request.url().startsWith(ownAddress)) complaints += "asks for " + request.url() + " ";
    });
    await page.goto(ownAddress + "/" + file, { waitUntil: "load" });
    return { page, complaints: () => complaints };
}

// Every link of a page: {href, path of the file that it names, anchor}.
const linksOf = (page) => page.$$eval("a[href]", (links) => links.map((a) => ({
    href: a.getAttribute("href"), protocol: a.protocol, file: decodeURIComponent(a.pathname), anchor: decodeURIComponent(a.hash.slice(1)) })));

const anchors = {};
const dead = async (link) => link.protocol === "file:" &&
    (!fs.existsSync(link.file) || (link.anchor && link.file.endsWith(".html") && !(anchors[link.file] ?? []).includes(link.anchor)));

async function testPages(browser) {
    const pages = [];
    for (const file of files) {
        const { page, complaints } = await open(browser, file);
        anchors[path.join(book, file)] = await page.$$eval("[id]", (all) => all.map((one) => one.id));
        pages.push({ file, links: await linksOf(page), broken: await page.$$eval("img", (all) => all.filter((i) => !i.naturalWidth).map((i) => i.src)) });
        expect(complaints() === "", `${file}: ${complaints()}`);
        expect(await page.$$eval("nav [aria-current]", (all) => all.length) === 1, `${file} is not marked in the contents`);
        expect((await page.title()).length > 3, `${file} has no title`);
        await page.context().close();
    }
    for (const { file, links, broken } of pages) {
        const lost = [];
        for (const link of links) if (await dead(link)) lost.push(link.href);
        expect(lost.length === 0, `${file}: dead links ${[...new Set(lost)].join(" ")}`);
        expect(broken.length === 0, `${file}: no pictures ${broken.join(" ")}`);
    }
}

async function testWidths(browser) {
    for (const [width, colorScheme] of [[390, "dark"], [768, "light"], [1366, "light"]])
        for (const file of files) {
            const { page } = await open(browser, file, { viewport: { width, height: 900 }, colorScheme });
            const wide = await page.evaluate(() => document.documentElement.scrollWidth);
            expect(wide <= width, `${file} is ${wide} pixels wide on a screen of ${width}`);
            if (["index.html", "06_tiled_transpose.html", "hints/05_shuffle_gemv.html"].includes(file)) {
                fs.mkdirSync(screens, { recursive: true });
                await page.screenshot({ path: path.join(screens, `${path.basename(file, ".html")}-${width}.png`) });
            }
            await page.context().close();
        }
}

async function testSearch(browser) {
    const { page, complaints } = await open(browser, "hints/05_shuffle_gemv.html");
    await page.keyboard.press("/");
    await page.keyboard.type("bank conflict");
    const hits = await page.$$eval("#found a", (links) => links.map((a) => a.getAttribute("href")));
    expect(hits.length > 3 && hits.some((href) => href.includes("06_tiled_transpose")), `"bank conflict" finds ${hits.join(" ")}`);
    await page.fill("#search", "zebra crossing");
    expect(await page.textContent("#found") === "Nothing found.", "a search without a result does not say so");
    await page.keyboard.press("Escape");
    expect(await page.isVisible("#contents") && await page.isHidden("#found"), "Escape does not bring the contents back");
    await page.fill("#search", "<b>(");
    expect(complaints() === "", `search: ${complaints()}`);
    await page.context().close();
}

async function testHints(browser) {
    const { page } = await open(browser, "hints/05_shuffle_gemv.html");
    const hints = await page.$$eval("main details", (all) => all.map((one) => one.id));
    expect(hints.length >= 12, `hints of lab 05: ${hints.length} fold`);
    expect(await page.$$eval("main details[open]", (all) => all.length) === 0, "a hint is open before it was asked for");
    await page.goto(`${ownAddress}/hints/05_shuffle_gemv.html#${hints[3]}`);
    await page.reload();
    expect(await page.$eval(`#${hints[3]}`, (one) => one.open), "a link to a hint does not open it");
    await page.context().close();
}

inBrowser(async (browser) => {
    await testPages(browser);
    await testSearch(browser);
    await testHints(browser);
    await testWidths(browser);
}, "--allow-file-access-from-files");
