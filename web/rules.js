// The view for writing the rules of a game, next to their picture and a board.
import { api } from "./api.js";
import { button, field, fill, go, h, replace } from "./dom.js";
import { editor, prose, refusal } from "./faults.js";
import { Heatmap } from "./heatmap.js";
import { ofLibrary } from "./library.js";
import { planeOf, positionAt, tokens } from "./plane.js";
import { showPlay } from "./play.js";
import { Tiles } from "./tiles.js";

const FIRST = `game mine
  "Take one to three stones from a largest heap, or pass once."
  take 1..3 from largest
  pass 1
`;

/** The language in short: lines and their meaning. */
const LINES = [
	["take 1..3 from largest", "one to three stones from a largest heap; also `any`, `smallest`, and in a row `ends`"],
	[
		"take 1..ceil(m/2) from any",
		"`m` is the size of the chosen heap; there are also `total`, `count`, `largest`, `smallest`",
	],
	["take {1, 3, 4} from any", "one of these numbers; `all but {2}` means any other number"],
	["take t from any where prime(t)", "the numbers that satisfy a condition"],
	["take 1..m from each of 1..2 heaps", "several heaps in one move; `the same 1..m from …` takes as many from each"],
	["take 1..turn from any", "`turn` counts from 1; `last` is the last take"],
	["split any into unequal", "a heap becomes two; `take 1..2 from any then split` takes first"],
	["pass 1", "one pass for both players together; `pass 1 each` for each player"],
	["heaps 3", "at most three heaps; `row`, `circle`, `row fixed` keep their order"],
	["position (x, y)", "a tuple, with lines like `move (x - t, y - u) for t, u where 1 <= t + u <= 3`"],
	["ending misere", "the player who makes the last move loses"],
	["nim + wythoff", "a sum of games"],
];

/** A text to start from. @param {LibraryGame} game */
const startOf = ({ text, example, parameters }) =>
	parameters.length ? `# ${text.trim().replaceAll("\n", "\n# ")}\n\n${example}\n` : text;

/** @type {View} */
export const showRules = async (place, settings, signal) => {
	let game = "",
		plane = "",
		leave = new AbortController();
	signal.addEventListener("abort", () => leave.abort());
	/** @type {LibraryGame[]} */ let library = [];
	const table = h("div.beside"),
		said = h("div.quiet"),
		play = button("Play it", () => go("play", { game }), "main"),
		explore = button("Explore it", () => go("explore", { game }));
	const map = new Heatmap(
		{ open: (cell) => go("play", { game, position: positionAt(plane, cell) }) },
		"Small picture of the outcomes.",
		signal,
	);
	const text = editor("game", "Rules of the game", settings.text ?? FIRST, signal, (now, shape) => {
		replace("rules", { text: now });
		play.disabled = explore.disabled = !shape;
		if (!shape || game === now.trim()) return;
		game = now.trim();
		leave.abort();
		leave = new AbortController();
		void showPlay(table, { game, beside: "1" }, leave.signal);
		plane = planeOf(shape, ofLibrary(library, game)?.position ?? "");
		fill(said, `Who wins at ${plane}. Click a cell to play it.`);
		const tiles = new Tiles({ game, at: plane, what: "outcome", claims: "" }, () => {
			map.redraw();
			if (tiles.failed) fill(said, refusal(tiles.failed.failed));
		});
		map.show(tiles, tokens(plane, shape));
	});
	const examples = h(
		"select",
		{
			// A new address, so that Back leads to the previous text.
			onchange: () => go("rules", { text: library.filter((g) => g.name === examples.value).map(startOf)[0] }),
		},
		h("option", { disabled: true, selected: "true" }, "Start from a game of the library…"),
	);
	fill(
		place,
		h("h1", "Rules"),
		h(
			"p.lead-line",
			"Write a game the way a paper defines it. Errors are shown as you type, and the picture and the board follow.",
		),
		h(
			"div.grid.halves",
			h(
				"section.stack",
				{ "aria-label": "The text" },
				field("Examples", examples),
				text.element,
				h(
					"details",
					h("summary", "The language in short"),
					h(
						"dl.lines",
						LINES.map(([line, says]) => [h("dt", h("code", line)), h("dd", prose(says))]),
					),
				),
			),
			h("section.stack", { "aria-label": "The game" }, h("div.row", play, explore), map.element, said, table),
		),
	);

	library = await api.games().catch(() => []);
	for (const group of new Set(library.map((g) => g.group)))
		examples.append(
			h(
				"optgroup",
				{ label: group },
				library.filter((g) => g.group === group).map((g) => h("option", { value: g.name }, g.heading)),
			),
		);
	map.set(0, 0, 12);
};
