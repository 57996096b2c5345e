// Pieces that several screens are made of.
import { describeHonours, formatHonours, getScale } from "./auction.js";
import {
  SEATS,
  SIDES,
  SIGNS,
  describeEntry,
  describeLead,
  formatEntry,
  formatOvertricks,
  formatScore,
  formatSeat,
  formatTricks,
  scoreEntry,
} from "./bridge.js";
import { openBoard } from "./decisions.js";
import {
  findPending,
  findRound,
  getGame,
  getSettings,
  isEntered,
  isOnPaper,
  listBoards,
  listLaterRounds,
  listOpenBoards,
  table,
} from "./state.js";

// An element with its attributes and children; `tap` is what a tap on it does.
/**
 * @param {string} tag
 * @param {{tap?: () => void, [name: string]: any}} [options]
 * @param {any[]} children
 */
export function createElement(tag, { tap, ...attributes } = {}, ...children) {
  const element = document.createElement(tag);
  const isGiven = (value) => value !== null && value !== undefined && value !== false;
  for (const [name, value] of Object.entries(attributes)) {
    if (isGiven(value)) element.setAttribute(name, value === true ? "" : value);
  }
  const isDisabled = () => element.getAttribute("aria-disabled") === "true";
  if (tap) element.addEventListener("click", () => isDisabled() || tap());
  element.append(...children.flat(Infinity).filter(isGiven));
  return element;
}

export const createText = (tag, words, more = {}) => createElement(tag, more, words);
export const createKey = (id, label, tap, more = {}) =>
  createElement("button", { type: "button", id, tap, ...more }, label);
export const createGroup = (name, className, ...keys) =>
  createElement("div", { role: "group", "aria-label": name, class: className }, keys);
export const createNote = (tone, ...children) =>
  createElement("p", { class: `say ${tone}` }, children);

// What is seen, and the words that are heard in its place.
export const withSpokenText = (words, ...seen) => [
  createElement("span", { "aria-hidden": "true" }, seen),
  createText("span", words, { class: "hidden" }),
];

export function renderSuit(letter) {
  if (letter === "NT") return "NT";
  const colour = letter === "D" || letter === "H" ? " red" : "";
  return createText("span", SIGNS[letter], { class: `suit of-${letter}${colour}` });
}

export const renderCard = (lead) => [renderSuit(lead[0]), lead[1] === "T" ? "10" : lead[1]];
export const getSeatName = (seat) => table.state.seats[seat] || "";

// A screen's title and subject, with the key that leads back beside them.
export function renderHeading({ title, about, back }) {
  const words = createElement(
    "div",
    {},
    createText("h1", title, { id: "heading", tabindex: "-1" }),
    about ? createText("p", about, { class: "about" }) : "",
  );
  const backKey = back
    ? createKey("back", withSpokenText("Back", "‹"), back, { class: "quiet" })
    : "";
  return createElement("div", { class: "top" }, backKey, words);
}

const KINDS_WITHOUT_SCORE = ["tricks", "score", "other"]; // the entry is a score itself

// “4♠ by South (Anna), 10 tricks, lead ♥K”, and the score of the side that gains.
export function renderResult(entry, { lead = "", score = null, seats = null } = {}) {
  const player = entry.kind === "played" && seats ? seats[entry.declarer] : "";
  const name = player ? ` (${player})` : "";
  const words = describeEntry(entry, name) + (lead ? `, lead ${describeLead(lead)}` : "");
  const seen =
    entry.kind === "played"
      ? renderPlayed(entry, name, lead)
      : createText("b", words[0].toUpperCase() + words.slice(1));
  const hasGain = score !== null && !KINDS_WITHOUT_SCORE.includes(entry.kind);
  const gain = hasGain
    ? [" ", createText("strong", formatScore(score), { class: "gain nowrap" })]
    : "";
  return [withSpokenText(`${words}.`, seen), gain];
}

function renderPlayed(entry, name, lead) {
  const doubles = entry.doubled ? ` ${"×".repeat(entry.doubled)}` : "";
  const over = formatOvertricks(entry.tricks - entry.level - 6);
  return [
    createElement("b", {}, entry.level, renderSuit(entry.denomination), doubles),
    ` by ${formatSeat(entry.declarer)}${name}, ${formatTricks(entry.tricks)} (${over})`,
    describeHonours(entry),
    lead ? [", ", createElement("span", { class: "nowrap" }, "lead ", renderCard(lead))] : "",
  ];
}

// A result in few signs, for a list.
export function renderShortResult(entry) {
  if (!entry) return "";
  if (entry.kind === "passed") return "Passed";
  if (entry.kind === "not-played") return "Not played";
  if (entry.kind === "later") return "Later";
  if (entry.kind === "tricks") return `N-S ${entry.tricks}`;
  if (entry.kind === "other") return entry.text;
  if (entry.kind === "score") return formatEntry(entry);
  const contract = [entry.level, renderSuit(entry.denomination), "×".repeat(entry.doubled)];
  const result = [` ${entry.declarer} `, formatOvertricks(entry.tricks - entry.level - 6)];
  return withSpokenText(describeEntry(entry), contract, result, formatHonours(entry));
}

export function isSetByDirector({ fixed, state, entry }) {
  const isNotPlayed = entry && entry.kind === "not-played";
  return fixed || (state === "artificial" && !isNotPlayed);
}

// How a board stands: a sign, a word and a tone.
export function getBoardStatus(board) {
  if (board.refused) return { sign: "!", word: "not saved", tone: "bad" };
  if (board.kept) return { sign: "↑", word: "waiting to send", tone: "warn" };
  if (board.look) return { sign: "?", word: "check", tone: "warn" };
  if (isSetByDirector(board)) return { sign: "§", word: "the director’s", tone: "" };
  if (board.outside && board.agreed) {
    return { sign: "!", word: "the director decides", tone: "warn" };
  }
  const pending = findPending(board);
  if (pending) {
    const word = pending.isShown ? "the director decides" : "not confirmed";
    return { sign: "?", word, tone: "warn" };
  }
  if (board.state === "empty") {
    return { sign: "", word: board.later ? "played later" : "to play", tone: "" };
  }
  return { sign: "✓", word: "saved", tone: "ok" };
}

export const formatGain = (board) => {
  const isUnsent = board.kept && board.entry;
  const score = isUnsent ? scoreEntry(board.entry, board.vulnerable) : board.score;
  if (getGame() === "whist" || score === null || !isEntered(board)) return "";
  return formatScore(score).replace(" points", "");
};

// The boards of a round to list. If the director entered the match, only those with a result.
export const listPlayedBoards = ({ round, reported }) =>
  reported ? listBoards(round).filter(isEntered) : listBoards(round);

// The boards of a round, each a key to its page.
export function renderBoards(round, mayEnter = true) {
  const first = listOpenBoards(round)[0];
  const items = listPlayedBoards(findRound(round)).map((board) => {
    const isOpen = !isEntered(board) && !board.refused;
    const isInFixedOrder = getSettings().order === "fixed" && first && board.board !== first.board;
    const inside = renderBoardLine(board);
    if (isOpen && (!mayEnter || isInFixedOrder)) {
      return createElement("li", {}, createElement("div", { class: "row" }, inside));
    }
    const open = () => openBoard(round, board.board);
    return createElement(
      "li",
      {},
      createKey(`board-${board.board}`, inside, open, { class: "row" }),
    );
  });
  return createElement("ul", { class: "boards" }, items);
}

function renderBoardLine(board) {
  const { sign, word, tone } = getBoardStatus(board);
  const visibleSign = sign ? [createText("span", sign, { "aria-hidden": "true" }), " "] : "";
  const gain = createText("span", formatGain(board), { class: "nowrap" });
  const stand = tone === "ok" ? withSpokenText(word, sign) : [visibleSign, word];
  return [
    createText("b", `Board ${board.board}`),
    board.entry
      ? createElement("span", { class: "made" }, renderShortResult(board.entry), " ", gain)
      : null,
    createElement("span", { class: `stand ${tone}` }, stand),
  ];
}

// Boards of earlier rounds that are played later, or to which nobody has agreed yet.
export const renderLaterBoards = () =>
  listLaterRounds().map((round) => {
    const pairs = ["ns", "ew"].map((name) => formatPair(name, round.labels)).join(", ");
    return [
      createText("h2", `From round ${round.round}: ${pairs}`),
      renderBoards(round.round, !isOnPaper()),
    ];
  });

// Where the pairs of a round go when it is over.
export function renderPlaces(round) {
  const { labels, next, seats: seatsPlayed = {}, next_seats: nextSeats, players } = round;
  const placesBySeat = round.places;
  // A player who was replaced after this round doesn't go on.
  const nameOn = (seat) => (nextSeats || {})[seat] || seatsPlayed[seat];
  const seats = Object.fromEntries(Object.keys(SEATS).map((seat) => [seat, nameOn(seat)]));
  if (players && placesBySeat && Object.values(placesBySeat).some(Boolean)) {
    const rows = Object.keys(SEATS).map((seat) => {
      const name = seats[seat] ? [" ", createText("small", seats[seat])] : "";
      const title = createElement("dt", {}, `${SEATS[seat]} ${players[seat]}`, name);
      return [title, createText("dd", renderPlace(placesBySeat[seat]))];
    });
    return createElement("dl", { class: "places" }, rows);
  }
  if (!next || !(next.ns || next.ew)) return null;
  const names = ["ns", "ew"].filter((name) => next[name] && labels[name]);
  if (!names.length) return null;
  const rows = names.map((name) => {
    const title = createElement("dt", {}, formatPair(name, labels), renderNames(name, seats));
    return [title, createText("dd", renderPlace(next[name]))];
  });
  return createElement("dl", { class: "places" }, rows);
}

export function renderNames(name, seats) {
  const players = [...name.toUpperCase()].map((seat) => seats[seat]).filter(Boolean);
  return players.map((player) => [" ", createText("small", player)]);
}

// “go to table 2, E-W”, which a narrow line does not take apart in the direction.
function renderPlace(place) {
  const [, table, direction] = /^table (\S+)(?: (.+))?$/.exec(place) || [];
  if (!table) return place === "stay" ? "stay here" : place;
  const side = direction ? [", ", createText("span", direction, { class: "nowrap" })] : "";
  return [`go to table ${table}`, side];
}

export const CALLED = { pair: "Pair", player: "Players", team: "Team" };

export function formatPair(name, labels) {
  const hasSide = /[NE]-[SW]/.test(labels[name]);
  return hasSide ? labels[name] : `${labels[name]} ${SIDES[name]}`;
}

// The four players around the table.
export function renderCompass() {
  const seats = Object.keys(SEATS).map((seat) => {
    const player = [(table.state.players || {})[seat], getSeatName(seat)].filter(Boolean).join(" ");
    return createElement(
      "div",
      { class: `at-${seat}` },
      createText("b", SEATS[seat]),
      " ",
      createText("span", player),
    );
  });
  const tile = createText("div", table.state.table, { class: "tile", "aria-hidden": "true" });
  return createElement("div", { class: "compass" }, seats, tile);
}

const VULNERABILITY_NAMES = {
  none: "none vulnerable",
  ns: "N-S vulnerable",
  ew: "E-W vulnerable",
  all: "all vulnerable",
};

export function describeBoard(board) {
  if (getGame() === "whist") return board.trump ? `Trump: ${board.trump}` : "";
  const dealer = `Dealer ${SEATS[board.dealer]}`;
  // Auction bridge has no vulnerability.
  return getScale() ? dealer : `${dealer} · ${VULNERABILITY_NAMES[board.vulnerable]}`;
}
