// The types that the page's modules share; for the checker alone, no browser reads this file.

interface Diagnostic {
	code: string;
	severity: string;
	message: string;
	line: number | null;
	column: number | null;
	start: number | null;
	end: number | null;
	label: string | null;
	help: string | null;
	in?: string;
}
interface Part {
	order: "none" | "row" | "fixed" | "circle" | "tuple";
	names: string[] | null;
	heaps: number | null;
}
interface Shape {
	game: string;
	ending: "normal" | "misere";
	counters: string[];
	start: Record<string, string>;
	parts: Part[];
}
interface Parameter {
	name: string;
	kind: "number" | "function" | "list" | "code";
	value: string;
}
interface LibraryGame {
	name: string;
	group: string;
	heading: string;
	about: string;
	source: string | null;
	text: string;
	example: string;
	position: string;
	parameters: Parameter[];
}
interface Move {
	move: string;
	to: string;
	piles: string[][];
	kind: "take" | "several" | "split" | "step" | "pass";
	outcome?: "P" | "N";
}
interface Moves {
	game: string;
	position: string;
	piles: string[][];
	counters: Record<string, string>;
	shape: Shape;
	moves: Move[];
	complete: boolean;
}
interface Answer {
	outcome: "P" | "N";
	grundy: string | null;
	winning_moves: string[];
	winning_moves_complete: boolean;
	words: string[];
	position: string;
	by: {
		method: string;
		kernel: string | null;
		source: string | null;
		reason: string | null;
		positions: number;
		within: string | null;
	};
}
interface Period {
	preperiod: number;
	period: number;
	saltus: number;
	proved: boolean;
	by: string | null;
	to: number | null;
}
interface Statement {
	id: string;
	kind: string;
	label: string;
	game: string | null;
	checked: boolean;
	text: string;
	sentence: string;
	html: string;
	verdict: { status: string; positions: number; games: string[] } | null;
}
interface Paper {
	name: string;
	title: string;
	authors: string[];
	source: string | null;
	doi: string | null;
	statements: Statement[];
}
interface Verdict {
	claim: string;
	game: string;
	status: string;
	within: string;
	positions: number;
	counterexample: string | null;
	said: string | null;
	truth: string | null;
	truth_by: string | null;
	checked: { by: string; kernel: string | null; within: string; positions: number; with: string }[];
	note: string | null;
	seconds: number;
}
type Numbers = Uint8Array | Uint16Array | Uint32Array;

/** The requests that the server answers. */
interface Api {
	games(): Promise<LibraryGame[]>;
	papers(): Promise<Paper[]>;
	check(
		text: string,
		kind: "game" | "claim",
		signal?: AbortSignal,
	): Promise<{ ok: boolean; diagnostics: Diagnostic[]; shape?: Shape | null }>;
	moves(
		game: string,
		position: string,
		signal: AbortSignal,
		more?: { outcomes?: boolean; to?: string },
	): Promise<Moves>;
	solve(
		game: string,
		position: string,
		signal: AbortSignal,
		more?: { grundy?: boolean; moves?: number },
	): Promise<Answer>;
	reply(
		game: string,
		position: string,
		level: string,
		signal: AbortSignal,
	): Promise<{ move: Move | null; advice: string }>;
	deal(game: string, signal: AbortSignal): Promise<{ position: string; outcome: string }>;
	table(
		request: {
			game: string;
			at: string;
			what: string;
			claims?: string;
			x0: number;
			y0: number;
			width: number;
			height: number;
		},
		signal: AbortSignal,
	): Promise<Numbers>;
	sequence(
		game: string,
		to: number,
		period: boolean,
		signal: AbortSignal,
	): Promise<{ values: number[]; period: Period | null }>;
	verify(request: object, tell: (event: string, data: any) => void, signal: AbortSignal): Promise<void>;
}

type Settings = Record<string, string>;
type Given = Record<string, string | number | null | undefined>;
type View = (place: HTMLElement, settings: Settings, signal: AbortSignal) => void;

/** What `h` makes from `tag.class.class`. */
type TagOf<S extends string> = S extends `${infer T}.${string}` ? T : S;
type Made<S extends string> =
	TagOf<S> extends keyof HTMLElementTagNameMap ? HTMLElementTagNameMap[TagOf<S>] : HTMLElement;
type Child = Node | string | number | bigint | null | undefined | boolean | Child[];
type Attributes = Record<string, any>;
type Legal = import("./legal.js").Legal;
type Match = import("./match.js").Match;
type Tiles = import("./tiles.js").Tiles;
type Heatmap = import("./heatmap.js").Heatmap;

/** Heaps or coordinates, a list for each part of a sum. */
type Piles = bigint[][];
type Cell = { x: number; y: number };
type Box = { x0: number; y0: number; x1: number; y1: number };
/** The events of a picture: a cell is pointed at, a cell is opened, the view has moved. */
type Listen = { point?(cell: Cell): void; open(cell: Cell): void; moved?(): void };
type Colour = [number, number, number];
interface Palette {
	P: Colour;
	N: Colour;
	none: Colour;
	wrong: Colour;
	ink: string;
	soft: string;
	line: string;
	paper: string;
	cursor: string;
}
type Player = "you" | "computer" | "one" | "two";
/** A position of a match, and the move that led to it. */
interface Ply {
	position: string;
	move: Move | null;
	piles?: Piles;
	legal?: Legal;
	answer?: Answer | null;
}
/** What a picture is of. */
interface Subject {
	game: string;
	at: string;
	what: "outcome" | "grundy";
	claims: string;
}
interface Cells {
	cells: Numbers;
	none: number;
	claim: Numbers | null;
	side: number;
}
interface Tile {
	tx: number;
	ty: number;
	cells: Cells | null;
	failed: unknown;
	image: HTMLCanvasElement | null;
	drawn: string;
	used: number;
	loading: Promise<void> | null;
}

/** The signatures of functions, so that the modules need not spell them out. */
interface Fn {
	h: <S extends string>(what: S, ...rest: (Child | Attributes)[]) => Made<S>;
	fill: (element: Element, ...children: Child[]) => void;
	button: (label: Child, action: () => unknown, classes?: string, attributes?: Attributes) => HTMLButtonElement;
	field: (label: Child, control: HTMLElement) => HTMLLabelElement;
	form: (classes: string, action: () => unknown, ...children: Child[]) => HTMLFormElement;
	choice: (
		label: string,
		options: [string, string][],
		value: string,
		changed: (value: string) => unknown,
	) => HTMLLabelElement;
	attempt: (action: () => Promise<unknown>, failed: (error: unknown) => void) => Promise<void>;
	plural: (n: number | bigint, one: string, many?: string) => string;
	link: (view: string, settings?: Given) => string;
	to: (view: string, settings: Given, words: Child) => HTMLAnchorElement;
	place: (view: string, settings: Given, state?: object | null) => void;
	send: (path: string, body?: object | null, signal?: AbortSignal, accept?: string) => Promise<Response>;
	spans: (text: string, found: Diagnostic[]) => Child[];
	faults: (found: Diagnostic[], open?: (d: Diagnostic) => void) => Child;
	refusal: (error: unknown, texts?: Settings) => HTMLElement;
	editor: (
		kind: "game" | "claim",
		label: string,
		text: string,
		signal: AbortSignal,
		checked: (text: string, shape?: Shape | null) => void,
	) => { area: HTMLTextAreaElement; look: () => void; element: HTMLElement };
	numbers: (library: LibraryGame[], text: string) => { name: string; value: string; with: (n: string) => string }[];
	take: (text: string, position: string | null) => void;
	chooseGame: (now: string, chosen: (text: string, position: string | null) => void) => void;
	arrange: (before: Piles | undefined, now: Piles, parts: Part[]) => Piles;
	taken: (before: Piles, after: Piles, parts: Part[]) => Piles;
	put: (piles: Piles, p: number, i: number, n: bigint) => Piles;
	board: (listen: { changed(): unknown; take(): unknown; split(p: number, i: number): unknown }) => {
		element: HTMLElement;
		set(next: Piles): void;
		chosen(): Piles;
		clear(): void;
		show(next: Piles, parts: Part[], moves?: Legal | null, winning?: Set<string>): void;
		leave(take: Piles): Promise<void>;
	};
	heap: (p: number, i: number, n: bigint, winning: Set<string>) => HTMLElement;
	onStone: (e: PointerEvent, call: (at: string, p: number, i: number, n: bigint) => void) => void;
	pi: (p: number, i: number) => any;
	pin: (p: number, i: number, n: bigint) => void;
	fresh: (game: string, position: string | null) => Promise<void>;
	record: (match: Match, judge: boolean, open: (k: number) => void) => Child;
	settingsPanel: (
		place: HTMLElement,
		library: LibraryGame[],
		match: Match,
		learner: boolean,
		act: {
			fresh: (game: string, position: string | null) => unknown;
			enter: () => unknown;
			learn: (on: boolean) => void;
		},
	) => void;
	planeOf: (shape: Shape, example: string) => string;
	numberControl: (label: string, value: string, limits: [number, number], set: (value: string) => void) => HTMLElement;
	withAxis: (plane: string, shape: Shape, axis: string, i: number) => string;
	axis: (label: string, name: string, more: [string, string][]) => HTMLElement;
	file: (kind: string, make: Fn["keep"]) => HTMLButtonElement;
	patch: (c: Colour, words: string | number) => HTMLElement;
	mix: (a: Colour, b: Colour, t: number) => Colour;
	grundyColour: (value: number, max: number) => Colour;
	keep: (map: Heatmap) => Promise<Blob>;
	shape: (tag: string, attributes: Given, text?: string | number) => Element;
	draw: (values: number[], period: Period | null, width: number) => Element;
	statement: (paper: string, s: Statement, settings: Settings, signal: AbortSignal) => HTMLElement;
	runner: (
		ask: (bounds: { with: string; heaps: string; max: string }) => object,
		settings: Settings,
		signal: AbortSignal,
	) => { element: HTMLElement; clear: () => void };
}
