// The view for pictures of outcomes and Grundy numbers.
import { api, Refusal } from "./api.js";
import {
	announce,
	attempt,
	button,
	choice,
	code,
	debounce,
	field,
	fill,
	go,
	h,
	latest,
	link,
	plural,
	replace,
	to,
} from "./dom.js";
import { prose, refusal } from "./faults.js";
import { Heatmap } from "./heatmap.js";
import { csv, download, png, svg } from "./keep.js";
import { chooseGame, numbers, ofLibrary, title } from "./library.js";
import { numberControl, planeOf, positionAt, put, tokens, withAxis } from "./plane.js";
import { sequencePlot } from "./sequence.js";
import { css, grundyColour, mix, palette, Tiles } from "./tiles.js";

/** The ranges of a position's counters. @type {Record<string, (start: string) => [number, number]>} */
const LIMITS = {
	turn: () => [1, 64],
	pass: (start) => [0, Number(start)],
	other: (start) => [0, Number(start)],
};

/** @type {View} */
export const showExplore = async (place, settings, signal) => {
	let game = settings.game ?? "wythoff",
		claims = settings.claim ?? "",
		what = /** @type {"outcome" | "grundy"} */ (settings.what === "grundy" ? "grundy" : "outcome");
	let plane = settings.at ?? "";
	/** @type {Shape | null | undefined} */ let shape;
	/** @type {LibraryGame[]} */ let library = [];

	const heading = h("h1", "Explore"),
		about = h("p.lead-line"),
		params = h("div.stack"),
		held = h("div.stack"),
		legend = h("div.legend"),
		problem = h("div.stack"),
		differ = h("p", { "aria-live": "polite" }),
		claimSaid = h("div", { id: "claim-said" });
	const info = h(
		"div.info",
		h("p.quiet", "Point at a cell to read its position; click it to play. Wheel or pinch zooms, dragging moves."),
	);
	const map = new Heatmap({ point, open, moved: () => save() }, "Picture of the positions.", signal);
	const claim = h("textarea.mono", {
		rows: 3,
		spellcheck: "false",
		placeholder: "P iff xor(x) = 0",
		value: claims,
		"aria-describedby": "claim-said",
		oninput: debounce(500, () => {
			claims = claim.value.trim();
			redraw();
		}),
	});
	const whatChoice = choice(
		"Show",
		[
			["outcome", "Who wins (P or N)"],
			["grundy", "Grundy numbers"],
		],
		what,
		(v) => {
			what = v === "grundy" ? v : "outcome";
			redraw();
		},
	);
	const at = code({
		value: plane,
		oninput: debounce(300, () => {
			plane = at.value;
			controls();
			redraw();
		}),
	});
	const toPlay = h("a", "Play this game"),
		sequence = sequencePlot(() => game, signal),
		fresh = latest(signal);
	/** @type {Fn["file"]} */
	const file = (kind, make) =>
		button(
			kind,
			() =>
				attempt(
					async () =>
						download(
							`${`${title(game)} ${plane} ${what}`.replace(/[^\w=-]+/g, "-")}.${kind.toLowerCase()}`,
							await make(map),
						),
					(error) => fill(problem, refusal(error)),
				),
			"small",
			{ "aria-label": `Download as ${kind}` },
		);

	fill(
		place,
		h(
			"div.spread",
			heading,
			button("Choose a game", () => chooseGame(game, (text) => go("explore", { game: text, what }))),
		),
		about,
		h(
			"div.grid",
			h(
				"section.stack",
				{ "aria-label": "Picture" },
				map.element,
				h(
					"div.spread",
					h(
						"div.row",
						button("+", () => map.zoomSmoothly(1.6), "small", { "aria-label": "Zoom in" }),
						button("−", () => map.zoomSmoothly(1 / 1.6), "small", { "aria-label": "Zoom out" }),
						button("To the origin", () => map.set(0, 0, 16), "small"),
					),
					h("div.row", h("span.quiet", "Download"), file("PNG", png), file("SVG", svg), file("CSV", csv)),
				),
				legend,
				problem,
				info,
			),
			h(
				"aside.side",
				{ "aria-label": "Settings of the picture" },
				whatChoice,
				params,
				field(prose("Positions: `x` runs across, `y` runs up, numbers are fixed"), at),
				held,
				h("h2", "Compare with a claim"),
				field(prose("The claim, for example `P iff xor(x) = 0`"), claim),
				claimSaid,
				differ,
				toPlay,
			),
		),
		sequence.element,
	);

	const save = debounce(150, () => {
		const round = (n = 0) => Math.round(n * 100) / 100;
		if (signal.aborted || !map.tiles) return;
		replace("explore", {
			game,
			at: plane,
			what,
			claim: claims,
			x: round(map.x0),
			y: round(map.y0),
			zoom: round(map.scale),
		});
		differences(map.tiles);
	});

	/** How often the claim is wrong in the visible part. @param {Tiles} tiles */
	function differences(tiles) {
		if (!claims || tiles.grundy || tiles.failed) return fill(differ);
		const seen = map.seen();
		let wrong = 0,
			right = 0,
			silent = 0,
			first = { x: Infinity, y: 0 };
		for (let y = seen.y0; y < seen.y1; y++)
			for (let x = seen.x0; x < seen.x1; x++) {
				const cell = tiles.at(x, y);
				if (!cell || cell.value === null) continue;
				if (cell.claim === null) silent++;
				else if (!cell.wrong) right++;
				else {
					wrong++;
					if (x + y < first.x + first.y) first = { x, y };
				}
			}
		const position = positionAt(plane, first);
		if (!wrong && !right && !silent) return fill(differ);
		fill(
			differ,
			h(
				"strong",
				wrong
					? `✕ ${plural(wrong, "difference")} in view`
					: right
						? "✓ No difference in view"
						: "The claim says nothing in view, or has no value",
			),
			wrong > 0 && ["; the first is at ", to("play", { game, position }, position)],
			".",
			(wrong > 0 || right > 0) && silent > 0 && ` It says nothing at ${plural(silent, "position")}.`,
		);
	}

	/** Makes a new picture. */
	function redraw() {
		if (!shape) return;
		map.show(
			new Tiles({ game, at: plane, what, claims }, () => {
				map.redraw();
				labels();
				save();
			}),
			tokens(plane, shape),
		);
		if (map.cursor) point(map.cursor);
		labels();
		save();
	}

	/** Another plane of the same game. @param {string} text */
	function turn(text) {
		at.value = plane = text;
		redraw();
	}

	/** Controls for the axes and for the fixed numbers. */
	function controls() {
		if (!shape) return;
		const of = shape,
			list = tokens(plane, of);
		/** @type {Fn["axis"]} */
		const axis = (label, name, more) =>
			choice(
				label,
				[...list.map((t, i) => /** @type {[string, string]} */ ([String(i), t.name])), ...more],
				String(list.findIndex((t) => t.value === name)),
				(i) => {
					turn(withAxis(plane, of, name, Number(i)));
					controls();
				},
			);
		fill(
			held,
			list.length > 1 && h("div.row", axis("Across (x)", "x", []), axis("Up (y)", "y", [["-1", "nothing"]])),
			list.map(
				({ name, counter = "", value }, i) =>
					/^\d+$/.test(value) &&
					numberControl(`Fixed: ${name}`, value, LIMITS[counter]?.(of.start[counter]) ?? [0, 64], (v) => {
						const values = tokens(plane, of).map((t) => t.value);
						values[i] = v;
						if (v) turn(put(plane, of, values));
					}),
			),
		);
	}

	/** The legend, and what could not be shown. */
	function labels() {
		const colours = palette(),
			{ max, most } = map.tiles ?? { max: 1, most: 1 },
			failed = map.tiles?.failed?.failed,
			inClaim = failed instanceof Refusal && failed.errors.some((e) => e.in === "claim");
		/** @type {Fn["patch"]} */
		const patch = (c, words) => {
			const s = h("span.patch");
			s.style.background = css(c);
			return h("span", s, words);
		};
		fill(
			legend,
			what === "outcome"
				? [
						patch(colours.P, "P: the player who has just moved wins"),
						patch(colours.N, "N: the player to move wins"),
						claims && patch(colours.wrong, "✕ the claim is wrong"),
						claims && patch(mix(colours.N, colours.none, 0.6), "pale: the claim says nothing there"),
					]
				: (most < 8
						? Array.from({ length: most + 1 }, (_, v) => v)
						: [...new Set([0, 1, Math.ceil(max / 4), Math.ceil(max / 2), max])]
					).map((v) => patch(grundyColour(v, max), v)),
		);
		fill(claimSaid, inClaim && refusal(failed, { claim: claims }));
		fill(
			problem,
			!!failed &&
				!inClaim && [
					h("p", "Some of it cannot be shown:"),
					refusal(failed, { game, position: plane }),
					button("Try again", redraw, "small"),
				],
		);
	}

	const lookUp = debounce(160, (/** @type {Cell} */ cell) =>
		attempt(
			async () => {
				const position = positionAt(plane, cell),
					{ words, grundy, winning_moves } = await api.solve(game, position, fresh(), {
						grundy: what === "grundy",
						moves: 3,
					});
				if (map.cursor?.x !== cell.x || map.cursor.y !== cell.y) return;
				fill(
					info,
					h("p", words[0], grundy && ` Grundy number ${grundy}.`),
					h(
						"p",
						winning_moves.length
							? `This wins: ${words
									.slice(2, 2 + winning_moves.length)
									.map((w) => w.trim())
									.join("; ")}. `
							: "No move wins. ",
						to("play", { game, position }, "Play it"),
					),
				);
				announce(info.textContent);
			},
			(error) => fill(info, refusal(error)),
		),
	);

	/** @param {Cell} cell */
	function point(cell) {
		const value = map.tiles?.at(cell.x, cell.y)?.value;
		fill(
			info,
			h(
				"p",
				positionAt(plane, cell),
				value === null
					? " is not a position."
					: value === undefined
						? " …"
						: what === "grundy"
							? ` has Grundy number ${value}.`
							: ` is ${value ? "N" : "P"}.`,
			),
		);
		if (value !== null) lookUp(cell);
	}

	/** @param {Cell} cell */
	function open(cell) {
		if (map.tiles?.at(cell.x, cell.y)?.value !== null) go("play", { game, position: positionAt(plane, cell) });
	}

	/** Another text of the game, with the same plane if it fits. @param {string} text @returns {Promise<void>} */
	const change = (text) =>
		attempt(
			async () => {
				const answer = await api.check(text, "game", signal),
					known = ofLibrary(library, text),
					select = whatChoice.querySelector("select");
				if (!answer.shape || !select)
					return fill(
						problem,
						refusal(new Refusal(answer.diagnostics.map((d) => ({ ...d, in: "game" }))), { game: text }),
						to("rules", { text }, "Correct the rules"),
					);
				game = text;
				shape = answer.shape;
				heading.textContent = title(game);
				document.title = `Explore ${title(game)} · Bouton`;
				about.textContent = `${known?.about ?? ""}${shape.ending === "misere" ? " The player who makes the last move loses." : ""}`;
				toPlay.href = link("play", { game });
				if (shape.ending === "misere") what = "outcome";
				select.value = what;
				select.options[1].disabled = shape.ending === "misere";
				plane ||= planeOf(shape, known?.position ?? "");
				at.value = plane;
				controls();
				if (!params.childElementCount)
					fill(
						params,
						numbers(library, game).map((n, i) =>
							numberControl(`Number ${n.name}`, n.value, [0, 20], (v) => {
								if (v) void change(numbers(library, game)[i].with(v));
							}),
						),
					);
				redraw();
				sequence.element.hidden =
					shape.parts.length > 1 || shape.parts[0].order !== "none" || shape.ending === "misere";
				if (!sequence.element.hidden) void sequence.show();
			},
			(error) =>
				fill(
					problem,
					refusal(error, { game: text }),
					button("Try again", () => change(text)),
				),
		);

	library = await api.games().catch(() => []);
	if (signal.aborted) return;
	addEventListener("theme", labels, { signal });
	map.resize();
	map.set(Number(settings.x) || 0, Number(settings.y) || 0, Number(settings.zoom) || 16);
	await change(game);
};
