// Entries at a table: parsed, written, put into words and scored as the program itself does it.
import { auctionScore, describeHonours, formatHonours, getScale, parseAuction } from "./auction.js";

export const DENOMINATIONS = ["C", "D", "H", "S", "NT"];
export const SIGNS = { C: "♣", D: "♦", H: "♥", S: "♠", NT: "NT" };
export const SUIT_WORDS = { C: "clubs", D: "diamonds", H: "hearts", S: "spades", NT: "no-trumps" };
export const SEATS = { N: "North", E: "East", S: "South", W: "West" };
export const SIDES = { ns: "N-S", ew: "E-W" };
export const RANKS = ["A", "K", "Q", "J", "T", "9", "8", "7", "6", "5", "4", "3", "2"];
export const RANK_WORDS = { A: "ace", K: "king", Q: "queen", J: "jack", T: "10" };
export const DOUBLED = ["", "doubled", "redoubled"];
const SLAM = { 6: [500, 750], 7: [1000, 1500] };

export const getSide = (seat) => (seat === "N" || seat === "S" || seat === "NS" ? "ns" : "ew");
export const getOtherSide = (side) => (side === "ns" ? "ew" : "ns");
const isVulnerable = (side, vulnerable) => vulnerable === "all" || vulnerable === side;

// An entry is one of these:
// - {kind: "played", level, denomination, doubled: 0 to 2, declarer, tricks}, with the declarer's
//   tricks; at auction also honours and their holder, "ns" or "ew"
// - {kind: "passed"}, {kind: "not-played", reason}, {kind: "later"}
// - {kind: "tricks", tricks: of N-S} at whist
// - {kind: "score", score, declarer} at auction: points without a contract
// - {kind: "other", text}: a result that only the director enters

// The score of N-S, `null` where nothing is scored; at whist their tricks.
export function scoreEntry(entry, vulnerable) {
  if (entry.kind === "passed") return 0;
  if (entry.kind === "tricks") return entry.tricks;
  if (entry.kind === "score") return entry.score;
  if (entry.kind !== "played") return null;
  if (getScale()) return auctionScore(entry, getScale());
  const side = getSide(entry.declarer);
  const score = declarerScore(entry, isVulnerable(side, vulnerable));
  return side === "ns" ? score : -score || 0;
}

function declarerScore({ level, denomination, doubled, tricks }, vulnerable) {
  const over = tricks - level - 6;
  if (over < 0) return -penalty(-over, doubled, vulnerable);
  const each = denomination === "C" || denomination === "D" ? 20 : 30;
  const bid = (level * each + (denomination === "NT" ? 10 : 0)) * 2 ** doubled;
  const overtrick = doubled ? 100 * doubled * (vulnerable ? 2 : 1) : each;
  let game = 50; // of a part score
  if (bid >= 100) game = vulnerable ? 500 : 300;
  const slam = SLAM[level] ? SLAM[level][vulnerable ? 1 : 0] : 0;
  return bid + over * overtrick + game + slam + 50 * doubled;
}

function penalty(down, doubled, vulnerable) {
  if (!doubled) return down * (vulnerable ? 100 : 50);
  if (vulnerable) return doubled * (300 * down - 100);
  return doubled * (200 * down - 100 + 100 * Math.max(0, down - 3));
}

// The canonical text of an entry, as the desk writes it: 4SS=, 3NTXE-2, PASS, NP.
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
  const result = formatOvertricks(entry.tricks - entry.level - 6).replace("−", "-");
  return formatContract(entry) + entry.declarer + result + formatHonours(entry);
}

export const formatContract = (entry) =>
  `${entry.level}${entry.denomination}${"X".repeat(entry.doubled)}`;

export function formatOvertricks(over) {
  if (over === 0) return "=";
  return over > 0 ? `+${over}` : `−${-over}`;
}

// prettier-ignore
const SAME_SIGN = {
  "♣": "C", "♧": "C", "♦": "D", "♢": "D", "♥": "H", "♡": "H", "♠": "S", "♤": "S",
  "*": "X", "×": "X", "−": "-", "–": "-",
};

function normaliseText(text) {
  const signs = [...text.normalize("NFKC")].map((sign) => SAME_SIGN[sign] || sign);
  // The two variation selectors make a suit sign coloured or plain.
  return signs
    .join("")
    .replace(/[\s\ufe0e\ufe0f]/g, "")
    .toUpperCase();
}
const PASSED = ["P", "PASS", "PASSED", "PASSEDOUT", "ALLPASS"];
// The declarer may come first or behind the contract, and the doubles before or behind the
// declarer.
const PLAYED = new RegExp(
  "^(NS|EW|[NESW])?([1-7])(NT|[CDHSN])(X{0,2})(NS|EW|[NESW])?(X{0,2})(=|[+-]?[0-9]{1,2})?$",
);
const LEAD = /^(.*[=0-9])([CDHS])(10|[AKQJT2-9])$/;

// What somebody typed, as {entry, lead} or {error: one sentence}.
export function parseEntry(text, game) {
  const plain = normaliseText(text);
  const notPlayed = /^\s*(?:NP|NOT\s*PLAYED)\b\s*:?\s*(.*)$/i.exec(text);
  if (notPlayed) {
    if (!notPlayed[1]) return { error: "Add why it wasn’t played: NP no time." };
    return { entry: { kind: "not-played", reason: notPlayed[1] } };
  }
  if (normaliseText(text) === "LATER") return { entry: { kind: "later" } };
  if (getScale(game)) return parseAuction(text, plain, game);
  return game === "whist" ? parseWhist(text) : parseBridge(text, plain);
}

function parseWhist(text) {
  const parts = /^\s*([0-9]{1,2})(?:[\s:/\u2013\u2212-]+([0-9]{1,2}))?\s*$/.exec(text);
  if (!parts) {
    const wanted = "Type N-S tricks, such as 8, or both sides: 8-5.";
    return { error: `“${text}” isn’t a result. ${wanted}` };
  }
  const [ns, ew] = [Number(parts[1]), parts[2] === undefined ? null : Number(parts[2])];
  if (ns > 13 || (ew !== null && ns + ew !== 13)) {
    return { error: `“${text}”: a deal has 13 tricks.` };
  }
  return { entry: { kind: "tricks", tricks: ns } };
}

export function parseBridge(text, plain) {
  if (PASSED.includes(plain)) return { entry: { kind: "passed" } };
  const parts = PLAYED.exec(plain);
  const led = parts ? null : LEAD.exec(plain);
  if (led) {
    const before = parseBridge(text, led[1]);
    if (!before.entry) return before;
    return { entry: before.entry, lead: led[2] + led[3].replace("10", "T") };
  }
  const wanted = "Type contract, declarer and result: 4SS=, 3NTXE-2, PASS.";
  // Doubles or a declarer at both places.
  const isTwice = parts && ((parts[4] && parts[6]) || (parts[1] && parts[5]));
  if (!parts || isTwice) return { error: `“${text}” isn’t a result. ${wanted}` };
  const [level, declarer, result] = [Number(parts[2]), parts[1] || parts[5], parts[7]];
  if (!declarer) return { error: `“${text}” has no declarer. ${wanted}` };
  if (result === undefined) return { error: `“${text}” has no result. ${wanted}` };
  const isTotal = /^[0-9]/.test(result);
  if (isTotal && Number(result) < 7) {
    const question = `is ${result} tricks, or over or under?`;
    return { error: `“${text}”: ${question} Type +${result} or -${result}.` };
  }
  const over = result === "=" ? 0 : Number(result);
  const tricks = isTotal ? Number(result) : level + 6 + over;
  if (tricks > 13 || tricks < 0) {
    return { error: `“${text}” would be ${tricks} tricks. A deal has 13.` };
  }
  const denomination = parts[3] === "N" ? "NT" : parts[3];
  const doubled = (parts[4] || parts[6]).length;
  return { entry: { kind: "played", level, denomination, doubled, declarer, tricks } };
}

// The entry that a stored `text` holds; what no player enters stays as it is.
export function parseStoredResult(text, game) {
  if (!text || text === "LATER") return null;
  // Without a declarer it was one of N-S.
  const hasNoDeclarer = game !== "whist" && /^[1-7](?:NT|[CDHS])X{0,2}[=+-]/.test(text);
  if (hasNoDeclarer) text = text.replace(/^(.*?)([=+-])/, "$1NS$2");
  return parseEntry(text, game).entry || { kind: "other", text };
}

// What was entered, said in words, without the score.
export function describeEntry(entry, name = "") {
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
  const declarer = `${formatSeat(entry.declarer)}${name}`;
  return `${contract} by ${declarer}, ${formatTricks(entry.tricks)}${describeHonours(entry)}`;
}

export function describeSuit({ level, denomination }) {
  const words = SUIT_WORDS[denomination];
  return level === 1 ? words.slice(0, -1) : words;
}

export const formatSeat = (seat) => SEATS[seat] || SIDES[getSide(seat)];
export const formatTricks = (tricks) => `${tricks} trick${tricks === 1 ? "" : "s"}`;
export const describeLead = (lead) =>
  `${SUIT_WORDS[lead[0]].slice(0, -1)} ${RANK_WORDS[lead[1]] || lead[1]}`;

// Two signs: the suit and the card.
export const normaliseLead = (lead) => (lead || "").replace("10", "T");

// The side that gains, and how much: “N-S +420”.
export function formatScore(score) {
  if (score === 0) return "0 points";
  return score > 0 ? `N-S +${score}` : `E-W +${-score}`;
}
