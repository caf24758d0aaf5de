// Shared by the tests that drive a browser: what is expected, and how such a test begins and ends.
"use strict";
const { chromium } = require("playwright-core");

let passed = 0, failed = 0;

function expect(truth, what) {
    if (truth)
        passed++;
    else {
        failed++;
        console.log("FAILED: " + what);
    }
}

// Which words of a page are hard to read: less than 4.5 to 1 against what is behind them (WCAG 2, AA).
// `selector` says which elements are looked at.
const contrast = (page, selector) => page.evaluate((elements) => {
    const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    const rgb = (color) => {
        canvas.clearRect(0, 0, 1, 1);
        canvas.fillStyle = color;
        canvas.fillRect(0, 0, 1, 1);
        return [...canvas.getImageData(0, 0, 1, 1).data];
    };
    const light = ([r, g, b]) => [r, g, b].map((v) => v / 255)
        .map((v) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
        .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
    const behind = (element) => {
        for (let e = element; e; e = e.parentElement) {
            const color = getComputedStyle(e).backgroundColor;
            if (rgb(color)[3] === 255) return color;
        }
        return "white";
    };
    const bad = new Set();
    for (const element of document.querySelectorAll(elements)) {
        const a = light(rgb(getComputedStyle(element).color)), b = light(rgb(behind(element)));
        const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
        if (ratio < 4.5) bad.add(`${element.tagName}.${element.className} ${ratio.toFixed(2)}`);
    }
    return [...bad];
}, selector);

// Runs `test` with a browser, which gets `options`, too; then prints the counts and exits. What it
// throws is a failure.
async function inBrowser(test, ...options) {
    const executablePath = process.env.CHROMIUM, args = ["--no-sandbox", ...options];
    try {
        const browser = await chromium.launch({ executablePath, args });
        await test(browser);
        await browser.close();
    } catch (error) {
        expect(false, error.stack);
    }
    console.log(`${passed} passed, ${failed} failed`);
    process.exit(failed ? 1 : 0);
}

module.exports = { expect, inBrowser, contrast };
