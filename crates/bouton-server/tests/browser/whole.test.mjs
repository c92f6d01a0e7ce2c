// The whole page: readable by all in every view, light and dark; small; its types right; screenshots.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { test } from "node:test";
import { at, PHONE, ready, SHOTS, WIDE, withPage } from "./common.mjs";

const require = createRequire(import.meta.url);
const WEB = fileURLToPath(new URL("../../../../web/", import.meta.url));
const AXE = await readFile(require.resolve("axe-core/axe.min.js"), "utf8");

/** Each view in a state worth looking at. */
const VIEWS = {
	play: [
		at("play", { game: "bounded-greedy(3)", position: "1,1,2,5", show: "1" }),
		async (page) => {
			await ready(page);
			await page.getByRole("button", { name: "Hint" }).click();
			await page.locator(".message strong").waitFor();
		},
	],
	over: [
		at("play", { game: "two-kinds", position: "2,1", first: "you" }),
		async (page) => {
			await ready(page);
			while (!/won/.test(await page.locator(".status").innerText())) {
				const n = await page.locator(".record li").count();
				await page.getByRole("button", { name: "Hint" }).click();
				await page.waitForFunction(() => !document.querySelector("button.take").disabled);
				await page.locator("button.take").click();
				await page.waitForFunction(
					(k) =>
						document.querySelectorAll(".record li").length > k + 1 ||
						/won/.test(document.querySelector(".status").textContent),
					n,
				);
			}
			await page.locator(".record .verdict").first().waitFor();
		},
	],
	choose: [
		"#/play",
		async (page) => {
			await ready(page);
			await page.getByRole("button", { name: "Choose a game" }).click();
			await page.locator("button.game").first().waitFor();
		},
	],
	explore: [
		at("explore", { game: "wythoff", what: "grundy", zoom: "22" }),
		async (page) => {
			await page.waitForFunction(() => location.hash.includes("x=") || location.hash.includes("zoom="));
			await page.locator(".heatmap").focus();
			for (const key of ["ArrowUp", "ArrowUp", "ArrowRight", "ArrowRight"]) await page.keyboard.press(key);
			await page.locator(".info a").waitFor();
		},
	],
	rules: [
		at("rules", { text: 'game mine\n  "A game with a mistake."\n  take 1..3 from larges\n' }),
		(page) => page.locator(".editor mark").waitFor(),
	],
	theorems: [
		at("theorems", { paper: "xu-zhu-2018", statement: "theorem-6" }),
		(page) => page.locator("#s-theorem-6").waitFor(),
	],
	own: [
		at("theorems", { paper: "own" }),
		async (page) => {
			await page.getByText("No errors found.").waitFor();
			await page.getByRole("button", { name: "Check", exact: true }).click();
			await page.locator(".verdicts a").waitFor();
		},
	],
};

for (const [name, [hash, prepare]] of Object.entries(VIEWS))
	for (const colorScheme of ["light", "dark"]) {
		test(`${name}, ${colorScheme}: nothing serious for axe, nothing wider than a phone`, () =>
			withPage(
				hash,
				async (page) => {
					await prepare(page);
					await page.evaluate(AXE);
					const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
					assert.deepEqual(
						violations
							.filter((v) => ["serious", "critical"].includes(v.impact))
							.map((v) => `${v.id}: ${v.nodes.map((n) => `${n.html.slice(0, 120)} ${n.failureSummary}`).join(" | ")}`),
						[],
					);
					if (SHOTS) await mkdir(SHOTS, { recursive: true });
					for (const [size, viewport] of [
						["wide", WIDE],
						["phone", PHONE],
					]) {
						await page.setViewportSize(viewport);
						await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
						assert.ok(
							await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
							`${size}: no sideways scrolling`,
						);
						if (SHOTS)
							await page.screenshot({
								path: `${SHOTS}/${name}-${colorScheme}-${size}.png`,
								fullPage: name !== "choose",
							});
					}
				},
				{ colorScheme },
			));
	}

test("light and dark can be switched, and the choice is kept", () =>
	withPage(
		"#/play",
		async (page) => {
			await ready(page);
			const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
			assert.equal(await theme(), "light");
			await page.getByRole("button", { name: "Dark colours" }).click();
			assert.equal(await theme(), "dark");
			await page.reload();
			assert.equal(await theme(), "dark");
			assert.equal(await page.getByRole("button", { name: "Dark colours" }).getAttribute("aria-pressed"), "true");
		},
		{ colorScheme: "light" },
	));

test("the page loads less than 100 kB of its own code", () =>
	withPage(at("rules"), async (page) => {
		await page.waitForLoadState("networkidle");
		const bytes = await page.evaluate(() => {
			const loaded = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")];
			const own = loaded.filter((file) => !file.name.includes("/api/"));
			return own.reduce((sum, file) => sum + file.encodedBodySize, 0);
		});
		assert.ok(bytes > 20_000 && bytes < 100_000, `${bytes} bytes`);
	}));

test("the page's code has its usual form", () => {
	execFileSync(
		process.execPath,
		[
			require.resolve("prettier/package.json").replace("package.json", "bin/prettier.cjs"),
			"--config",
			fileURLToPath(new URL(".prettierrc", import.meta.url)),
			"--check",
			`${WEB}*.{js,css,html,ts}`,
			fileURLToPath(new URL("*.mjs", import.meta.url)),
		],
		{ encoding: "utf8" },
	);
});

test("the types of the page's code are right", () => {
	execFileSync(
		process.execPath,
		[
			require.resolve("typescript/package.json").replace("package.json", "bin/tsc"),
			"--noEmit",
			"--strict",
			"-p",
			`${WEB}jsconfig.json`,
		],
		{ encoding: "utf8" },
	);
});
