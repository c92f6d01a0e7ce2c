// What the tests share: a browser, pages that report every error, and steps of a game.
import assert from "node:assert/strict";
import { after, before } from "node:test";
import { chromium } from "playwright-core";

export const URL_ = (process.env.BOUTON_URL ?? "http://127.0.0.1:8123").replace(/\/$/, "");
export const SHOTS = process.env.BOUTON_SHOTS;
export const WIDE = { width: 1440, height: 900 },
	PHONE = { width: 390, height: 844 };

/** @type {import("playwright-core").Browser} */
let browser;
before(async () => {
	browser = await chromium.launch({
		executablePath: process.env.BOUTON_CHROMIUM ?? "/usr/bin/chromium",
		args: [
			"--no-sandbox",
			"--headless",
			"--disable-gpu",
			"--no-first-run",
			"--disable-background-networking",
			"--disable-component-update",
			"--disable-sync",
		],
	});
});
after(() => browser?.close());

/** Opens an address of the page, runs a test on it, and fails on any error in the console, violation of the content policy, or request to another origin. `expected` are messages that belong to the test. */
export async function withPage(hash, test, { expected = /$^/, ...how } = {}) {
	const context = await browser.newContext({ viewport: WIDE, reducedMotion: "reduce", acceptDownloads: true, ...how });
	context.setDefaultTimeout(15000);
	const page = await context.newPage(),
		faults = [];
	// The browser itself notes every refusal (422) of the interface in its console: these are answers, not errors.
	page.on("console", (m) => {
		if (
			m.type() === "error" &&
			!expected.test(m.text()) &&
			!(m.text().includes("status of 4") && m.location().url.includes("/api/"))
		)
			faults.push(`console: ${m.text()} ${m.location().url}`);
	});
	page.on("pageerror", (e) => faults.push(`error: ${e.stack}`));
	page.on("request", (r) => {
		if (!r.url().startsWith(`${URL_}/`) && !/^(data|blob):/.test(r.url())) faults.push(`foreign request: ${r.url()}`);
	});
	await page.addInitScript(() =>
		document.addEventListener("securitypolicyviolation", (e) =>
			console.error(`policy: ${e.violatedDirective} ${e.blockedURI}`),
		),
	);
	try {
		await page.goto(`${URL_}/${hash}`);
		await test(page, context);
		assert.deepEqual(faults, []);
	} finally {
		await context.close();
	}
}

/** The address of a view with settings. */
export const at = (view, settings = {}) => `#/${view}?${new URLSearchParams(settings)}`;

/** The game is ready for a person's move, or over. */
export const ready = (page) =>
	page.waitForFunction(
		() =>
			/turn\.$|won\.$/.test(document.querySelector(".status")?.textContent ?? "") &&
			document.querySelector(".record, .moves-made .quiet"),
	);
export const status = (page) => page.locator(".status").innerText();
export const over = async (page) => /won\.$/.test(await status(page));
export const takeButton = (page) => page.locator("button.take");

/** Waits until the computer has answered a move. */
export async function answered(page, movesBefore) {
	await page.waitForFunction(
		(n) =>
			(document.querySelectorAll(".record li").length >= n + 2 &&
				/turn\.$/.test(document.querySelector(".status")?.textContent ?? "")) ||
			/won\.$/.test(document.querySelector(".status")?.textContent ?? ""),
		movesBefore,
	);
}
export const movesMade = (page) => page.locator(".record li").count();

/** Clicks the stone of a heap of this size so that it and all above it are chosen. */
export async function clickStone(page, size, amount) {
	const heap = page.locator(".heap", { has: page.locator(`.size strong:text-is("${size}")`) });
	const free = heap.and(page.locator(":not(.still)"));
	await ((await free.count()) ? free : heap).first().locator(`[data-take="${amount}"]`).click();
}

/** Makes the move that is chosen, and waits for the answer. */
export async function take(page) {
	const n = await movesMade(page);
	await takeButton(page).click();
	await answered(page, n);
}

/** Asks for a hint, and returns its words. */
export async function hint(page) {
	await page.getByRole("button", { name: "Hint" }).click();
	await page.locator(".message strong").waitFor();
	return page.locator(".message").innerText();
}
