// Entries at a table, at any game: scored, written, put into words and parsed as in the program.
//
// An entry is one of these:
// - {kind: "played", level, denomination, doubled: 0 to 2, declarer, tricks}, with the tricks of
//   the declarer. At auction also `honours` and their `holder`, "ns" or "ew".
// - {kind: "passed"}, {kind: "not-played", reason}, {kind: "later"}
// - {kind: "tricks", tricks} at whist, with the tricks of N-S
// - {kind: "score", score, declarer, honours, holder} at auction: points without a contract
// - {kind: "other", text}: a result that only the director enters
import { describeHonours, formatHonours, getScale, parseAuction, scoreAuction } from "./auction.js";
import {
  DOUBLED,
  countOvertricks,
  describeSuit,
  formatContract,
  formatOvertricks,
  formatScore,
  formatSeat,
  formatTricks,
  normaliseText,
  parseBridge,
  scoreContract,
} from "./bridge.js";
import { getGame } from "./state.js";

// Return the points of N-S, or null if the entry has no score. At whist the score is the tricks.
export function scoreEntry(entry, vulnerable) {
  if (entry.kind === "passed") return 0;
  if (entry.kind === "tricks") return entry.tricks;
  if (entry.kind === "score") return entry.score;
  if (entry.kind !== "played") return null;
  const scale = getScale();
  return scale ? scoreAuction(entry, scale) : scoreContract(entry, vulnerable);
}

// Return an entry as the desk writes it: 4SS=, 3NTXE-2, PASS, NP.
export function formatEntry(entry) {
  if (entry.kind === "passed") return "PASS";
  if (entry.kind === "later") return "LATER";
  if (entry.kind === "not-played") return `NP: ${entry.reason}`;
  if (entry.kind === "tricks") return String(entry.tricks);
  if (entry.kind === "other") return entry.text;
  if (entry.kind === "score") {
    const plus = entry.score > 0 ? "+" : "";
    const declarer = entry.declarer ? ` ${entry.declarer}` : "";
    return `${plus}${entry.score}${declarer}${formatHonours(entry)}`;
  }
  const result = formatOvertricks(countOvertricks(entry)).replace("−", "-");
  return formatContract(entry) + entry.declarer + result + formatHonours(entry);
}

// Return an entry in words, without its score. `playerName` follows the declarer's seat.
export function describeEntry(entry, playerName = "") {
  if (entry.kind === "passed") return "passed out";
  if (entry.kind === "later") return "to be played later";
  if (entry.kind === "not-played") return `not played (${entry.reason})`;
  if (entry.kind === "tricks") {
    return `N-S ${formatTricks(entry.tricks)}, E-W ${formatTricks(13 - entry.tricks)}`;
  }
  if (entry.kind === "other") return entry.text;
  if (entry.kind === "score") {
    const declarer = entry.declarer ? ` by ${formatSeat(entry.declarer)}` : "";
    return `${formatScore(entry.score)}${declarer}${describeHonours(entry)}`;
  }
  const doubled = entry.doubled ? ` ${DOUBLED[entry.doubled]}` : "";
  const contract = `${entry.level} ${describeSuit(entry)}${doubled}`;
  const declarer = `${formatSeat(entry.declarer)}${playerName}`;
  return `${contract} by ${declarer}, ${formatTricks(entry.tricks)}${describeHonours(entry)}`;
}

const NOT_PLAYED_PATTERN = /^\s*(?:NP|NOT\s*PLAYED)\b\s*:?\s*(?<reason>.*)$/i;

// Return what somebody typed, as {entry, lead} or as {error: one sentence}.
export function parseEntry(typedText, game) {
  const notPlayedMatch = NOT_PLAYED_PATTERN.exec(typedText);
  if (notPlayedMatch) {
    const { reason } = notPlayedMatch.groups;
    if (!reason) return { error: "Add why it wasn’t played: NP no time." };
    return { entry: { kind: "not-played", reason } };
  }
  const normalText = normaliseText(typedText);
  if (normalText === "LATER") return { entry: { kind: "later" } };
  if (game === "whist") return parseWhist(typedText);
  if (getScale(game)) return parseAuction(typedText, normalText, game);
  return parseBridge(typedText, normalText);
}

// The tricks of N-S, and of E-W as a check.
const TRICKS_PATTERN = /^\s*(?<ns>[0-9]{1,2})(?:[\s:/\u2013\u2212-]+(?<ew>[0-9]{1,2}))?\s*$/;

function parseWhist(typedText) {
  const tricksMatch = TRICKS_PATTERN.exec(typedText);
  if (!tricksMatch) {
    const help = "Type N-S tricks, such as 8, or both sides: 8-5.";
    return { error: `“${typedText}” isn’t a result. ${help}` };
  }
  const { ns, ew } = tricksMatch.groups;
  const tricks = Number(ns);
  const isSumWrong = ew !== undefined && tricks + Number(ew) !== 13;
  if (tricks > 13 || isSumWrong) return { error: `“${typedText}”: a deal has 13 tricks.` };
  return { entry: { kind: "tricks", tricks } };
}

const CONTRACT_WITHOUT_DECLARER = /^[1-7](?:NT|[CDHS])X{0,2}[=+-]/;

// Return the entry of a result as the program stores it, or null if the board has no result.
export function parseStoredResult(storedText, game = getGame()) {
  if (!storedText || storedText === "LATER") return null;
  // The program stores no declarer if only the side is known, and it is N-S.
  const hasNoDeclarer = game !== "whist" && CONTRACT_WITHOUT_DECLARER.test(storedText);
  const text = hasNoDeclarer ? storedText.replace(/^(.*?)([=+-])/, "$1NS$2") : storedText;
  return parseEntry(text, game).entry || { kind: "other", text };
}

// Return the entry of a board: of an item that this phone hasn't sent yet, or of the stored result.
export function findEntry(board, unsentItem) {
  const body = unsentItem ? unsentItem.body : {};
  if (body.contract) return parsePlayedBody(body);
  if (body.tricks !== undefined) return { kind: "tricks", tricks: body.tricks };
  if (body.result === "LATER") return { kind: "later" };
  return parseStoredResult(body.result || board.result);
}

// Return the entry of an item of the queue. An item without a result confirms a stored one.
export const parseItem = (item) =>
  findEntry({ result: "" }, item) || { kind: "other", text: item.body.result || "confirmed" };

function parsePlayedBody({ contract, declarer, tricks }) {
  if (contract === "PASS") return { kind: "passed" };
  const { level, denomination, doubling } =
    /^(?<level>\d)(?<denomination>NT|[CDHS])(?<doubling>X*)$/.exec(contract).groups;
  return {
    kind: "played",
    level: Number(level),
    denomination,
    doubled: doubling.length,
    declarer,
    tricks,
  };
}

// Return the fields with which the phone sends an entry.
export function makeEntryBody(entry, lead) {
  if (entry.kind === "passed") return { contract: "PASS" };
  if (entry.kind === "tricks") return { tricks: entry.tricks };
  const leadField = lead ? { lead } : {};
  if (entry.kind === "played" && !getScale()) {
    const { declarer, tricks } = entry;
    return { contract: formatContract(entry), declarer, tricks, ...leadField };
  }
  return { result: formatEntry(entry), ...leadField };
}
