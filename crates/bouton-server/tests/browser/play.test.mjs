// Play: whole games by mouse and by keyboard, illegal takes, several kinds of games, addresses.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
	answered,
	at,
	clickStone,
	hint,
	movesMade,
	over,
	PHONE,
	ready,
	status,
	take,
	takeButton,
	withPage,
} from "./common.mjs";

const greedy = (position, more = {}) => at("play", { game: "bounded-greedy(3)", position, ...more });

test("a game is won from an N-position by clicking the stones of the hints", () =>
	withPage(greedy("1,1,2,5"), async (page) => {
		await ready(page);
		while (!(await over(page))) {
			const [, amount, size] = /This wins: take (\d+) from the heap of (\d+)/.exec(await hint(page));
			await page.locator(".heap[role=slider]").first().focus();
			await page.keyboard.press("Escape");
			assert.equal(await takeButton(page).isDisabled(), true);
			await clickStone(page, size, amount);
			assert.equal(await takeButton(page).innerText(), `Take ${amount} from the heap of ${size}`);
			await take(page);
		}
		assert.equal(await status(page), "You have won.");
		await page.getByText("You made no mistake.").first().waitFor();
		assert.ok((await page.locator(".record li.kept").count()) > 2);
		assert.equal(await page.locator(".record li.gave").count(), 0);
	}));

test("a P-position is lost against perfect play, and the record says so", () =>
	withPage(greedy("1,1,1,5"), async (page) => {
		await ready(page);
		while (!(await over(page))) {
			await page.locator(".heap:not(.still)[role=slider] [data-take='1']").first().click();
			await take(page);
		}
		assert.equal(await status(page), "The computer has won.");
		await page.getByText("There was no way to win").first().waitFor();
		assert.equal(await page.locator(".record li.gave").count(), 0);
		assert.ok((await page.locator(".record li.lost").count()) > 2);
	}));

test("a win that is thrown away is shown with the better move, and one can go back there", () =>
	withPage(greedy("1,1,2,5"), async (page) => {
		await ready(page);
		await clickStone(page, 5, 1);
		await take(page);
		while (!(await over(page))) {
			await page.locator(".heap:not(.still)[role=slider] [data-take='1']").first().click();
			await take(page);
		}
		const first = page.locator(".record li").first();
		await first.locator(".verdict").waitFor();
		assert.match(await first.innerText(), /gave the win away; this wins: take 3 from the heap of 5/);
		await first.getByRole("button").click();
		await page.waitForFunction(() => document.querySelector(".status").textContent === "Your turn.");
		assert.match(page.url(), /position=1,1,2,5/);
		await page.getByRole("button", { name: "Redo" }).click();
		await page.waitForFunction(() => !location.hash.includes("position=1,1,2,5"));
		await page.getByRole("button", { name: "Undo" }).click();
		await page.waitForFunction(() => location.hash.includes("position=1,1,2,5"));
	}));

test("an illegal take cannot be made, and the page says why", () =>
	withPage(greedy("1,1,2,5"), async (page) => {
		await ready(page);
		await clickStone(page, 5, 4);
		await page.getByText("From the heap of 5, 1 to 3 may be taken now.").waitFor();
		assert.equal(await takeButton(page).isDisabled(), true);
		await page.locator(".heap[role=slider]").last().press("Enter");
		assert.equal(await movesMade(page), 0);
		await clickStone(page, 2, 1);
		await page.getByText("Nothing may be taken from the heap of 2 now").waitFor();
		assert.equal(await takeButton(page).isDisabled(), true);
		assert.equal(await page.locator(".heap.still").count(), 3);
	}));

test("dragging over stones chooses them", () =>
	withPage(at("play", { game: "nim", position: "3,4,6" }), async (page) => {
		await ready(page);
		const stone = (n) => page.locator(".heap").last().locator(`[data-take="${n}"]`);
		await stone(1).hover();
		await page.mouse.down();
		await stone(4).hover();
		await page.mouse.up();
		assert.equal(await takeButton(page).innerText(), "Take 4 from the heap of 6");
	}));

test("two kinds of stones look different, and are taken together", () =>
	withPage(at("play", { game: "two-kinds", position: "5,4" }), async (page) => {
		await ready(page);
		const shape = (kind) =>
			page
				.locator(`.kind-${kind} .stone`)
				.first()
				.evaluate((s) => getComputedStyle(s).borderRadius + getComputedStyle(s).backgroundImage);
		assert.notEqual(await shape(0), await shape(1));
		await page.locator(".kind-0 [data-take='1']").click();
		await page.locator(".kind-1 [data-take='2']").click();
		assert.equal(await takeButton(page).innerText(), "Take 1 from x and 2 from y");
		await take(page);
		assert.match(await page.locator(".record li").first().innerText(), /lower x by 1 and y by 2 → 4,2/);
	}));

test("a pass can be made once, and the passes are counted", () =>
	withPage(at("play", { game: "nim; pass 1", position: "1,2", level: "people" }), async (page) => {
		await ready(page);
		await page.getByText("1 pass is left.").waitFor();
		await page.getByRole("button", { name: "Pass", exact: true }).click();
		await page.getByText("No pass is left.").waitFor();
		await page.locator(".status", { hasText: "The second player: your turn." }).waitFor();
		assert.equal(await page.getByRole("button", { name: "Pass", exact: true }).isVisible(), false);
	}));

test("Wythoff: the same number from both heaps in one move", () =>
	withPage(at("play", { game: "wythoff", position: "3,4" }), async (page) => {
		await ready(page);
		await clickStone(page, 3, 1);
		await clickStone(page, 4, 2);
		await page.getByText("These stones cannot be taken together.").waitFor();
		assert.equal(await takeButton(page).isDisabled(), true);
		await clickStone(page, 3, 2);
		assert.equal(await takeButton(page).innerText(), "Take 2 from the heap of 3 and 2 from the heap of 4");
		await take(page);
		assert.match(await page.locator(".record li").first().innerText(), /→ 1,2/);
	}));

test("splits are offered as moves", () =>
	withPage(at("play", { game: "kayles", position: "5", level: "people" }), async (page) => {
		await ready(page);
		await clickStone(page, 5, 1);
		await page
			.getByRole("button", { name: "take 1 from the heap of 5 and split the rest into 1 and 3 → 1,3" })
			.first()
			.click();
		await page.waitForFunction(() => location.hash.includes("position=1,3"));
	}));

test("a heap of a thousand stones is a bar with a number", () =>
	withPage(at("play", { game: "bounded(3)", position: "1002" }), async (page) => {
		await ready(page);
		await page.getByLabel("Take from the heap of 1002").fill("4");
		await page.getByText("may be taken now").waitFor();
		await page.getByLabel("Take from the heap of 1002").fill("2");
		await page.waitForFunction(() => !document.querySelector("button.take").disabled);
		await take(page);
		assert.match(await page.locator(".record li").first().innerText(), /→ 1000/);
	}));

test("a whole game by keyboard alone, against a perfect opponent", () =>
	withPage(greedy("1,1,2,5"), async (page) => {
		await ready(page);
		const reach = async (wanted) => {
			for (let i = 0; i < 60; i++) {
				if (await page.evaluate((w) => document.activeElement?.matches(w), wanted)) return;
				await page.keyboard.press("Tab");
			}
			assert.fail(`${wanted} cannot be reached by Tab`);
		};
		while (!(await over(page))) {
			const [, amount, size] = /take (\d+) from the heap of (\d+)/.exec(await hint(page));
			await page.evaluate(() => document.activeElement.blur());
			await reach(".heap[role=slider]");
			for (
				let i = 0;
				i < 8 &&
				!(await page.evaluate(
					(s) =>
						document.activeElement.getAttribute("aria-valuemax") === s && !document.activeElement.matches(".still"),
					size,
				));
				i++
			)
				await page.keyboard.press("ArrowRight");
			await page.keyboard.press("Home");
			for (let i = 0; i < Number(amount); i++) await page.keyboard.press("ArrowUp");
			assert.match(
				await page.evaluate(() => document.activeElement.getAttribute("aria-valuetext")),
				new RegExp(`^${amount} of ${size} chosen`),
			);
			const n = await movesMade(page);
			await page.keyboard.press("Enter");
			await answered(page, n);
		}
		assert.equal(await status(page), "You have won.");
	}));

test("every legal move is in a list that can be filtered and played from", () =>
	withPage(at("play", { game: "nim", position: "3,4,6" }), async (page) => {
		await ready(page);
		await page.getByText("All legal moves (13)").click();
		assert.equal(await page.locator("button.move").count(), 13);
		await page.getByLabel("Filter").fill("heap of 4");
		assert.equal(await page.locator("button.move").count(), 4);
		await page.locator("button.move").first().click();
		await answered(page, 0);
		assert.ok((await movesMade(page)) >= 2);
	}));

test("winning moves are marked for learners, and Why gives the theorem with its numbers", () =>
	withPage(greedy("1,1,2,5", { show: "1" }), async (page) => {
		await ready(page);
		await page.locator(".heap .stone.wins[data-take='3']").waitFor();
		assert.equal(await page.locator(".stone.wins").count(), 1);
		await page.getByText("All legal moves (3)").click();
		assert.match(
			await page.locator(".moves li").filter({ hasText: "★ wins" }).innerText(),
			/take 3 from the heap of 5/,
		);
		await page.getByRole("button", { name: "Why?" }).click();
		await page.getByText("beta = 2 is even; (5 - 2) mod (3 + 1) = 3, not 0").waitFor();
		await page.getByRole("link", { name: "Read the theorem" }).click();
		await page.getByRole("heading", { name: "Theorem 6" }).waitFor();
	}));

test("a move on several heaps is marked in the list, not on single stones", () =>
	withPage(at("play", { game: "wythoff", position: "3,4", show: "1" }), async (page) => {
		await ready(page);
		await page.getByText("All legal moves").click();
		assert.match(
			await page.locator(".moves li").filter({ hasText: "★ wins" }).innerText(),
			/take 2 from the heap of 3 and 2 from the heap of 4/,
		);
		assert.equal(await page.locator(".stone.wins").count(), 0);
	}));

test("misère play, who starts, and the opponent are settings in words", () =>
	withPage(at("play", { game: "nim", position: "1,2" }), async (page) => {
		await ready(page);
		await page.getByLabel("At the end").selectOption("misere");
		await page.getByText("The player who makes the last move loses.").waitFor();
		assert.match(decodeURIComponent(page.url()), /nim;\+ending\+misere/);
		await page.getByLabel("At the end").selectOption("normal");
		await page.getByText("The player who makes the last move wins").waitFor();
		await page.getByLabel("Who starts").selectOption("computer");
		await page.waitForFunction(() => document.querySelectorAll(".record li").length === 1);
		assert.match(
			await page.locator(".record li").first().innerText(),
			/^The computer: take 1 from the heap of 2 → 1,1/,
		);
	}));

test("an address is shared, reloaded, and left by Back", () =>
	withPage(greedy("1,1,2,5"), async (page, context) => {
		await ready(page);
		await clickStone(page, 5, 3);
		await take(page);
		const shared = page.url(),
			sizes = await page.locator(".size").allInnerTexts();
		await page.reload();
		await ready(page);
		assert.deepEqual(await page.locator(".size").allInnerTexts(), sizes);
		assert.equal(await movesMade(page), 2);
		const friend = await context.newPage();
		await friend.goto(shared);
		await ready(friend);
		assert.equal(await status(friend), "Your turn.");
		await page.getByRole("link", { name: "Theorems" }).click();
		await page.getByRole("heading", { name: "Theorems" }).waitFor();
		await page.goBack();
		await ready(page);
		assert.equal(page.url(), shared);
	}));

test("a game is found in the library, a rule is written with its error at its place", () =>
	withPage("#/play", async (page) => {
		await ready(page);
		await page.getByRole("button", { name: "Choose a game" }).click();
		await page.getByLabel("Search").fill("fibonacci");
		assert.equal((await page.locator("button.game").count()) <= 2, true);
		const rule = page.getByLabel("Or write a rule");
		await rule.fill("take 1..3 from larges");
		await page.locator("dialog mark").waitFor();
		assert.equal(await page.locator("dialog mark").innerText(), "larges");
		await page.getByText("did you mean largest?").waitFor();
		assert.equal(await page.getByRole("button", { name: "Use this rule" }).isDisabled(), true);
		await rule.fill("take 1..3 from largest");
		await page.getByText("No errors found.").waitFor();
		await page.getByRole("button", { name: "Use this rule" }).click();
		await page.waitForFunction(() => location.hash.includes("take+1..3+from+largest"));
		await page.getByRole("heading", { level: 1, name: "take 1..3 from largest" }).waitFor();
	}));

test("the greatest take of this turn is told, and changes with the turn", () =>
	withPage(at("play", { game: "turn-dependent(turn -> 2*turn)", position: "9", level: "people" }), async (page) => {
		await ready(page);
		await page.getByText("Turn 1. At most 2 stones may be taken now.").waitFor();
		await clickStone(page, 9, 2);
		await takeButton(page).click();
		await page.getByText("Turn 2. At most 4 stones may be taken now.").waitFor();
	}));

test("a position that is none is told, and the game goes on", () =>
	withPage(at("play", { game: "nim", position: "3,4,5", level: "people" }), async (page) => {
		await ready(page);
		await clickStone(page, 5, 2);
		await takeButton(page).click();
		await page.locator(".status", { hasText: "The second player: your turn." }).waitFor();
		await page.getByLabel("Position", { exact: true }).fill("3 4 5");
		await page.getByRole("button", { name: "Play from here" }).click();
		await page.getByText("This cannot be played:").waitFor();
		await clickStone(page, 4, 4);
		await takeButton(page).click();
		await page.locator(".status", { hasText: "The first player: your turn." }).waitFor();
		assert.equal(await movesMade(page), 2);
	}));

test("a move is made at once, whatever happens while it is shown", () =>
	withPage(
		at("play", { game: "nim", position: "3,4,5", level: "people" }),
		async (page) => {
			await ready(page);
			await clickStone(page, 5, 2);
			await takeButton(page).click();
			await clickStone(page, 4, 1);
			assert.equal(await takeButton(page).isDisabled(), true);
			await page.waitForFunction(() => location.hash.includes("position=3,3,4"));
			await page.getByRole("button", { name: "Undo" }).click();
			await page.locator(".status", { hasText: "The first player: your turn." }).waitFor();
			await page.waitForFunction(() => location.hash.includes("position=3,4,5"));
		},
		{ reducedMotion: "no-preference" },
	));

test("where moves raise a heap, a click offers them", () =>
	withPage(at("play", { game: "staircase", position: "1,2,3,0", level: "people" }), async (page) => {
		await ready(page);
		await page.locator('.heap[data-at="0,2"] [data-take="2"]').click();
		await page.getByText("Together with other stones or changes, it is a move:").waitFor();
		assert.ok((await page.locator(".message + .stack button").count()) > 0);
	}));

test("a view that was left is found again, and another one begins with the same game", () =>
	withPage(at("play", { game: "bounded-greedy(3)", position: "2,3,4" }), async (page) => {
		await ready(page);
		const tab = (name) => page.locator("#views").getByRole("link", { name }).click();
		await tab("Explore");
		await page.getByRole("heading", { name: "bounded-greedy(3)" }).waitFor();
		await tab("Play");
		await ready(page);
		await page.waitForFunction(() => location.hash.includes("bounded-greedy(3)") && location.hash.includes("2,3,4"));
	}));

test("a heap of a thousand digits keeps the page in its width", () =>
	withPage(at("play", { game: "nim", position: `${"7".repeat(1000)},5`, level: "nobody" }), async (page) => {
		await ready(page);
		await page.getByText("(1000 digits)").first().waitFor();
		await hint(page);
		assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 1440);
	}));

test("what cannot be played offers nothing to play with", () =>
	withPage(at("play", { game: "nimm" }), async (page) => {
		await page.getByText("This does not work:").waitFor();
		for (const name of ["Hint", "Why?", "Undo", "Redo", "Take"])
			assert.equal(await page.getByRole("button", { name, exact: true }).isDisabled(), true, name);
		assert.equal(await page.locator("details").first().isVisible(), false);
	}));

test("a wrong position is refused at its place", () =>
	withPage("#/play", async (page) => {
		await ready(page);
		await page.getByLabel("Position").fill("3,x");
		await page.getByRole("button", { name: "Play from here" }).click();
		await page.locator(".message .faults").waitFor();
		assert.equal(await page.locator(".message mark").innerText(), "x");
	}));

test("the server is gone: the page says so, and goes on when it is back", () =>
	withPage(
		"#/play",
		async (page) => {
			await ready(page);
			await page.route("**/api/**", (route) => route.abort());
			await page.getByRole("button", { name: "New position" }).click();
			await page.getByRole("alert").getByText("does not answer").waitFor();
			await page.unroute("**/api/**");
			await page.getByRole("alert").getByRole("button", { name: "Try again" }).click();
			await page.getByRole("alert").waitFor({ state: "hidden" });
			await ready(page);
		},
		{ viewport: PHONE, expected: /ERR_FAILED/ },
	));
