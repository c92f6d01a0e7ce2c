// The server's interface: every request that the page can make.

/** A refusal by the server, with the places of the errors. */
export class Refusal extends Error {
	/** @param {Diagnostic[]} errors @param {number} [status] */
	constructor(errors, status) {
		super(errors.map((e) => e.message).join("; ") || `The server answered with status ${status}.`);
		this.errors = errors;
	}
}

/** Called with true when the server does not answer, with false when it does. @type {{tell: (gone: boolean) => void}} */
export const gone = { tell: () => {} };

/** @type {Fn["send"]} */
const send = async (path, body, signal, accept = "application/json") => {
	const post = { method: "POST", body: JSON.stringify(body), headers: { accept, "content-type": "application/json" } };
	const response = await fetch(`/api/${path}`, { ...(body && post), signal }).catch((error) => {
		if (signal?.aborted) throw error;
		gone.tell(true);
		throw new Error("Bouton’s server does not answer.");
	});
	gone.tell(false);
	if (response.ok) return response;
	throw new Refusal((await response.json().catch(() => null))?.errors ?? [], response.status);
};

/** @param {string} path @param {object | null} [body] @param {AbortSignal} [signal] */
const ask = async (path, body, signal) => (await send(path, body, signal)).json();

/** Asks once and remembers the answer, unless it failed. @param {string} name */
function once(name) {
	/** @type {Promise<any> | null} */
	let answer = null;
	return () =>
		(answer ??= ask(name).then(
			(a) => a[name],
			(error) => {
				answer = null;
				throw error;
			},
		));
}

const seed = () => Math.floor(Math.random() * 2 ** 52);

/** @type {Api} */
export const api = {
	games: once("games"),
	papers: once("papers"),
	check: (text, kind, signal) => ask("check", { text, kind }, signal),
	moves: (game, position, signal, more) => ask("moves", { game, position, first: 3000, ...more }, signal),
	solve: (game, position, signal, more) => ask("solve", { game, position, ...more }, signal),
	reply: (game, position, level, signal) => ask("reply", { game, position, level, seed: seed() }, signal),
	deal: (game, signal) => ask("deal", { game, seed: seed() }, signal),
	sequence: (game, to, period, signal) => ask("sequence", { game, to, period }, signal),
	/** The cells row by row; the largest number of their size means "nothing here". */
	async table(request, signal) {
		const response = await send("table", request, signal, "application/octet-stream"),
			bytes = await response.arrayBuffer();
		const size = response.headers.get("Bouton-Cell-Bytes");
		return size === "4" ? new Uint32Array(bytes) : size === "2" ? new Uint16Array(bytes) : new Uint8Array(bytes);
	},
	/** Reports the events as they come. */
	async verify(request, tell, signal) {
		const reader = (await send("verify", request, signal, "text/event-stream")).body
			?.pipeThrough(new TextDecoderStream())
			.getReader();
		for (let rest = ""; reader;) {
			const { done, value } = await reader.read();
			if (done) return;
			const blocks = (rest + value).split("\n\n");
			rest = blocks.pop() ?? "";
			for (const block of blocks) {
				const [, event, data] = /^event: ?(.*)\ndata: ?(.*)/.exec(block) ?? [];
				if (data) tell(event, JSON.parse(data));
			}
		}
	},
};
