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

module.exports = { expect, inBrowser };
