// The view in which a game is played, against the computer or by two people.
import * as address from "./address.js";
import { aborted, api } from "./api.js";
import { announce, button, field, fill, h, plural } from "./dom.js";
import { refusal } from "./faults.js";
import { key, nothing, ranges, taken, toPiles } from "./legal.js";
import { chooseGame, ofLibrary, title } from "./library.js";
import { Match, NAMES } from "./match.js";
import { record, summary } from "./record.js";
import { settingsPanel } from "./settings.js";
import { board } from "./stones.js";

/** @type {View} */
export async function showPlay(place, settings, signal) {
  /** @type {LibraryGame[]} */ let library = [];
  let match = new Match(settings.game ?? "nim", settings.position ?? "", settings.first ?? "you", settings.level ?? "perfect");
  let learner = settings.show === "1", about = "";
  /** Grows with every step, so that answers that come too late are known. */ let step = 0;
  /** The move that is chosen on the board. @type {Move | undefined} */ let chosen;

  const stones = board({ changed: () => void changed(), take: () => chosen && void make(chosen), split: offerSplits });
  const heading = h("h1", "Play"), lead = h("div.lead"), status = h("p.status", "The game comes…"), counters = h("p.counters"), made = h("div");
  const message = h("div.message", { "aria-live": "polite" }), options = h("div.options"), side = h("aside.side", { "aria-label": "Settings of the game" });
  const listTitle = h("summary", "All legal moves"), list = h("div");
  const take = button("Take", () => chosen && make(chosen), "main take", { disabled: true });
  const pass = button("Pass", () => match.now.legal?.pass && make(match.now.legal.pass), "", { hidden: true });
  const undo = button("Undo", () => jump(match.beside(-1))), redo = button("Redo", () => jump(match.beside(1)));
  const choose = () => chooseGame(match.game, fresh), another = () => fresh(match.game, null);
  fill(place,
    h("section.table", { "aria-label": "The game" }, h("div.spread", heading, button("Choose a game", choose)), lead, status, counters, stones.element,
      h("div.row", take, pass, button("Hint", hint), button("Why?", why), undo, redo, button("New position", another)), options, message,
      h("details", listTitle, list), h("section.moves-made", h("h2", "The moves"), made)), side);

  /** Where we are; with the game itself, for a reload. */
  const where = () => ({ game: match.game, position: match.now.position, level: match.level, first: match.level === "people" ? null : match.mover(), show: learner ? 1 : null });
  const panel = () => settingsPanel(side, library, match, learner, { fresh, enter, learn: (on) => { learner = on; void enter(); } });
  const showRecord = (/** @type {boolean} */ judge) => fill(made, record(match, judge, jump));

  /** Another game, or another position of it, from the beginning. @param {string} game @param {string | null} position */
  async function fresh(game, position) {
    const mine = ++step;
    try {
      const at = position ?? (await api.deal(game, signal)).position;
      if (mine !== step) return;
      match = new Match(game, at, match.first, match.level);
      address.push("play", where());
      stones.clear();
      await enter();
    } catch (error) { fail(error, game, position ?? ""); }
  }

  /** @param {number | null} k */
  function jump(k) {
    if (k === null) return;
    match.at = k;
    fill(message);
    void enter();
  }

  /** Shows the position, and lets the computer move if it is its turn. */
  async function enter() {
    const mine = ++step;
    try {
      const legal = await match.load(learner, signal), { shape } = legal.answer, winner = match.winner(), person = match.mover() !== "computer";
      if (mine !== step) return;
      address.replace("play", where(), { play: match.keep() });
      heading.textContent = title(match.game);
      document.title = `${title(match.game)} · Bouton`;
      about = ofLibrary(library, match.game)?.about ?? /"(.*?)"/.exec(match.game)?.[1] ?? `${match.game.replace(/\s*\n\s*/g, "; ")}.`;
      fill(lead, h("p", about, shape.parts.some((p) => p.order === "circle") && " The heaps lie in a circle: the last is next to the first.",
        h("strong", shape.ending === "misere" ? " Who makes the last move loses." : " Who makes the last move wins: who cannot move loses.")),
        h("p.quiet", "Click a stone to choose it and all above it, then press Take. By keyboard: ← → go to a heap, ↑ ↓ choose, Enter takes."));
      stones.show(legal.piles, person && !winner ? legal : null, legal.parts, learner ? winning(legal) : undefined);
      fill(counters, count(legal.answer.counters));
      pass.hidden = !legal.pass;
      pass.disabled = !person;
      undo.disabled = match.beside(-1) === null;
      redo.disabled = match.beside(1) === null;
      nothingChosen();
      fill(options);
      allMoves(legal, person);
      showRecord(learner);
      panel();
      status.textContent = winner ? `${NAMES[winner]} ${winner === "you" ? "have" : "has"} won.` : person ? `${match.level === "people" ? `${NAMES[match.mover()]}: your` : "Your"} turn.` : "The computer’s turn…";
      status.classList.toggle("over", !!winner);
      if (person || winner) announce(status.textContent);
      if (winner || learner) {
        await match.review(signal);
        if (mine !== step) return;
        showRecord(true);
      }
      if (winner) {
        fill(message, h("p", summary(match)));
        fill(options, h("div.row", button("Play this position again", () => fresh(match.game, match.plies[0].position), "main"), button("Another position", another), button("Another game", choose)));
      } else if (!person) await computer(mine);
    } catch (error) { fail(error, match.game, match.now.position); }
  }

  /** Takes that win, for learners. @param {import("./legal.js").Legal} legal */
  const winning = (legal) => new Set(legal.others.filter(({ move }) => move.outcome === "P").flatMap(({ piles }) =>
    taken(legal.piles, piles, legal.parts)?.flatMap((part, p) => part.flatMap((n, i) => (n ? [`${p},${i},${n}`] : []))) ?? []));

  function nothingChosen() {
    chosen = undefined;
    take.textContent = "Take";
    take.disabled = true;
  }

  /** What was chosen on the board has changed. */
  async function changed() {
    const { legal, position } = match.now, now = stones.chosen();
    nothingChosen();
    fill(options);
    fill(message);
    const heaps = now.flatMap((part, p) => part.flatMap((n, i) => (n ? [{ p, i, n }] : [])));
    if (!legal || !heaps.length) return;
    const name = (/** @type {number} */ p, /** @type {number} */ i) => legal.parts[p].names?.[i] ?? `the heap of ${legal.piles[p][i]}`;
    take.textContent = `Take ${heaps.map(({ p, i, n }) => `${n} from ${name(p, i)}`).join(" and ")}`;
    chosen = legal.exact(now);
    if (!chosen && !legal.complete) {
      const found = await api.moves(match.game, position, signal, { to: key(legal.after(now), legal.parts) }).catch(() => null);
      if (now !== stones.chosen()) return;
      chosen = found?.moves[0];
    }
    take.disabled = !chosen;
    const { p, i } = heaps[0], splits = heaps.length === 1 ? legal.splits(now, p, i) : [];
    if (splits.length) return offer(splits, chosen ? "Or take and split what is left:" : "Take, and split what is left:");
    if (chosen) return;
    const amounts = legal.amounts(p, i), more = legal.including(now);
    fill(message, h("p.not", "✕ ", heaps.length > 1 ? "These stones may not be taken together." : !legal.complete ? `This may not be taken from ${name(p, i)} now.`
      : amounts.length ? `From ${name(p, i)}, ${ranges(amounts)} may be taken now.` : `Nothing may be taken from ${name(p, i)} ${legal.touchable(p, i) ? "alone" : "now"}: ${about}`));
    if (more.length) offer(more.slice(0, 8), "Together with other stones it is a move:");
  }

  /** Moves as buttons. @param {Move[]} moves @param {string} words */
  const offer = (moves, words) => fill(options, h("p", words), h("div.row", moves.map((m) => button(m.move, () => make(m), "small"))));

  /** @param {number} p @param {number} i */
  function offerSplits(p, i) {
    const { legal } = match.now;
    if (!legal) return;
    stones.set(nothing(legal.piles));
    fill(message);
    nothingChosen();
    offer(legal.splits(nothing(legal.piles), p, i), `Split the heap of ${legal.piles[p][i]}:`);
    options.querySelector("button")?.focus();
  }

  /** @param {Move} move */
  async function make(move) {
    if (match.mover() === "computer" || !match.now.legal) return;
    const mine = ++step, active = document.activeElement;
    fill(message);
    await leave(move);
    if (mine !== step) return;
    match.make(move);
    await enter();
    if (active === take || !active?.isConnected) /** @type {HTMLElement | null} */ (stones.element.querySelector("[role=slider]:not(.still)"))?.focus({ preventScroll: true });
  }

  /** @param {Move} move */
  async function leave(move) {
    const { legal } = match.now;
    if (legal && move.kind !== "pass") await stones.leave(taken(legal.piles, toPiles(move.piles), legal.parts));
  }

  /** @param {number} mine */
  async function computer(mine) {
    const { move } = await api.reply(match.game, match.now.position, match.level, signal);
    if (mine !== step || !move) return;
    await leave(move);
    if (mine !== step) return;
    match.make(move);
    const said = `The computer: ${move.move}.`;
    fill(message, h("p", said));
    await enter();
    announce(`${said} ${status.textContent}`);
  }

  /** The list of all moves, with a filter. @param {import("./legal.js").Legal} legal @param {boolean} person */
  function allMoves({ moves, complete }, person) {
    listTitle.textContent = moves.length ? `All legal moves (${complete ? "" : "the first "}${moves.length})` : "There is no legal move";
    const items = h("ul.moves"), filter = h("input", { type: "search", placeholder: "heap of 5", oninput: refill });
    function refill() {
      const found = moves.filter((m) => m.move.includes(filter.value.trim()));
      fill(items, found.slice(0, 300).map((m) => h("li", button(m.move, () => make(m), m.outcome === "P" ? "move wins" : "move", { disabled: !person }), learner && m.outcome && h(`span.tag.${m.outcome}`, m.outcome === "P" ? "★ wins" : "loses"))),
        found.length > 300 && h("li.quiet", `… and ${found.length - 300} more: filter them`));
    }
    refill();
    fill(list, moves.length > 8 && field("Filter", filter), items);
  }

  async function hint() {
    const mine = step;
    try {
      const { move, advice } = await api.reply(match.game, match.now.position, "perfect", signal), { legal } = match.now;
      if (mine !== step || !move || !legal || match.mover() === "computer") return;
      stones.set((move.kind !== "pass" && taken(legal.piles, toPiles(move.piles), legal.parts)) || nothing(legal.piles));
      fill(options);
      chosen = move;
      take.disabled = false;
      take.textContent = move.move.replace(/ →.*/s, "").replace(/^./, (c) => c.toUpperCase());
      fill(message, h(advice === "wins" ? "p.good" : "p", { wins: "★ This wins: ", delays: "No move wins against perfect play. This one makes it long: " }[advice] ?? "Who wins is not known here. A move: ", h("strong", move.move)));
    } catch (error) { fail(error, match.game, match.now.position); }
  }

  async function why() {
    const mine = step;
    try {
      const { words, by } = await api.solve(match.game, match.now.position, signal), [paper, statement] = by.source?.split(":") ?? [];
      if (mine === step) fill(message, h("div.why", words.map((line) => h("p", { class: /^\s/.test(line) && "in" }, line.trim())), statement && h("a", { href: address.link("theorems", { paper, statement }) }, "Read the theorem")));
    } catch (error) { fail(error, match.game, match.now.position); }
  }

  /** @param {unknown} error @param {string} game @param {string} position */
  function fail(error, game, position) {
    if (aborted(error) || signal.aborted) return;
    status.textContent = "This does not work:";
    fill(message, refusal(error, { game, position }));
    fill(options, h("div.row", button("Try again", () => fresh(game, position || null)), button("Another position", () => fresh(game, null)), button("Another game", choose)));
    panel();
  }

  try {
    library = await api.games();
    const known = library.find((g) => g.example === match.game || g.name === match.game);
    if (!match.now.position) match.now.position = known?.position ?? (await api.deal(match.game, signal)).position;
    match.resume(history.state?.play);
    if (!signal.aborted) await enter();
  } catch (error) { fail(error, match.game, ""); }
}

/** Counters in words. @param {Record<string, string>} counters */
const count = (counters) => Object.entries(counters).map(([name, n]) => ({
  turn: `Turn ${n}.`, last: n === "0" ? "Nothing was taken yet." : `The last take was ${plural(BigInt(n), "stone")}.`,
  pass: n === "0" ? "No pass is left." : `${plural(BigInt(n), "pass is", "passes are")} left.`, other: `The other player has ${plural(BigInt(n), "pass", "passes")} left.`,
}[name] ?? `${name} = ${n}.`)).join(" ");
