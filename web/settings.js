// The settings beside the board: the opponent, who starts, who wins at the end, the position.
import { api } from "./api.js";
import { button, choice, code, field, fill, form, h, keepFocus, to } from "./dom.js";
import { numbers, withEnding } from "./library.js";

/** The opponents. @type {[string, string][]} */
export const LEVELS = [
	["perfect", "The computer, perfect"],
	["good", "The computer, good: 3 of 4 moves are best"],
	["beginner", "The computer, a beginner: 1 of 4 moves is best"],
	["people", "Two people at one screen"],
];

/** @type {Fn["settingsPanel"]} */
export const settingsPanel = (place, library, match, learner, act) =>
	keepFocus(place, () => {
		const ending = match.now.legal?.answer.shape.ending ?? "normal",
			{ game } = match;
		const again = (text = "") => act.fresh(text, match.plies[0].position);
		const position = code({ "data-id": "position", value: match.now.position });
		const box = h("input", {
			type: "checkbox",
			"data-id": "learner",
			checked: learner,
			onchange: () => act.learn(box.checked),
		});
		fill(
			place,
			h("h2", "This game"),
			choice("Opponent", LEVELS, match.level, (value) => {
				match.level = value;
				act.enter();
			}),
			match.level !== "people" &&
				choice(
					"Who starts",
					[
						["you", "You"],
						["computer", "The computer"],
					],
					match.first,
					(value) => {
						match.first = value;
						again(game);
					},
				),
			choice(
				"At the end",
				[
					["normal", "The last move wins"],
					["misere", "The last move loses"],
				],
				ending,
				async (value) => {
					const text = withEnding(game, value),
						{ shape } = await api.check(text, "game").catch(() => ({ shape: null }));
					if (shape?.ending === value) again(text);
					else {
						settingsPanel(place, library, match, learner, act);
						fill(place.querySelector("p") ?? place, "The rules of this game already say who wins.");
					}
				},
			),
			h("p.quiet", { "aria-live": "polite" }),
			numbers(library, game).map((n) => {
				const input = h("input", {
					type: "number",
					value: n.value,
					"data-id": n.name,
					onchange: () => input.value && again(n.with(input.value)),
				});
				return field(`Number ${n.name}`, input);
			}),
			form(
				"",
				() => act.fresh(game, position.value),
				field("Position", position),
				h(
					"div.row",
					h("button.small", { type: "submit" }, "Play from here"),
					button("Random", () => act.fresh(game, null), "small", { "data-id": "random" }),
				),
			),
			h("label.tick", box, "Show winning moves"),
			h(
				"p.row",
				to("explore", { game }, "See its picture"),
				to("rules", { text: library.find((g) => g.name === game)?.text ?? game }, "Change its rules"),
			),
		);
		place.querySelectorAll("select").forEach((select, i) => {
			select.dataset.id = `choice-${i}`;
		});
	});
