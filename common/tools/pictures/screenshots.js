// Screenshots of the page of `make view`, for docs/view.md. Arguments: a folder with the pages that
// pictures.sh has made, and the folder for the screenshots. Needs CHROMIUM.
"use strict";
const path = require("path");
const { chromium } = require("playwright-core");

const DESKTOP = {
    width: 1280,
    height: 800
},
      PHONE = {
          width: 390,
          height: 780
      };
// Name, page, size, colors, and what is done first.
const SHOTS = [
    ["page_stride", "pictured", DESKTOP, "light"],
    [
        "page_race", "pictured", DESKTOP, "dark",
        (page) => page.locator("#findings button").click()
    ],
    [
        "page_conflict", "06_tiled_transpose-5-solutions", DESKTOP, "light",
        (page) => page.locator("button.row", { hasText: "= tile[" })
                      .click()
                      .then(() => page.locator("#places button", { hasText: "load" }).click())
    ],
    ["page_phone_light", "pictured", PHONE, "light"],
    [
        "page_phone_dark", "06_tiled_transpose-5-solutions", PHONE, "dark",
        (page) => page.locator("#chosen").evaluate((e) => e.scrollIntoView())
    ]
];

async function main() {
    const [, , pages, out] = process.argv;
    const browser =
        await chromium.launch({ executablePath: process.env.CHROMIUM, args: ["--no-sandbox"] });
    for (const [name, file, viewport, colorScheme, first] of SHOTS) {
        const context = await browser.newContext({ viewport, colorScheme });
        const page = await context.newPage();
        await page.goto(`file://${path.resolve(pages, `${file}.html`)}`);
        if (first) await first(page);
        await page.screenshot({ path: path.join(out, `${name}.png`) });
        await context.close();
    }
    await browser.close();
}

main().catch((error) => {
    console.error(error.message);
    process.exit(1);
});
