// What is allowed at a position, derived from the list of its legal moves: which takes are moves, and why others are not.

/** @param {string[][]} piles @returns {Piles} */
export const toPiles = (piles) => piles.map((part) => part.map(BigInt));
/** @param {bigint} a @param {bigint} b */
const order = (a, b) => (a < b ? -1 : a > b ? 1 : 0);

/** One key for all orders of the same heaps. @param {Piles} piles @param {Part[]} parts */
export const key = (piles, parts) =>
	piles
		.map((part, p) => {
			const kind = parts[p].order,
				heaps = part.filter((n) => n || (kind !== "none" && kind !== "row"));
			return (kind === "none" ? heaps.sort(order) : heaps).join(",") || "0";
		})
		.join(" | ");

/** Heaps at their previous places, so that nothing jumps when a position is sorted again. @type {Fn["arrange"]} */
export const arrange = (before, now, parts) =>
	now.map((part, p) => {
		const old = before?.[p];
		if (!old || parts[p].order !== "none") return part;
		const rest = part.toSorted(order).reverse();
		const take = (/** @type {(n: bigint) => boolean} */ wanted) =>
			rest.some(wanted) ? rest.splice(rest.findIndex(wanted), 1)[0] : null;
		const places = old.map((n) => (n ? take((m) => m === n) : 0n));
		for (const i of [...old.keys()].sort((i, j) => order(old[j], old[i]))) places[i] ??= take((m) => m <= old[i]) ?? 0n;
		return [...places.map((n) => n ?? 0n), ...rest];
	});

/** How many stones a move took from each heap as it was drawn. @type {Fn["taken"]} */
export const taken = (before, after, parts) => {
	const now = arrange(before, after, parts);
	return before.map((old, p) => {
		const row = [...now[p]];
		while (parts[p].order === "row" && row.length < old.length)
			row.splice(
				old.findIndex((n, i) => n !== row[i]),
				0,
				0n,
			);
		return old.map((n, i) => (n > row[i] ? n - row[i] : 0n));
	});
};

/** Numbers in words: `1 to 3`, `1, 4 or 9`. @param {number[]} list */
export function ranges(list) {
	/** @type {number[][]} */
	const runs = [];
	for (const n of list)
		if (runs.at(-1)?.[1] === n - 1) runs[runs.length - 1][1] = n;
		else runs.push([n, n]);
	const said = runs.map(([a, b]) => (a === b ? `${a}` : `${a} ${b === a + 1 ? "or" : "to"} ${b}`));
	return said.length > 8 ? `${said.slice(0, 8).join(", ")}, …` : said.join(", ").replace(/, ([^,]*)$/, " or $1");
}

/** @param {Piles} piles @returns {Piles} */
export const nothing = (piles) => piles.map((part) => part.map(() => 0n));
/** A list with one number changed. @type {Fn["put"]} */
export const put = (piles, p, i, n) => piles.with(p, piles[p].with(i, n));

/** A heap of more stones is drawn as a bar with a number. */
export const MANY = 40n;

/** The legal moves at a position, in terms of the heaps as they are drawn. */
export class Legal {
	/** @param {Moves} answer @param {Piles} piles as they are drawn */
	constructor(answer, piles) {
		const { moves, complete, shape } = answer;
		this.answer = answer;
		this.piles = piles;
		this.moves = moves;
		this.complete = complete;
		this.parts = shape.parts;
		this.pass = moves.find((m) => m.kind === "pass");
		this.others = moves.filter((m) => m.kind !== "pass").map((move) => ({ move, piles: toPiles(move.piles) }));
		this.targets = new Map(this.others.map((o) => [key(o.piles, this.parts), o.move]));
		/** Whether stones of several heaps may be chosen. */
		this.several = !complete || moves.some((m) => m.kind === "several" || m.kind === "step");
	}

	/** The heaps after a take. @param {Piles} take */
	after(take) {
		return this.piles.map((part, p) => part.map((n, i) => n - take[p][i]));
	}

	/** The move that takes exactly this. @param {Piles} take */
	exact(take) {
		return this.targets.get(key(this.after(take), this.parts));
	}

	/** How many stones may be taken from this heap alone. @type {Fn["pi"]} @returns {number[]} */
	amounts = (p, i) =>
		Array.from({ length: Math.min(Number(MANY), Number(this.piles[p][i])) }, (_, n) => n + 1).filter((n) =>
			this.exact(put(nothing(this.piles), p, i, BigInt(n))),
		);

	/** Moves that take at least this. @param {Piles} take */
	including(take) {
		const after = this.after(take);
		return this.others
			.filter(({ piles }) =>
				piles.every((part, p) => {
					const limits = this.parts[p].order === "none" ? after[p].sort(order) : after[p],
						room = limits.length - part.length;
					return room >= 0 && (!room || this.parts[p].order === "none") && part.every((n, i) => n <= limits[i + room]);
				}),
			)
			.map(({ move }) => move);
	}

	/** Moves of a tuple that take exactly this from one heap, whatever they do to others. @param {number} p @param {number} i @param {bigint} n */
	lowering = (p, i, n) =>
		this.parts[p].order === "tuple"
			? this.others.filter(({ piles }) => piles[p][i] === this.piles[p][i] - n).map(({ move }) => move)
			: [];

	/** Moves that take exactly this from one heap, and split what is left. @param {Piles} take @param {number} p @param {number} i */
	splits(take, p, i) {
		const left = this.after(take)[p][i],
			size = this.piles[p][i];
		if (!size) return [];
		return this.others
			.filter(({ move, piles }) => {
				const rest = [...piles[p]];
				return (
					move.kind === "split" &&
					this.piles[p].every((n, j) => j === i || !n || (rest.includes(n) && rest.splice(rest.indexOf(n), 1))) &&
					rest.reduce((a, b) => a + b, 0n) === left &&
					// A split in another game of a sum does not change this heap.
					(rest.length !== 1 || rest[0] !== size)
				);
			})
			.map(({ move }) => move);
	}

	/** Whether some move changes this heap. @type {Fn["pi"]} @returns {boolean} */
	touchable = (p, i) => {
		const size = this.piles[p][i],
			kind = this.parts[p].order,
			count = (/** @type {bigint[]} */ heaps) => heaps.filter((n) => n === size).length;
		if (!size || !this.complete) return size > 0n;
		if (kind === "row")
			return this.several || this.amounts(p, i).length > 0 || this.splits(nothing(this.piles), p, i).length > 0;
		return this.others.some(({ piles }) =>
			kind === "none" ? count(piles[p]) < count(this.piles[p]) : piles[p][i] !== size,
		);
	};
}
