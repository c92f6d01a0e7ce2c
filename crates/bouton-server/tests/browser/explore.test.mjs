// Explore: the picture can be zoomed, moved, pointed at, opened in Play, compared with a claim, and kept as a file.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { at, PHONE, ready, URL_, withPage } from "./common.mjs";

/** The settings in the address. */
const settings = (page) => page.evaluate(() => Object.fromEntries(new URLSearchParams(location.hash.split("?")[1])));
const drawn = (page) => page.waitForFunction(() => location.hash.includes("zoom="));
const zoomIs = (page, least, most) =>
	page.waitForFunction(
		([a, b]) => {
			const z = Number(new URLSearchParams(location.hash.split("?")[1]).get("zoom"));
			return z > a && z < b;
		},
		[least, most],
	);
const info = (page, words) => page.locator(".info").getByText(words).waitFor();
/** The middle of a cell on the screen. */
async function cell(page, x, y) {
	const box = await page.locator(".heatmap canvas").boundingBox(),
		s = await settings(page),
		zoom = Number(s.zoom);
	return [
		box.x + 60 + (x + 0.5 - Number(s.x ?? 0)) * zoom,
		box.y + box.height - 44 - (y + 0.5 - Number(s.y ?? 0)) * zoom,
	];
}
/** The colour of the picture at a spot. */
const colour = (page, [px, py]) =>
	page.evaluate(
		([x, y]) => {
			const canvas = document.querySelector(".heatmap canvas"),
				box = canvas.getBoundingClientRect();
			return [
				...canvas
					.getContext("2d")
					.getImageData((x - box.left) * devicePixelRatio, (y - box.top) * devicePixelRatio, 1, 1).data,
			];
		},
		[px, py],
	);

async function keep(page, kind) {
	const [file] = await Promise.all([
		page.waitForEvent("download"),
		page.getByRole("button", { name: `Download as ${kind}` }).click(),
	]);
	return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

test("hover tells the position, its outcome and a winning move; a click plays it", () =>
	withPage(at("explore", { game: "wythoff" }), async (page) => {
		await drawn(page);
		await page.mouse.move(...(await cell(page, 3, 4)));
		await info(page, "3,4: the player to move wins (an N-position).");
		await info(page, "This wins: take 2 from the heap of 3 and 2 from the heap of 4 → 1,2.");
		await page.mouse.move(...(await cell(page, 3, 5)));
		await info(page, "3,5: the player to move loses (a P-position).");
		await page.mouse.click(...(await cell(page, 3, 5)));
		await ready(page);
		assert.match(page.url(), /#\/play\?game=wythoff&position=3,5/);
		await page.goBack();
		await page.locator(".heatmap").waitFor();
	}));

test("zoom by wheel, buttons and keys, pan by dragging and arrows; the address keeps the view", () =>
	withPage(at("explore", { game: "wythoff" }), async (page) => {
		await drawn(page);
		const spot = await cell(page, 20, 10);
		await page.mouse.move(...spot);
		await page.mouse.wheel(0, 400);
		await zoomIs(page, 0, 12);
		await page.getByRole("button", { name: "Zoom in" }).click();
		await page.getByRole("button", { name: "Zoom in" }).click();
		await zoomIs(page, 16, 99);
		const before = await settings(page);
		await page.mouse.move(...spot);
		await page.mouse.down();
		await page.mouse.move(spot[0] - 200, spot[1] + 100, { steps: 4 });
		await page.mouse.up();
		await page.waitForFunction(
			(x) => Number(new URLSearchParams(location.hash.split("?")[1]).get("x")) > x,
			Number(before.x ?? 0),
		);
		await page.locator(".heatmap").focus();
		const moved = Number((await settings(page)).x);
		await page.keyboard.press("Shift+ArrowRight");
		await page.keyboard.press("+");
		await page.waitForFunction((x) => Number(new URLSearchParams(location.hash.split("?")[1]).get("x")) > x, moved);
		const kept = await settings(page);
		await page.reload();
		await drawn(page);
		const now = await settings(page);
		assert.ok(Math.abs(Number(now.x) - Number(kept.x)) < 1 && Math.abs(Number(now.zoom) - Number(kept.zoom)) < 1);
	}));

test("a keyboard cursor reads positions and plays them", () =>
	withPage(at("explore", { game: "nim" }), async (page) => {
		await drawn(page);
		await page.locator(".heatmap").focus();
		for (const key of ["ArrowRight", "ArrowRight", "ArrowRight", "ArrowUp", "ArrowUp"]) await page.keyboard.press(key);
		await info(page, "2,2: the player to move loses");
		await page.keyboard.press("Enter");
		await ready(page);
		assert.match(page.url(), /position=2,2/);
	}));

test("4096 × 4096 positions can be seen", () =>
	withPage("#/play", async (page) => {
		const tiles = new Set();
		const all = page.waitForResponse(
			(r) => {
				if (!r.url().endsWith("/api/table") || !r.ok()) return false;
				const { x0, y0, width } = r.request().postDataJSON();
				if (width === 256 && x0 < 4096 && y0 < 4096) tiles.add(`${x0},${y0}`);
				return tiles.size === 256;
			},
			{ timeout: 60000 },
		);
		await page.goto(`${URL_}/${at("explore", { game: "wythoff", zoom: "0.13" })}`);
		await all;
		await zoomIs(page, 0, 0.2);
	}));

test("the visible part as CSV has the P-positions of Wythoff", () =>
	withPage(at("explore", { game: "wythoff" }), async (page) => {
		await drawn(page);
		const { name, bytes } = await keep(page, "CSV"),
			lines = bytes.toString().trim().split("\n");
		assert.equal(name, "wythoff-x-y-outcome.csv");
		assert.equal(lines[0], "x,y,outcome");
		const small = lines
			.slice(1)
			.map((l) => l.split(","))
			.filter(([x, y]) => Number(x) <= 7 && Number(y) <= 7);
		assert.equal(small.length, 64);
		assert.deepEqual(
			small
				.filter(([, , o]) => o === "P")
				.map(([x, y]) => `${x},${y}`)
				.sort(),
			["0,0", "1,2", "2,1", "3,5", "4,7", "5,3", "7,4"],
		);
	}));

test("the same as PNG and SVG", () =>
	withPage(at("explore", { game: "wythoff", what: "grundy" }), async (page) => {
		await drawn(page);
		const png = await keep(page, "PNG");
		assert.equal(png.bytes.subarray(0, 8).toString("hex"), "89504e470d0a1a0a");
		assert.ok(png.bytes.readUInt32BE(16) > 500);
		const svg = (await keep(page, "SVG")).bytes.toString();
		const parsed = await page.evaluate((text) => {
			const file = new DOMParser().parseFromString(text, "image/svg+xml");
			return {
				wrong: file.querySelectorAll("parsererror").length,
				title: file.querySelector("title").textContent,
				shapes: file.querySelectorAll("rect").length,
			};
		}, svg);
		assert.deepEqual([parsed.wrong, parsed.title], [0, "wythoff: grundy at x,y"]);
		assert.ok(parsed.shapes > 500);
		const csv = (await keep(page, "CSV")).bytes.toString();
		assert.ok(csv.includes("\n3,4,2\n") && csv.includes("\n7,9,14\n"));
	}));

test("a claim is compared with the truth: its errors are loud, counted, and led to", () =>
	withPage(at("explore", { game: "wythoff" }), async (page) => {
		await drawn(page);
		await page.getByLabel("The claim").fill("P iff x[-1] = x[-2]");
		await page.getByText(/differences in view/).waitFor();
		const link = page.locator("strong", { hasText: "differences in view" }).locator("xpath=../a");
		assert.equal(await link.innerText(), "1,1");
		const wrong = await colour(
				page,
				(await cell(page, 4, 4)).map((v) => v + 6),
			),
			right = await colour(
				page,
				(await cell(page, 4, 5)).map((v) => v + 6),
			);
		assert.ok(wrong[0] > 180 && wrong[2] < 80, `a difference is loud: ${wrong}`);
		assert.notDeepEqual(wrong, right);
		await page.getByLabel("The claim").fill("P iff foo");
		await page.locator("#claim-said .faults").waitFor();
		await page.getByLabel("The claim").fill("");
		await page.waitForFunction(() => !document.querySelector("#claim-said .faults"));
	}));

test("a claim that says nothing, or has no value, is not told to be right; a wrong one leaves the picture", () =>
	withPage(at("explore", { game: "nim", claim: "P iff 1/0 = 1" }), async (page) => {
		const says = page.getByText("The claim says nothing in view, or has no value.");
		await says.waitFor();
		await page.getByLabel("The claim").fill("when count = 99\nP iff 1 = 2");
		await page.waitForFunction(() => location.hash.includes("99"));
		await says.waitFor();
		await page.getByLabel("The claim").fill("when x[-1] = 3\nP iff xor(x) = 0");
		await page.getByText(/^✓ No difference in view\. It says nothing at \d+ positions\.$/).waitFor();
		await page.getByLabel("The claim").fill("P iff foo");
		await page.locator("#claim-said .faults").waitFor();
		await page.mouse.move(...(await cell(page, 3, 3)));
		await info(page, "3,3: the player to move loses");
	}));

test("a number that no game has is refused, and the next one is shown", () =>
	withPage(at("explore", { game: "bounded-greedy(3)" }), async (page) => {
		await drawn(page);
		const k = page.getByLabel("Number k", { exact: true });
		await k.fill("-5");
		await k.fill("0");
		await page.locator("section .faults").waitFor();
		await k.fill("4");
		await page.waitForFunction(() => location.hash.includes("bounded-greedy(4)"));
	}));

test("a fixed heap, another axis and a parameter change the picture", () =>
	withPage(at("explore", { game: "bounded-greedy(3)" }), async (page) => {
		await drawn(page);
		const positions = page.getByLabel("Positions:");
		await positions.fill("x,y,1");
		await page.waitForFunction(() => location.hash.includes("at=x,y,1"));
		await page.getByLabel("Fixed: heap 3", { exact: true }).fill("12");
		await page.waitForFunction(() => location.hash.includes("at=x,y,12"));
		assert.equal(await positions.inputValue(), "x,y,12");
		await positions.fill("x,2,y");
		await page.waitForFunction(() => location.hash.includes("at=x,2,y"));
		await page.getByLabel("Number k", { exact: true }).fill("4");
		await page.waitForFunction(() => location.hash.includes("bounded-greedy(4)"));
		await positions.fill("x,,y,z");
		await page.locator("section .faults").waitFor();
	}));

test("the turn can be an axis", () =>
	withPage(at("explore", { game: "turn-dependent(turn -> 2*turn)" }), async (page) => {
		await drawn(page);
		await page.waitForFunction(() => location.hash.includes("at=x;turn=y"));
		await page.locator(".heatmap").focus();
		await page.keyboard.press("ArrowUp");
		await page.keyboard.press("ArrowUp");
		await info(page, "0;turn=1: the player to move loses");
	}));

test("what runs along the axes is chosen from menus, counters among them", () =>
	withPage(at("explore", { game: "halving-with-a-pass" }), async (page) => {
		const plane = page.getByLabel("Positions: x runs across");
		const said = (text) => page.waitForFunction((t) => location.hash.includes(t), `at=${text}`);
		await said("x,y;pass=1");
		await page.getByLabel("Fixed: pass", { exact: true }).fill("0");
		await said("x,y;pass=0");
		await page.getByLabel("Up (y)").selectOption("pass");
		await said("x,0;pass=y");
		await page.getByLabel("Across (x)").selectOption("heap 2");
		await said("0,x;pass=y");
		await page.getByLabel("Up (y)").selectOption("heap 2");
		await said("0,y;pass=x");
		await page.getByLabel("Up (y)").selectOption("nothing");
		await said("0,1;pass=x");
		assert.equal(await plane.inputValue(), "0,1;pass=x");
		await page.getByLabel("Up (y)").selectOption("pass");
		await said("x,1;pass=y");
		await page.getByLabel("Up (y)").selectOption("nothing");
		await page.getByLabel("Across (x)").selectOption("pass");
		await said("1,1;pass=x");
		await page.mouse.move(...(await cell(page, 1, 0)));
		await info(page, "1,1;pass=1");
	}));

test("two fingers zoom, one moves, a tap reads a position and a second one plays it", () =>
	withPage(
		at("explore", { game: "wythoff" }),
		async (page, context) => {
			await drawn(page);
			const finger = await context.newCDPSession(page),
				touch = (type, ...touchPoints) => finger.send("Input.dispatchTouchEvent", { type, touchPoints });
			const box = await page.locator(".heatmap canvas").boundingBox(),
				x = box.x + 200,
				y = box.y + box.height / 2;
			const two = (apart) => [
				{ x: x - apart, y, id: 0 },
				{ x: x + apart, y, id: 1 },
			];
			const before = Number((await settings(page)).zoom);
			await touch("touchStart", ...two(20));
			for (const apart of [25, 30, 35, 40]) await touch("touchMove", ...two(apart));
			await touch("touchEnd");
			await zoomIs(page, before * 1.8, before * 2.2);
			const moved = Number((await settings(page)).x) + 3;
			await touch("touchStart", { x, y, id: 0 });
			for (const by of [20, 60, 100]) await touch("touchMove", { x: x - by, y, id: 0 });
			await touch("touchEnd");
			await page.waitForFunction((x) => Number(new URLSearchParams(location.hash.split("?")[1]).get("x")) > x, moved);
			const now = await settings(page),
				there = [Math.ceil(now.x) + 2, Math.ceil(now.y) + 2];
			await page.touchscreen.tap(...(await cell(page, ...there)));
			await info(page, `${there} is `);
			assert.match(page.url(), /explore/);
			await page.touchscreen.tap(...(await cell(page, ...there)));
			await page.waitForFunction((p) => location.hash.includes(`position=${p}`), String(there));
		},
		{ viewport: PHONE, hasTouch: true, isMobile: true },
	));

test("the Grundy numbers of one heap of Kayles, with the proved period in words", () =>
	withPage(at("explore", { game: "kayles" }), async (page) => {
		await page.getByText("0 1 2 3 1 4 3 2 1 4 2 6").waitFor();
		await page.getByText("After the first 71 values the sequence repeats with period 12.").waitFor();
		await page.getByText(/^Proved/).waitFor();
		assert.equal(await page.locator(".plot .dot").count(), 201);
		assert.ok((await page.locator(".plot .band").count()) > 2);
	}));
