// Theorems: the papers with their verdicts, a check with progress, a claim of one's own and its smallest counterexample.
import assert from "node:assert/strict";
import { test } from "node:test";
import { at, ready, withPage } from "./common.mjs";

test("the papers stand there statement by statement, typeset, with verdicts in words", () =>
	withPage("#/theorems", async (page) => {
		const six = page.locator("#s-theorem-6");
		await six.waitFor();
		assert.match(await six.innerText(), /✓ holds/);
		assert.match(await six.innerText(), /Compared at \d+ positions of bounded-greedy\(2\)/);
		assert.ok((await six.locator("math").count()) > 3);
		await page.getByRole("link", { name: "Games of Nim with Dynamic Restrictions" }).click();
		await page.getByText("misprint; the corrected form holds").first().waitFor();
	}));

test("a theorem is checked here, within bounds that the address keeps", () =>
	withPage(at("theorems", { paper: "xu-zhu-2018", statement: "theorem-6" }), async (page) => {
		const six = page.locator("#s-theorem-6");
		await six.getByLabel("Parameters").fill("k=2..3");
		await six.getByLabel("Heaps").fill("3..4");
		await six.getByLabel("Largest heap").fill("9");
		await six.getByRole("button", { name: "Check", exact: true }).click();
		await six.getByText("Done.").waitFor();
		assert.equal(await six.locator(".verdicts li").count(), 2);
		assert.match(
			await six.locator(".verdicts").innerText(),
			/holds: bounded-greedy\(2\).*\n?.*holds: bounded-greedy\(3\)/s,
		);
		await page.reload();
		await six.getByLabel("Heaps").waitFor();
		assert.equal(await six.getByLabel("Heaps").inputValue(), "3..4");
	}));

test("a long check shows its progress and can be cancelled", () =>
	withPage(at("theorems", { paper: "xu-zhu-2018", statement: "theorem-6" }), async (page) => {
		const six = page.locator("#s-theorem-6");
		await six.getByLabel("Parameters").fill("k=2..40");
		await six.getByLabel("Heaps").fill("4");
		await six.getByLabel("Largest heap").fill("100");
		await six.getByRole("button", { name: "Check", exact: true }).click();
		await page.waitForFunction(() => document.querySelector("#s-theorem-6 progress")?.value > 0);
		await six.getByRole("button", { name: "Cancel" }).click();
		await six.getByText("Cancelled.").waitFor();
		assert.equal(await six.locator("progress").isVisible(), false);
	}));

test("a false claim of one's own is refuted at its smallest counterexample, which can be played", () =>
	withPage(at("theorems", { paper: "own" }), async (page) => {
		await page.getByLabel("Your claim").fill("claim mine for bounded(3)\n  P iff even(total)\n");
		await page.getByText("No errors found.").waitFor();
		await page.getByRole("button", { name: "Check", exact: true }).click();
		await page
			.locator(".verdicts")
			.getByText("The smallest counterexample is 2: the claim says P, by the definition it is N.")
			.waitFor();
		await page.locator(".verdicts").getByRole("link", { name: "2", exact: true }).click();
		await ready(page);
		assert.match(page.url(), /game=bounded\(3\)&position=2/);
		await page.goBack();
		await page.getByLabel("Your claim").waitFor();
		assert.match(await page.getByLabel("Your claim").inputValue(), /bounded\(3\)/);
	}));

test("a verdict goes when the claim is changed", () =>
	withPage(at("theorems", { paper: "own", text: "claim mine for nim\n  P iff xor(x) = 0\n" }), async (page) => {
		await page.getByRole("button", { name: "Check", exact: true }).click();
		await page.locator(".verdicts .holds").waitFor();
		await page.getByLabel("Your claim").fill("claim mine for nim\n  P iff xor(x) = 1\n");
		assert.equal(await page.locator(".verdicts li").count(), 0);
	}));

test("a mistake in a claim is shown at its place", () =>
	withPage(at("theorems", { paper: "own" }), async (page) => {
		await page.getByLabel("Your claim").fill("claim mine for nim\n  P iff evn(total)\n");
		await page.locator(".editor mark").waitFor();
		assert.equal(await page.locator(".editor mark").innerText(), "evn");
	}));

test("a box that is too large, a bound that is none and an empty claim are told as what they are", () =>
	withPage(at("theorems", { paper: "own", text: "claim mine for nim\n  P iff xor(x) = 0\n" }), async (page) => {
		const check = page.getByRole("button", { name: "Check", exact: true });
		await page.getByLabel("Heaps").fill("9");
		await page.getByLabel("Largest heap").fill("100000");
		await check.click();
		await page.getByText("could not be checked").first().waitFor();
		await page
			.getByText(/positions, too many to look at each/)
			.first()
			.waitFor();
		await page.getByLabel("Largest heap").fill("-3");
		await check.click();
		assert.equal(await page.getByLabel("Largest heap").evaluate((e) => e.validity.rangeUnderflow), true);
		await page.getByLabel("Your claim").fill("");
		await page.getByText("Nothing is written yet.").waitFor();
	}));
