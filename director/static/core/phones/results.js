// Results on the page: with suit signs for the eye, and in words for a screen reader.
import { describeHonours, formatHonours } from "./auction.js";
import {
  SIGNS,
  countOvertricks,
  describeLead,
  formatOvertricks,
  formatScore,
  formatSeat,
  formatTricks,
  normaliseLead,
} from "./bridge.js";
import { createElement, createSpokenText, createText } from "./elements.js";
import { describeEntry, formatEntry, parseStoredResult, scoreEntry } from "./entries.js";
import { findSeats } from "./rounds.js";

export function renderSuit(letter) {
  if (letter === "NT") return "NT";
  const colour = letter === "D" || letter === "H" ? " red" : "";
  return createText("span", SIGNS[letter], { class: `suit of-${letter}${colour}` });
}

export const renderDoubling = (doubled) => (doubled ? ` ${"×".repeat(doubled)}` : "");
export const formatRank = (rank) => (rank === "T" ? "10" : rank);
export const renderCard = (card) => [renderSuit(card[0]), formatRank(card[1])];

const KINDS_WITHOUT_SCORE = ["tricks", "score", "other"]; // the entry is the score itself

// Return “4♠ by South (Anna), 10 tricks, lead ♥K”, and the score of the side that gains.
function renderResult(entry, { lead = "", score = null, seats = null } = {}) {
  const player = entry.kind === "played" && seats ? seats[entry.declarer] : "";
  const playerName = player ? ` (${player})` : "";
  const text = describeEntry(entry, playerName) + (lead ? `, lead ${describeLead(lead)}` : "");
  const seen =
    entry.kind === "played"
      ? renderPlayedContract(entry, playerName, lead)
      : createText("b", capitalise(text));
  const hasScore = score !== null && !KINDS_WITHOUT_SCORE.includes(entry.kind);
  const gain = hasScore ? createText("strong", formatScore(score), { class: "gain nowrap" }) : "";
  return [createSpokenText(`${text}.`, seen), hasScore ? " " : "", gain];
}

export const capitalise = (text) => text[0].toUpperCase() + text.slice(1);

function renderPlayedContract(entry, playerName, lead) {
  const { level, denomination, doubled, declarer, tricks } = entry;
  const overtricks = formatOvertricks(countOvertricks(entry));
  const contract = [level, renderSuit(denomination), renderDoubling(doubled)];
  const leadText = createElement("span", { class: "nowrap" }, "lead ", lead && renderCard(lead));
  return [
    createElement("b", {}, contract),
    ` by ${formatSeat(declarer)}${playerName}, ${formatTricks(tricks)} (${overtricks})`,
    describeHonours(entry),
    lead ? [", ", leadText] : "",
  ];
}

// Return a result that the program sent, as `renderResult`.
export function renderStoredResult({ result, score, lead = "" }, seats = null) {
  const entry = parseStoredResult(result) || { kind: "other", text: result };
  return renderResult(entry, { lead: normaliseLead(lead), score, seats });
}

// Return an entry with the score that it has on a board.
export function renderEntryOnBoard(entry, lead, board) {
  const score = scoreEntry(entry, board.vulnerable);
  return renderResult(entry, { lead: normaliseLead(lead), score, seats: findSeats(board.round) });
}

// Return a result with as few signs as possible, for a list.
export function renderShortResult(entry) {
  if (!entry) return "";
  if (entry.kind === "passed") return "Passed";
  if (entry.kind === "not-played") return "Not played";
  if (entry.kind === "later") return "Later";
  if (entry.kind === "tricks") return `N-S ${entry.tricks}`;
  if (entry.kind === "other") return entry.text;
  if (entry.kind === "score") return formatEntry(entry);
  const contract = [entry.level, renderSuit(entry.denomination), "×".repeat(entry.doubled)];
  const result = [` ${entry.declarer} `, formatOvertricks(countOvertricks(entry))];
  return createSpokenText(describeEntry(entry), contract, result, formatHonours(entry));
}
