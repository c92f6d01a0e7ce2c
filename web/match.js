// A game in progress: its positions, who made the moves, and how they affected the win.
import { api } from "./api.js";
import { button, h, plural } from "./dom.js";
import { arrange, Legal, toPiles } from "./legal.js";

/** @type {Record<Player, string>} */
export const NAMES = { you: "You", computer: "The computer", one: "The first player", two: "The second player" };

export class Match {
	at = 0;
	/** @param {string} game @param {string} position @param {string} first `you` or `computer` @param {string} level */
	constructor(game, position, first, level) {
		this.game = game;
		this.level = level;
		this.first = first;
		this.plies = [/** @type {Ply} */ ({ position, move: null })];
	}

	get now() {
		return this.plies[this.at];
	}

	/** Who moves from the position number k. @returns {Player} */
	mover(k = this.at) {
		if (this.level === "people") return k % 2 ? "two" : "one";
		return (k % 2 === 0) === (this.first === "you") ? "you" : "computer";
	}

	/** Reads the legal moves of the position that is shown. @param {boolean} outcomes @param {AbortSignal} signal */
	async load(outcomes, signal) {
		const { now } = this,
			answer = await api.moves(this.game, now.position, signal, { outcomes });
		now.position = answer.position;
		now.piles = arrange(this.plies[this.at - 1]?.piles, toPiles(answer.piles), answer.shape.parts);
		return (now.legal = new Legal(answer, now.piles));
	}

	/** @param {Move} move */
	make(move) {
		this.plies.length = ++this.at;
		this.plies.push({ position: move.to, move });
	}

	/** Who has won, if there is no move. */
	winner() {
		const { legal } = this.now;
		return legal?.complete && !legal.moves.length
			? this.mover(this.at + (legal.answer.shape.ending === "misere" ? 0 : 1))
			: null;
	}

	/** The next position back (-1) or on (1) in which a person moves, or the last one. @param {number} by */
	beside(by) {
		let k = this.at + by;
		while (k > 0 && k < this.plies.length - 1 && this.mover(k) === "computer") k += by;
		return this.plies[k] && (by > 0 || this.mover(k) !== "computer") ? k : null;
	}

	/** Finds out who could win at each position; null where that is unknown. @param {AbortSignal} signal */
	async review(signal) {
		for (const ply of this.plies)
			ply.answer ??= await api.solve(this.game, ply.position, signal, { moves: 1 }).catch(() => null);
	}

	/** How the move to position number k affected the win. @param {number} k */
	verdict(k) {
		const before = this.plies[k - 1].answer,
			after = this.plies[k].answer;
		return !before || !after ? "unknown" : before.outcome === "P" ? "lost" : after.outcome === "P" ? "kept" : "gave";
	}

	/** What is stored to continue after a reload; heaps as text. */
	keep() {
		return JSON.stringify(
			{ ...this, plies: this.plies.map(({ position, move, piles }) => ({ position, move, piles })) },
			(_, v) => (typeof v === "bigint" ? `#${v}` : v),
		);
	}

	/** Continues a stored game, if it is this one. @param {string} [text] */
	resume(text) {
		const kept = text && JSON.parse(text, (_, v) => (/^#\d+$/.test(v) ? BigInt(v.slice(1)) : v));
		if (kept?.game === this.game && kept.plies[kept.at].position === this.now.position)
			Object.assign(this, kept, { level: this.level });
	}
}

const SAID = {
	kept: "✓ kept the win",
	gave: "✕ gave the win away",
	lost: "· had no winning move",
	unknown: "? it is not known who wins",
};

/** The list of moves, with their effect on the win; each leads back to its position. @type {Fn["record"]} */
export const record = (match, judge, open) =>
	match.plies.length < 2
		? h("p.quiet", "No moves yet.")
		: h(
				"ol.record",
				match.plies.slice(1).map((ply, k) => {
					const verdict = judge && match.verdict(k + 1),
						{ answer, legal } = match.plies[k],
						to = answer?.winning_moves[0];
					return h(
						"li",
						{ class: verdict, "aria-current": match.at === k + 1 && "step" },
						button(`${NAMES[match.mover(k)]}: ${ply.move?.move}`, () => open(k), "step"),
						verdict &&
							h(
								"p.verdict",
								SAID[verdict],
								verdict === "gave" && `; this wins: ${legal?.moves.find((m) => m.to === to)?.move ?? to}`,
							),
					);
				}),
			);

/** One sentence on how well people played. @param {Match} match */
export function summary(match) {
	const mine = match.plies.slice(1).flatMap((_, k) => (match.mover(k) === "computer" ? [] : match.verdict(k + 1))),
		given = mine.filter((v) => v === "gave").length;
	if (match.plies.length < 2) return "There are no moves from here.";
	if (mine.includes("unknown")) return "";
	if (match.level === "people") return `A win was given away ${plural(given, "time")}.`;
	if (given) return `You could have won, but gave it away ${given === 1 ? "once" : `${given} times`}: see below.`;
	return mine.includes("kept") ? "You made no mistake." : "There was no way to win: the computer made no mistake.";
}
