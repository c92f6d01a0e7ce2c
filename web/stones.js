// The board: heaps as stones to click, drag over or choose by keyboard; large heaps as bars with a number.
import { brief, button, fill, h, pause, plural } from "./dom.js";
import { MANY, nothing, put } from "./legal.js";

/** @type {Fn["board"]} */
export const board = (listen) => {
	const element = h("div.board", { role: "group", "aria-label": "The heaps" });
	/** @type {Piles} */ let piles = [];
	/** @type {Piles} */ let chosen = [];
	/** @type {Part[]} */ let parts = [];
	/** @type {Legal | null | undefined} */ let legal;
	/** Stones side by side in each heap, so that it keeps its width. @type {Map<string, number>} */ const widths =
		new Map();
	/** @type {Map<string, HTMLElement>} */ const heaps = new Map();
	let dragging = "";

	/** @type {Fn["heap"]} */
	const heap = (p, i, n, winning) => {
		const at = `${p},${i}`,
			name = parts[p].names?.[i],
			free = !legal || legal.touchable(p, i);
		const caption = h(
			"p.size",
			name && h("i", `${name} = `),
			h("strong", brief(n)),
			!free && n > 0n && h("span.not-now", "not now"),
		);
		const box = h(`div.heap.kind-${name ? i % 4 : 0}.${n > MANY ? "large" : !n ? "empty" : free ? "" : "still"}`, {
			"data-at": at,
		});
		heaps.set(at, box);
		if (n > MANY) {
			const input = h("input", {
				inputmode: "numeric",
				"aria-label": `Take from ${name ?? "the heap of"} ${brief(n)}`,
				placeholder: "0",
				disabled: !legal || !free,
				oninput: () => choose(p, i, /^\d+$/.test(input.value) ? BigInt(input.value) : 0n),
				onkeydown: (/** @type {KeyboardEvent} */ e) => e.key === "Enter" && listen.take(),
			});
			fill(box, h("div.tube", h("div.rest")), h("label.amount", "take ", input), caption);
			return box;
		}
		const width = Math.max(widths.get(at) ?? 1, Math.min(4, Math.ceil(Number(n) / 10))),
			stones = h("div.stones");
		widths.set(at, width);
		stones.style.setProperty("--across", String(width));
		for (let s = Number(n); s; s--)
			stones.append(h(winning.has(`${at},${s}`) ? "span.stone.wins" : "span.stone", { "data-take": s }));
		fill(box, stones, caption);
		const label = `${name ? `${name}: ${n}` : `Heap ${i + 1} of ${piles[p].length}: ${plural(n, "stone")}`}${free ? "" : ", not available now"}`;
		if (n)
			for (const [k, v] of Object.entries({
				role: "slider",
				tabindex: 0,
				"aria-label": label,
				"aria-valuemin": 0,
				"aria-valuemax": n,
				"aria-orientation": "vertical",
				"aria-disabled": !legal,
			}))
				box.setAttribute(k, String(v));
		if (!legal?.splits(nothing(piles), p, i).length) return box;
		return h(
			"div.with-split",
			box,
			button("split", () => listen.split(p, i), "small", { "aria-label": `Split the heap of ${n}` }),
		);
	};

	/** Marks the chosen stones. @param {Piles} next */
	function set(next) {
		chosen = next;
		for (const [at, box] of heaps) {
			const [p, i] = at.split(",").map(Number),
				n = chosen[p][i],
				size = piles[p][i],
				rest = /** @type {HTMLElement | null} */ (box.querySelector(".rest")),
				input = box.querySelector("input");
			for (const stone of box.querySelectorAll(".stone"))
				stone.classList.toggle("chosen", Number(stone.getAttribute("data-take")) <= n);
			if (box.role) {
				box.ariaValueNow = String(n);
				box.ariaValueText = n ? `${n} of ${size} chosen, ${size - n} stay` : "nothing chosen";
			}
			if (rest) rest.style.height = `${Number(((size - n) * 1000n) / size) / 10}%`;
			if (input && document.activeElement !== input) input.value = n ? String(n) : "";
		}
	}

	/** Chooses n stones of a heap; those of other heaps stay chosen only if a move takes from all of them. @type {Fn["pin"]} */
	const choose = (p, i, n) => {
		if (!legal) return;
		const size = piles[p][i],
			amount = n < 0n ? 0n : n > size ? size : n,
			next = put(legal.several ? chosen : nothing(piles), p, i, amount);
		set(!amount || !legal.complete || legal.including(next).length ? next : put(nothing(piles), p, i, amount));
		listen.changed();
	};

	/** @type {Fn["onStone"]} */
	const onStone = (e, call) => {
		const stone = document.elementFromPoint(e.clientX, e.clientY)?.closest(".stone"),
			at = stone?.closest(".heap")?.getAttribute("data-at");
		if (!stone || !at || !legal) return;
		const [p, i] = at.split(",").map(Number);
		call(at, p, i, BigInt(stone.getAttribute("data-take") ?? 0));
	};
	element.addEventListener("pointerdown", (e) =>
		onStone(e, (at, p, i, n) => {
			if (e.button) return;
			e.preventDefault();
			heaps.get(at)?.focus({ preventScroll: true });
			dragging = chosen[p][i] === n ? "" : at;
			choose(p, i, dragging ? n : 0n);
		}),
	);
	element.addEventListener(
		"pointermove",
		(e) =>
			dragging &&
			onStone(e, (at, p, i, n) => {
				if (at === dragging && chosen[p][i] !== n) choose(p, i, n);
			}),
	);
	for (const end of ["pointerup", "pointercancel"])
		element.addEventListener(end, () => {
			dragging = "";
		});

	element.addEventListener("keydown", (e) => {
		const box = /** @type {HTMLElement} */ (e.target);
		if (box.role !== "slider" || e.ctrlKey || e.metaKey || e.altKey) return;
		const [p, i] = (box.dataset.at ?? "").split(",").map(Number),
			n = chosen[p][i],
			all = [...heaps.values()].filter((b) => b.role);
		const step = (d = 0) => all[(all.indexOf(box) + d + all.length) % all.length].focus();
		/** @type {Record<string, () => void>} */
		const keys = {
			ArrowUp: () => choose(p, i, n + 1n),
			ArrowDown: () => choose(p, i, n - 1n),
			ArrowLeft: () => step(-1),
			ArrowRight: () => step(1),
			Home: () => choose(p, i, 0n),
			End: () => choose(p, i, piles[p][i]),
			Enter: listen.take,
			" ": listen.take,
			Escape: () => choose(p, i, 0n),
		};
		if (!Object.hasOwn(keys, e.key)) return;
		e.preventDefault();
		keys[e.key]();
	});

	return {
		element,
		set,
		chosen: () => chosen,
		clear: () => widths.clear(),
		show(next, kinds, moves, winning = new Set()) {
			const focused = document.activeElement?.closest(".heap")?.getAttribute("data-at");
			piles = next;
			legal = moves;
			parts = kinds;
			heaps.clear();
			fill(
				element,
				piles.map((part, p) =>
					h(
						`div.part.order-${parts[p].order}`,
						piles.length > 1 && h("p.quiet", `Game ${p + 1}`),
						h(
							"div.heaps",
							part.map((n, i) => heap(p, i, n, winning)),
						),
					),
				),
			);
			set(nothing(piles));
			if (focused)
				(heaps.get(focused)?.role ? heaps.get(focused) : [...heaps.values()].find((b) => b.role))?.focus({
					preventScroll: true,
				});
		},
		async leave(take) {
			legal = null;
			set(take);
			await pause(320);
			for (const stone of element.querySelectorAll(".chosen")) stone.classList.add("going");
			await pause(300);
		},
	};
};
