// The view for playing a game, against the computer or by two people.
import { api } from "./api.js";
import { announce, attempt, brief, button, field, fill, h, link, plural, replace, to } from "./dom.js";
import { refusal } from "./faults.js";
import { key, nothing, ranges, taken, toPiles } from "./legal.js";
import { chooseGame, numbers, ofLibrary, title } from "./library.js";
import { Match, NAMES, record, summary } from "./match.js";
import { LEVELS, settingsPanel } from "./settings.js";
import { board } from "./stones.js";

/** @type {View} */
export const showPlay = async (place, settings, signal) => {
	/** @type {LibraryGame[]} */ let library = [];
	let match = new Match(
		settings.game ?? "nim",
		settings.position ?? "",
		settings.first ?? "you",
		LEVELS.some(([level]) => level === settings.level) ? settings.level : "perfect",
	);
	let learner = settings.show === "1",
		about = "";
	/** Next to the rules there is only the board, and the address belongs to the rules. */ const beside =
		settings.beside === "1";
	/** Grow with every step and every new game, so that late answers can be recognised. */ let step = 0,
		wish = 0;
	/** The move that is chosen on the board. @type {Move | undefined} */ let chosen;

	const makeChosen = () => chosen && make(chosen),
		choose = () => chooseGame(match.game, (...a) => fresh(...a)),
		another = () => fresh(match.game, null);
	const others = () => [button("Another position", another), button("Another game", choose)];
	const stones = board({ changed, take: makeChosen, split: offerSplits });
	const heading = h("h1", "Play"),
		lead = h("div.lead"),
		status = h("p.status", "Loading the game…"),
		counters = h("p.counters"),
		made = h("div"),
		listTitle = h("summary"),
		list = h("div"),
		lists = h("details", { hidden: true }, listTitle, list);
	const message = h("div.message", { "aria-live": "polite" }),
		options = h("div.stack"),
		side = h("aside.side", { "aria-label": "Settings of the game" });
	const off = { disabled: true };
	const hinted = button("Hint", () => hint(), "", off),
		asked = button("Why?", () => why(), "", off);
	const take = button("Take", makeChosen, "main take", off),
		pass = button("Pass", () => match.now.legal?.pass && make(match.now.legal.pass), "", { hidden: true });
	const undo = button("Undo", () => jump(match.beside(-1)), "", off),
		redo = button("Redo", () => jump(match.beside(1)), "", off);
	fill(
		place,
		h(
			"section.stack",
			{ "aria-label": "The game" },
			!beside && [h("div.spread", heading, button("Choose a game", choose)), lead],
			status,
			counters,
			stones.element,
			h("div.row", take, pass, hinted, asked, undo, redo, button("New position", another)),
			message,
			options,
			lists,
			!beside && h("section.moves-made", h("h2", "The moves"), made),
		),
		!beside && side,
	);

	const where = () => ({
		game: match.game,
		position: match.now.position,
		level: match.level,
		first: match.level === "people" ? null : match.mover(),
		show: learner ? 1 : null,
	});
	const panel = () =>
		settingsPanel(side, library, match, learner, {
			fresh,
			enter: () => jump(null),
			learn: (on) => {
				learner = on;
				void enter();
			},
		});
	const showRecord = (/** @type {boolean} */ judge) => fill(made, record(match, judge, jump));

	/** Another game, or another position of it, from the beginning. @type {Fn["fresh"]} */
	const fresh = (game, position) =>
		attempt(
			async () => {
				const mine = ++wish,
					at = position ?? (await api.deal(game, signal)).position,
					next = new Match(game, at, match.first, match.level);
				const legal = await next.load(learner, signal);
				if (mine !== wish) return;
				match = next;
				fill(message);
				if (!beside) history.pushState(null, "", link("play", where()));
				stones.clear();
				await enter(legal);
			},
			(error) => {
				if (!match.now.legal) return fail(error, game, position ?? "");
				// The game in progress continues.
				fill(
					message,
					h("p", "This cannot be played: ", h("code", game)),
					refusal(error, { game, position: position ?? "" }),
				);
			},
		);

	/** @param {number | null} k */
	function jump(k) {
		match.at = k ?? match.at;
		fill(message);
		void enter();
	}

	/** Shows the position, and lets the computer move if it is its turn. */
	function enter(/** @type {Legal | null} */ known = null) {
		const mine = ++step;
		return attempt(async () => {
			const legal = known ?? (await match.load(learner, signal)),
				{ shape } = legal.answer,
				winner = match.winner(),
				person = match.mover() !== "computer",
				name = title(match.game);
			if (mine !== step) return;
			if (!beside) {
				replace("play", where(), { play: match.keep() });
				document.title = `${name} · Bouton`;
			}
			heading.textContent = name;
			const values = numbers(library, match.game)
				.map((n) => `${n.name} is ${n.value}`)
				.join(", ");
			about =
				(ofLibrary(library, match.game)?.about ??
					/"(.*?)"/.exec(match.game)?.[1] ??
					`${match.game.replace(/\s*\n\s*/g, "; ")}.`) + (values && ` Here ${values}.`);
			fill(
				lead,
				h(
					"p",
					about,
					h(
						"strong",
						shape.ending === "misere"
							? " The player who makes the last move loses."
							: " The player who makes the last move wins.",
					),
				),
				h(
					"p.quiet",
					"Click a stone to choose it and all above it, then press Take. With the keyboard: ← → choose a heap, ↑ ↓ choose stones, Enter takes them.",
				),
			);
			stones.show(legal.piles, legal.parts, person && !winner ? legal : null, learner ? winning(legal) : undefined);
			fill(counters, count(legal.answer.counters), !winner && limit(legal));
			pass.hidden = !legal.pass;
			pass.disabled = hinted.disabled = !person || !!winner;
			asked.disabled = !person && !winner;
			undo.disabled = match.beside(-1) === null;
			redo.disabled = match.beside(1) === null;
			choice();
			fill(options);
			allMoves(legal, person);
			showRecord(learner);
			panel();
			status.textContent = winner
				? `${NAMES[winner]} ${winner === "you" ? "have" : "has"} won.`
				: person
					? `${match.level === "people" ? `${NAMES[match.mover()]}: your` : "Your"} turn.`
					: "The computer’s turn…";
			status.classList.toggle("over", !!winner);
			if (person || winner) announce(status.textContent);
			if (winner || learner) {
				await match.review(signal);
				if (mine !== step) return;
				showRecord(true);
			}
			if (winner) {
				fill(message, h("p", summary(match)));
				fill(
					options,
					h(
						"div.row",
						button("Play this position again", () => fresh(match.game, match.plies[0].position), "main"),
						others(),
					),
				);
			} else if (!person) {
				const { move } = await api.reply(match.game, match.now.position, match.level, signal),
					said = `The computer: ${move?.move}.`;
				if (!move || mine !== step || !(await leave(move))) return;
				fill(message, h("p", said));
				await enter();
				announce(`${said} ${status.textContent}`);
			}
		}, fail);
	}

	/** Takes from one heap that win, for learners. @param {Legal} legal */
	const winning = (legal) =>
		new Set(
			legal.others.flatMap(({ move, piles }) => {
				const takes = taken(legal.piles, piles, legal.parts).flatMap((part, p) =>
					part.flatMap((n, i) => (n ? `${p},${i},${n}` : [])),
				);
				return move.outcome === "P" && move.kind !== "split" && takes.length === 1 ? takes : [];
			}),
		);

	/** What the button Take would do. @param {Move} [move] */
	function choice(move, words = "Take") {
		chosen = move;
		take.disabled = !move;
		take.textContent = words;
	}
	/** @param {Move} move */
	const inWords = (move) => move.move.replace(/ →.*/s, "").replace(/^./, (c) => c.toUpperCase());

	/** The choice on the board has changed. */
	async function changed() {
		const { legal, position } = match.now,
			now = stones.chosen(),
			heaps = now.flatMap((part, p) => part.flatMap((n, i) => (n ? { p, i, n } : [])));
		choice();
		fill(options);
		fill(message);
		if (!legal || !heaps.length) return;
		/** @type {Fn["pi"]} */
		const name = (p, i) => legal.parts[p].names?.[i] ?? `the heap of ${brief(legal.piles[p][i])}`;
		let move = legal.exact(now);
		if (!move && !legal.complete) {
			move = (
				await api.moves(match.game, position, signal, { to: key(legal.after(now), legal.parts) }).catch(() => null)
			)?.moves[0];
			if (now !== stones.chosen()) return;
		}
		const other = move?.kind === "take" && heaps.length > 1,
			{ p, i } = heaps[0],
			splits = heaps.length === 1 ? legal.splits(now, p, i) : [];
		choice(
			move,
			move && other ? inWords(move) : `Take ${heaps.map((s) => `${brief(s.n)} from ${name(s.p, s.i)}`).join(" and ")}`,
		);
		if (splits.length) return offer(splits, move ? "Or take and split the rest:" : "Take and split the rest:");
		if (move) return other && fill(message, h("p", `This leaves the same heaps as: ${move.move}.`));
		const amounts = legal.amounts(p, i),
			more = legal.including(now).concat(heaps.length > 1 ? [] : legal.lowering(p, i, heaps[0].n));
		fill(
			message,
			h(
				"p.bad",
				"✕ ",
				heaps.length > 1
					? "These stones cannot be taken together."
					: !legal.complete
						? `This cannot be taken from ${name(p, i)} now.`
						: amounts.length
							? `From ${name(p, i)}, ${ranges(amounts)} may be taken now.`
							: `Nothing may be taken from ${name(p, i)} ${legal.touchable(p, i) ? "alone" : "now"}: ${about}`,
			),
		);
		if (more.length) offer(more.slice(0, 8), "Together with other stones or changes, it is a move:");
	}

	/** Moves as buttons. @param {Move[]} moves @param {string} words */
	const offer = (moves, words) =>
		fill(
			options,
			h("p", words),
			h(
				"div.row",
				moves.map((m) => button(m.move, () => make(m), "small")),
			),
		);

	/** @param {number} p @param {number} i */
	function offerSplits(p, i) {
		const { legal } = match.now;
		if (!legal) return;
		stones.set(nothing(legal.piles));
		fill(message);
		choice();
		offer(legal.splits(nothing(legal.piles), p, i), `Split the heap of ${legal.piles[p][i]}:`);
		options.querySelector("button")?.focus();
		options.scrollIntoView({ block: "nearest" });
	}

	/** @param {Move} move */
	async function make(move) {
		if (match.mover() === "computer" || !match.now.legal) return;
		const active = document.activeElement;
		fill(message);
		if (await leave(move)) await enter();
		if (active === take || !active?.isConnected)
			/** @type {HTMLElement | null} */ (stones.element.querySelector("[role=slider]:not(.still)"))?.focus({
				preventScroll: true,
			});
	}

	/** Makes a move and animates it. @param {Move} move */
	async function leave(move) {
		const mine = ++step,
			gone = stones.leave(stonesOf(move));
		match.make(move);
		choice();
		if (!beside) replace("play", where(), { play: match.keep() });
		await gone;
		return mine === step;
	}

	/** The stones that a move takes; those of a split stay. @param {Move} move */
	function stonesOf({ kind, piles }) {
		const { legal } = match.now;
		return !legal ? [] : kind === "split" ? nothing(legal.piles) : taken(legal.piles, toPiles(piles), legal.parts);
	}

	/** The list of all moves, with a filter. @param {Legal} legal @param {boolean} person */
	function allMoves({ moves, complete }, person) {
		const items = h("ul.moves"),
			filter = h("input", { type: "search", placeholder: "heap of 5", oninput: refill });
		function refill() {
			const found = moves.filter((m) => m.move.includes(filter.value.trim()));
			fill(
				items,
				found.slice(0, 300).map((m) =>
					h(
						"li",
						button(m.move, () => make(m), `move ${m.outcome}`, { disabled: !person }),
						m.outcome && h(`span.tag.${m.outcome}`, m.outcome === "P" ? "★ wins" : "loses"),
					),
				),
				found.length > 300 && h("li.quiet", `… and ${found.length - 300} more: use the filter`),
			);
		}
		refill();
		listTitle.textContent = moves.length
			? `All legal moves (${complete ? "" : "the first "}${moves.length})`
			: "There are no legal moves";
		fill(list, moves.length > 8 && field("Filter", filter), items);
		lists.hidden = false;
	}

	const hint = () =>
		attempt(async () => {
			const mine = step,
				{ move, advice } = await api.reply(match.game, match.now.position, "perfect", signal);
			if (mine !== step || !move || match.mover() === "computer") return;
			stones.set(stonesOf(move));
			fill(options);
			choice(move, inWords(move));
			fill(
				message,
				h(
					advice === "wins" ? "p.good" : "p",
					{ wins: "★ This wins: ", delays: "No move wins against perfect play. This one delays the end: " }[advice] ??
						"It is not known who wins here. A move: ",
					h("strong", move.move),
				),
			);
		}, fail);

	const why = () =>
		attempt(async () => {
			const mine = step,
				{ words, by } = await api.solve(match.game, match.now.position, signal),
				[paper, statement] = by.source?.split(":") ?? [];
			if (mine === step)
				fill(
					message,
					h(
						"div.why",
						words.map((line) => h("p", { class: line[0] === " " && "in" }, line.trim())),
						statement && to("theorems", { paper, statement }, "Read the theorem"),
					),
				);
		}, fail);

	/** @param {unknown} error */
	function fail(error, game = match.game, position = match.now.position) {
		if (signal.aborted) return;
		status.textContent = "This does not work:";
		if (!match.now.legal) hinted.disabled = asked.disabled = lists.hidden = true;
		fill(message, refusal(error, { game, position }));
		fill(
			options,
			h(
				"div.row",
				button("Try again", () => fresh(game, position || null)),
				others(),
			),
		);
		panel();
	}

	await attempt(async () => {
		library = await api.games();
		const known = library.find((g) => g.example === match.game || g.name === match.game);
		match.now.position ||= known?.position ?? (await api.deal(match.game, signal)).position;
		match.resume(history.state?.play);
		if (!signal.aborted) await enter();
	}, fail);
};

/** The largest take, if it changes from turn to turn. @param {Legal} legal */
const limit = ({ answer, complete, piles, parts, others }) => {
	const most = others.reduce((most, move) => {
		const stones = taken(piles, move.piles, parts)
			.flat()
			.reduce((a, b) => a + b, 0n);
		return stones > most ? stones : most;
	}, 0n);
	return complete && most && ("turn" in answer.counters || "last" in answer.counters)
		? ` At most ${plural(most, "stone")} may be taken now.`
		: null;
};

/** Counters in words. @param {Record<string, string>} counters */
const count = (counters) =>
	Object.entries(counters)
		.sort(([a], [b]) => Number(a === "other") - Number(b === "other"))
		.map(
			([name, n]) =>
				({
					turn: `Turn ${n}.`,
					last: n === "0" ? "Nothing has been taken yet." : `The last take was ${plural(BigInt(n), "stone")}.`,
					pass:
						"other" in counters
							? `The player to move has ${plural(BigInt(n), "pass", "passes")} left, `
							: n === "0"
								? "No pass is left."
								: `${plural(BigInt(n), "pass is", "passes are")} left.`,
					other: `the other player ${n}.`,
				})[name] ?? `${name} = ${n}.`,
		)
		.join(" ");
