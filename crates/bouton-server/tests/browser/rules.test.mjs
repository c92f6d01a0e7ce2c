// Rules: mistakes are underlined at their place, and a text becomes a picture and a game.
import assert from "node:assert/strict";
import { test } from "node:test";
import { at, ready, withPage } from "./common.mjs";

test("a mistake is underlined at its place, with its code, its message and help", () =>
	withPage("#/rules", async (page) => {
		const area = page.getByLabel("Rules of the game");
		await page.getByText("No errors found.").waitFor();
		await area.fill('game mine\n  "Größe ≥ 1"\n  take 1..3 from larges\n  pas 1\n');
		await page.locator(".editor mark").nth(1).waitFor();
		assert.deepEqual(await page.locator(".editor mark").allInnerTexts(), ["larges", "pas"]);
		await page.getByText("Error E0010 in line 3, column 18:").waitFor();
		await page.getByText("did you mean pass?").waitFor();
		assert.equal(await area.getAttribute("aria-invalid"), "true");
		assert.equal(await page.getByRole("button", { name: "Play it" }).isDisabled(), true);
		await page.getByRole("button", { name: "show" }).first().click();
		assert.equal(await area.evaluate((a) => a.value.slice(a.selectionStart, a.selectionEnd)), "larges");
		const [mark, text] = [await page.locator(".editor mark").first().boundingBox(), await area.boundingBox()];
		assert.ok(mark.y > text.y + 40 && mark.x > text.x + 100, "the mark lies under its word");
	}));

test("a text becomes a picture and a game, and its address can be shared", () =>
	withPage("#/rules", async (page) => {
		await page.getByLabel("Rules of the game").fill("take {1, 3} from any; pass 1");
		await page.waitForFunction(() => decodeURIComponent(location.hash).includes("{1,+3}"));
		await page.getByText("Who wins at x,y").waitFor();
		await page.reload();
		assert.equal(await page.getByLabel("Rules of the game").inputValue(), "take {1, 3} from any; pass 1");
		await page.getByText("Who wins at x,y").waitFor();
		await page.getByRole("button", { name: "Play it" }).click();
		await ready(page);
		assert.equal(await page.getByRole("heading", { level: 1 }).innerText(), "take {1, 3} from any; pass 1");
	}));

test("every game of the library is a text to start from", () =>
	withPage("#/rules", async (page) => {
		await page.locator("optgroup option").first().waitFor({ state: "attached" });
		for (const name of ["two-kinds", "bounded-greedy"]) {
			await page.getByLabel("Examples").selectOption(name);
			await page.waitForFunction((n) => document.querySelector(".editor textarea").value.includes(`game ${n}`), name);
			await page.getByText("No errors found.").waitFor();
			assert.equal(await page.getByRole("button", { name: "Play it" }).isDisabled(), false);
		}
	}));

test("a text that is replaced by an example is found again by Back", () =>
	withPage(at("rules", { text: "take 1..5 from any" }), async (page) => {
		const text = page.getByLabel("Rules of the game");
		await page.getByText("No errors found.").waitFor();
		await page.getByLabel("Examples").selectOption("wythoff");
		await page.waitForFunction(() => document.querySelector("textarea")?.value.includes("Wythoff"));
		await page.goBack();
		await page.waitForFunction(() => document.querySelector("textarea")?.value === "take 1..5 from any");
		await page.getByText("The language in short").click();
		assert.ok(await page.getByText("take 1..ceil(m/2) from any").isVisible());
		assert.equal(await text.inputValue(), "take 1..5 from any");
	}));

test("what users write is never read as HTML", () =>
	withPage(
		at("rules", { text: 'game x\n  "<img src=x onerror=alert(1)>"\n  take <b>1</b> from any' }),
		async (page) => {
			await page.locator(".editor mark").first().waitFor();
			assert.equal(await page.locator("main img, main b").count(), 0);
		},
	));
