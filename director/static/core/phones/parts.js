// Pieces that several screens are made of.
"use strict";

// An element with its attributes and children; `tap` is what a tap on it does.
/** @param {string} tag @param {{tap?: () => void, [name: string]: any}} [options] @param {any[]} children */
function make(tag, { tap, ...attributes } = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value);
  }
  if (tap) element.addEventListener("click", () => element.getAttribute("aria-disabled") !== "true" && tap());
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

const text = (tag, words, more = {}) => make(tag, more, words);
const key = (id, label, tap, more = {}) => make("button", { type: "button", id, tap, ...more }, label);
const group = (name, className, ...keys) => make("div", { role: "group", "aria-label": name, class: className }, keys);
const say = (tone, ...children) => make("p", { class: `say ${tone}` }, children);

// What is seen, and the words that are heard in its place.
const heardAs = (words, ...seen) => [make("span", { "aria-hidden": "true" }, seen), text("span", words, { class: "hidden" })];

const suit = (letter) => (letter === "NT" ? "NT" : text("span", SIGNS[letter], { class: `suit of-${letter}${letter === "D" || letter === "H" ? " red" : ""}` }));
const cardSigns = (lead) => [suit(lead[0]), lead[1] === "T" ? "10" : lead[1]];
const nameOf = (seat) => table.state.seats[seat] || "";

// What a screen is called, what it is about, and beside both the way back.
function heading({ title, about, back }) {
  const words = make("div", {}, text("h1", title, { id: "heading", tabindex: "-1" }), about ? text("p", about, { class: "about" }) : "");
  return make("div", { class: "top" }, back ? key("back", heardAs("Back", "‹"), back, { class: "quiet" }) : "", words);
}

// “4♠ by South (Anna), 10 tricks, lead ♥K”, and the score of the side that gains.
function sentence(entry, { lead = "", score = null, seats = null } = {}) {
  const name = seats && entry.kind === "played" && seats[entry.declarer] ? ` (${seats[entry.declarer]})` : "";
  const gain = score === null || ["tricks", "score", "other"].includes(entry.kind) ? "" : scoreText(score);
  const words = inWords(entry, name) + (lead ? `, lead ${leadWords(lead)}` : "");
  const said = [
    entry.kind === "played"
      ? [
          make("b", {}, entry.level, suit(entry.denomination), entry.doubled ? ` ${"×".repeat(entry.doubled)}` : ""),
          ` by ${seatWord(entry.declarer)}${name}, ${tricksText(entry.tricks)} (${overText(entry.tricks - entry.level - 6)})`,
          honoursWords(entry),
          lead ? [", ", make("span", { class: "nowrap" }, "lead ", cardSigns(lead))] : "",
        ]
      : text("b", words[0].toUpperCase() + words.slice(1)),
  ];
  return [heardAs(`${words}.`, said), gain ? [" ", text("strong", gain, { class: "gain nowrap" })] : ""];
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
  const shown = [entry.level, suit(entry.denomination), "×".repeat(entry.doubled), ` ${entry.declarer} `, overText(entry.tricks - entry.level - 6), honoursText(entry)];
  return heardAs(inWords(entry), shown);
}

const isDirectors = ({ fixed, state, entry }) => fixed || (state === "artificial" && !(entry && entry.kind === "not-played"));

// How a board stands: a sign, a word and a tone.
function standOf(board) {
  if (board.refused) return { sign: "!", word: "not saved", tone: "bad" };
  if (board.kept) return { sign: "↑", word: "waiting to send", tone: "warn" };
  if (board.look) return { sign: "?", word: "check", tone: "warn" };
  if (isDirectors(board)) return { sign: "§", word: "the director’s", tone: "" };
  if (board.outside && board.agreed) return { sign: "!", word: "the director decides", tone: "warn" };
  const pending = pendingOf(board);
  if (pending) return { sign: "?", word: pending.isShown ? "the director decides" : "not confirmed", tone: "warn" };
  if (board.state === "empty") return { sign: "", word: board.later ? "played later" : "to play", tone: "" };
  return { sign: "✓", word: "saved", tone: "ok" };
}

const gainOf = (board) => {
  const score = board.kept && board.entry ? scoreOf(board.entry, board.vulnerable) : board.score;
  return game() === "whist" || score === null || !isIn(board) ? "" : scoreText(score).replace(" points", "");
};

// The boards of a round that are to be listed: of a match whose result the director entered, only those with a result.
const boardsPlayed = ({ round, reported }) => (reported ? boardsOf(round).filter(isIn) : boardsOf(round));

// The boards of a round, each a key to its page.
function boardList(round, mayEnter = true) {
  const first = openBoards(round)[0];
  return make("ul", { class: "boards" }, boardsPlayed(roundOf(round)).map((board) => {
    const { sign, word, tone } = standOf(board);
    const isOpen = !isIn(board) && !board.refused;
    const isLater = isOpen && settings().order === "fixed" && first && board.board !== first.board;
    const inside = [
      text("b", `Board ${board.board}`),
      board.entry ? make("span", { class: "made" }, signs(board.entry), " ", text("span", gainOf(board), { class: "nowrap" })) : null,
      make("span", { class: `stand ${tone}` }, tone === "ok" ? heardAs(word, sign) : [sign ? [text("span", sign, { "aria-hidden": "true" }), " "] : "", word]),
    ];
    if ((isOpen && !mayEnter) || isLater) return make("li", {}, make("div", { class: "row" }, inside));
    return make("li", {}, key(`board-${board.board}`, inside, () => openBoard(round, board.board), { class: "row" }));
  }));
}

// Boards of rounds before, which the director lets be played later, or to which nobody has agreed yet.
const laterBoards = () => laterRounds().map((round) => [text("h2", `From round ${round.round}: ${["ns", "ew"].map((name) => pairText(name, round.labels)).join(", ")}`), boardList(round.round, !isOnPaper())]);

// Where the pairs of a round go when it is over.
function places(round) {
  const { labels, next, seats: seatsPlayed = {}, next_seats: nextSeats, players, places: each } = round;
  // Who was replaced after this round doesn't go on.
  const seats = Object.fromEntries(Object.keys(SEATS).map((seat) => [seat, (nextSeats || {})[seat] || seatsPlayed[seat]]));
  if (players && each && Object.values(each).some(Boolean)) {
    const rows = Object.keys(SEATS).map((seat) => [make("dt", {}, `${SEATS[seat]} ${players[seat]}`, seats[seat] ? [" ", text("small", seats[seat])] : ""), text("dd", placeText(each[seat]))]);
    return make("dl", { class: "places" }, rows);
  }
  if (!next || !(next.ns || next.ew)) return null;
  const rows = ["ns", "ew"].filter((name) => next[name] && labels[name]);
  return rows.length ? make("dl", { class: "places" }, rows.map((name) => [make("dt", {}, pairText(name, labels), namesText(name, seats)), text("dd", placeText(next[name]))])) : null;
}

const namesText = (name, seats) => [...name.toUpperCase()].map((seat) => seats[seat]).filter(Boolean).map((player) => [" ", text("small", player)]);

// “go to table 2, E-W”, which a narrow line does not take apart in the direction.
function placeText(place) {
  const [, table, direction] = /^table (\S+)(?: (.+))?$/.exec(place) || [];
  if (!table) return place === "stay" ? "stay here" : place;
  return [`go to table ${table}`, direction ? [", ", text("span", direction, { class: "nowrap" })] : ""];
}

const CALLED = { pair: "Pair", player: "Players", team: "Team" };
const pairText = (name, labels) => (/[NE]-[SW]/.test(labels[name]) ? labels[name] : `${labels[name]} ${SIDES[name]}`);

// Who sits where, the table in the middle.
function compass() {
  const seats = Object.keys(SEATS).map((seat) => make("div", { class: `at-${seat}` }, text("b", SEATS[seat]), " ", text("span", [(table.state.players || {})[seat], nameOf(seat)].filter(Boolean).join(" "))));
  return make("div", { class: "compass" }, seats, text("div", table.state.table, { class: "tile", "aria-hidden": "true" }));
}

const vulnerableText = { none: "none vulnerable", ns: "N-S vulnerable", ew: "E-W vulnerable", all: "all vulnerable" };
const aboutBoard = (board) => (game() === "whist" ? (board.trump ? `Trump: ${board.trump}` : "") : `Dealer ${SEATS[board.dealer]}${scale() ? "" : ` · ${vulnerableText[board.vulnerable]}`}`);
