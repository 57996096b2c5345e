// Pieces that several screens are made of.
"use strict";

// An element with its attributes and children; `tap` is what a tap on it does.
/**
 * @param {string} tag
 * @param {{tap?: () => void, [name: string]: any}} [options]
 * @param {any[]} children
 */
function make(tag, { tap, ...attributes } = {}, ...children) {
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

const text = (tag, words, more = {}) => make(tag, more, words);
const key = (id, label, tap, more = {}) =>
  make("button", { type: "button", id, tap, ...more }, label);
const group = (name, className, ...keys) =>
  make("div", { role: "group", "aria-label": name, class: className }, keys);
const say = (tone, ...children) => make("p", { class: `say ${tone}` }, children);

// What is seen, and the words that are heard in its place.
const heardAs = (words, ...seen) => [
  make("span", { "aria-hidden": "true" }, seen),
  text("span", words, { class: "hidden" }),
];

function suit(letter) {
  if (letter === "NT") return "NT";
  const colour = letter === "D" || letter === "H" ? " red" : "";
  return text("span", SIGNS[letter], { class: `suit of-${letter}${colour}` });
}

const cardSigns = (lead) => [suit(lead[0]), lead[1] === "T" ? "10" : lead[1]];
const nameOf = (seat) => table.state.seats[seat] || "";

// A screen's title and subject, with the key that leads back beside them.
function heading({ title, about, back }) {
  const words = make(
    "div",
    {},
    text("h1", title, { id: "heading", tabindex: "-1" }),
    about ? text("p", about, { class: "about" }) : "",
  );
  const backKey = back ? key("back", heardAs("Back", "‹"), back, { class: "quiet" }) : "";
  return make("div", { class: "top" }, backKey, words);
}

const KINDS_WITHOUT_SCORE = ["tricks", "score", "other"]; // the entry is a score itself

// “4♠ by South (Anna), 10 tricks, lead ♥K”, and the score of the side that gains.
function sentence(entry, { lead = "", score = null, seats = null } = {}) {
  const player = entry.kind === "played" && seats ? seats[entry.declarer] : "";
  const name = player ? ` (${player})` : "";
  const words = inWords(entry, name) + (lead ? `, lead ${leadWords(lead)}` : "");
  const seen =
    entry.kind === "played"
      ? playedSigns(entry, name, lead)
      : text("b", words[0].toUpperCase() + words.slice(1));
  const hasGain = score !== null && !KINDS_WITHOUT_SCORE.includes(entry.kind);
  const gain = hasGain ? [" ", text("strong", scoreText(score), { class: "gain nowrap" })] : "";
  return [heardAs(`${words}.`, seen), gain];
}

function playedSigns(entry, name, lead) {
  const doubles = entry.doubled ? ` ${"×".repeat(entry.doubled)}` : "";
  const over = overText(entry.tricks - entry.level - 6);
  return [
    make("b", {}, entry.level, suit(entry.denomination), doubles),
    ` by ${seatWord(entry.declarer)}${name}, ${tricksText(entry.tricks)} (${over})`,
    honoursWords(entry),
    lead ? [", ", make("span", { class: "nowrap" }, "lead ", cardSigns(lead))] : "",
  ];
}

// A result in few signs, for a list.
function signs(entry) {
  if (!entry) return "";
  if (entry.kind === "passed") return "Passed";
  if (entry.kind === "not-played") return "Not played";
  if (entry.kind === "later") return "Later";
  if (entry.kind === "tricks") return `N-S ${entry.tricks}`;
  if (entry.kind === "other") return entry.text;
  if (entry.kind === "score") return writtenOf(entry);
  const contract = [entry.level, suit(entry.denomination), "×".repeat(entry.doubled)];
  const result = [` ${entry.declarer} `, overText(entry.tricks - entry.level - 6)];
  return heardAs(inWords(entry), contract, result, honoursText(entry));
}

function isDirectors({ fixed, state, entry }) {
  const isNotPlayed = entry && entry.kind === "not-played";
  return fixed || (state === "artificial" && !isNotPlayed);
}

// How a board stands: a sign, a word and a tone.
function standOf(board) {
  if (board.refused) return { sign: "!", word: "not saved", tone: "bad" };
  if (board.kept) return { sign: "↑", word: "waiting to send", tone: "warn" };
  if (board.look) return { sign: "?", word: "check", tone: "warn" };
  if (isDirectors(board)) return { sign: "§", word: "the director’s", tone: "" };
  if (board.outside && board.agreed) {
    return { sign: "!", word: "the director decides", tone: "warn" };
  }
  const pending = pendingOf(board);
  if (pending) {
    const word = pending.isShown ? "the director decides" : "not confirmed";
    return { sign: "?", word, tone: "warn" };
  }
  if (board.state === "empty") {
    return { sign: "", word: board.later ? "played later" : "to play", tone: "" };
  }
  return { sign: "✓", word: "saved", tone: "ok" };
}

const gainOf = (board) => {
  const isUnsent = board.kept && board.entry;
  const score = isUnsent ? scoreOf(board.entry, board.vulnerable) : board.score;
  if (game() === "whist" || score === null || !isIn(board)) return "";
  return scoreText(score).replace(" points", "");
};

// The boards of a round to list. If the director entered the match, only those with a result.
const boardsPlayed = ({ round, reported }) =>
  reported ? boardsOf(round).filter(isIn) : boardsOf(round);

// The boards of a round, each a key to its page.
function boardList(round, mayEnter = true) {
  const first = openBoards(round)[0];
  const items = boardsPlayed(roundOf(round)).map((board) => {
    const isOpen = !isIn(board) && !board.refused;
    const isInFixedOrder = settings().order === "fixed" && first && board.board !== first.board;
    const inside = boardLine(board);
    if (isOpen && (!mayEnter || isInFixedOrder)) {
      return make("li", {}, make("div", { class: "row" }, inside));
    }
    const open = () => openBoard(round, board.board);
    return make("li", {}, key(`board-${board.board}`, inside, open, { class: "row" }));
  });
  return make("ul", { class: "boards" }, items);
}

function boardLine(board) {
  const { sign, word, tone } = standOf(board);
  const visibleSign = sign ? [text("span", sign, { "aria-hidden": "true" }), " "] : "";
  const gain = text("span", gainOf(board), { class: "nowrap" });
  const stand = tone === "ok" ? heardAs(word, sign) : [visibleSign, word];
  return [
    text("b", `Board ${board.board}`),
    board.entry ? make("span", { class: "made" }, signs(board.entry), " ", gain) : null,
    make("span", { class: `stand ${tone}` }, stand),
  ];
}

// Boards of earlier rounds that are played later, or to which nobody has agreed yet.
const laterBoards = () =>
  laterRounds().map((round) => {
    const pairs = ["ns", "ew"].map((name) => pairText(name, round.labels)).join(", ");
    return [
      text("h2", `From round ${round.round}: ${pairs}`),
      boardList(round.round, !isOnPaper()),
    ];
  });

// Where the pairs of a round go when it is over.
function places(round) {
  const { labels, next, seats: seatsPlayed = {}, next_seats: nextSeats, players } = round;
  const placesBySeat = round.places;
  // A player who was replaced after this round doesn't go on.
  const nameOn = (seat) => (nextSeats || {})[seat] || seatsPlayed[seat];
  const seats = Object.fromEntries(Object.keys(SEATS).map((seat) => [seat, nameOn(seat)]));
  if (players && placesBySeat && Object.values(placesBySeat).some(Boolean)) {
    const rows = Object.keys(SEATS).map((seat) => {
      const name = seats[seat] ? [" ", text("small", seats[seat])] : "";
      const title = make("dt", {}, `${SEATS[seat]} ${players[seat]}`, name);
      return [title, text("dd", placeText(placesBySeat[seat]))];
    });
    return make("dl", { class: "places" }, rows);
  }
  if (!next || !(next.ns || next.ew)) return null;
  const names = ["ns", "ew"].filter((name) => next[name] && labels[name]);
  if (!names.length) return null;
  const rows = names.map((name) => {
    const title = make("dt", {}, pairText(name, labels), namesText(name, seats));
    return [title, text("dd", placeText(next[name]))];
  });
  return make("dl", { class: "places" }, rows);
}

function namesText(name, seats) {
  const players = [...name.toUpperCase()].map((seat) => seats[seat]).filter(Boolean);
  return players.map((player) => [" ", text("small", player)]);
}

// “go to table 2, E-W”, which a narrow line does not take apart in the direction.
function placeText(place) {
  const [, table, direction] = /^table (\S+)(?: (.+))?$/.exec(place) || [];
  if (!table) return place === "stay" ? "stay here" : place;
  const side = direction ? [", ", text("span", direction, { class: "nowrap" })] : "";
  return [`go to table ${table}`, side];
}

const CALLED = { pair: "Pair", player: "Players", team: "Team" };

function pairText(name, labels) {
  const hasSide = /[NE]-[SW]/.test(labels[name]);
  return hasSide ? labels[name] : `${labels[name]} ${SIDES[name]}`;
}

// The four players around the table.
function compass() {
  const seats = Object.keys(SEATS).map((seat) => {
    const player = [(table.state.players || {})[seat], nameOf(seat)].filter(Boolean).join(" ");
    return make("div", { class: `at-${seat}` }, text("b", SEATS[seat]), " ", text("span", player));
  });
  const tile = text("div", table.state.table, { class: "tile", "aria-hidden": "true" });
  return make("div", { class: "compass" }, seats, tile);
}

const vulnerableText = {
  none: "none vulnerable",
  ns: "N-S vulnerable",
  ew: "E-W vulnerable",
  all: "all vulnerable",
};

function aboutBoard(board) {
  if (game() === "whist") return board.trump ? `Trump: ${board.trump}` : "";
  const dealer = `Dealer ${SEATS[board.dealer]}`;
  // Auction bridge has no vulnerability.
  return scale() ? dealer : `${dealer} · ${vulnerableText[board.vulnerable]}`;
}
