// Contracts at bridge: their words and signs, their scores, and the ways in which people type them.

export const DENOMINATIONS = ["C", "D", "H", "S", "NT"];
export const SIGNS = { C: "♣", D: "♦", H: "♥", S: "♠", NT: "NT" };
export const SUIT_NAMES = { C: "clubs", D: "diamonds", H: "hearts", S: "spades", NT: "no-trumps" };
export const SEATS = { N: "North", E: "East", S: "South", W: "West" };
export const SIDES = { ns: "N-S", ew: "E-W" };
export const RANKS = ["A", "K", "Q", "J", "T", "9", "8", "7", "6", "5", "4", "3", "2"];
export const RANK_NAMES = { A: "ace", K: "king", Q: "queen", J: "jack", T: "10" };
export const DOUBLED = ["", "doubled", "redoubled"];
const SLAM_BONUSES = {
  6: { vulnerable: 750, notVulnerable: 500 },
  7: { vulnerable: 1500, notVulnerable: 1000 },
};

export const getSide = (seat) => (seat === "N" || seat === "S" || seat === "NS" ? "ns" : "ew");
export const getOtherSide = (side) => (side === "ns" ? "ew" : "ns");
export const countOvertricks = ({ level, tricks }) => tricks - level - 6;

// Return the points of N-S for a contract. `vulnerable` is "none", "ns", "ew" or "all".
export function scoreContract(contract, vulnerable) {
  const side = getSide(contract.declarer);
  const score = scoreForDeclarer(contract, vulnerable === "all" || vulnerable === side);
  return side === "ns" ? score : -score || 0; // not -0
}

function scoreForDeclarer(contract, isVulnerable) {
  const { level, denomination, doubled } = contract;
  const overtricks = countOvertricks(contract);
  if (overtricks < 0) return -scorePenalty(-overtricks, doubled, isVulnerable);
  const isMinor = denomination === "C" || denomination === "D";
  const trickValue = isMinor ? 20 : 30;
  const firstTrickBonus = denomination === "NT" ? 10 : 0;
  const contractPoints = (level * trickValue + firstTrickBonus) * 2 ** doubled;
  const doubledOvertrick = 100 * doubled * (isVulnerable ? 2 : 1);
  const overtrickPoints = overtricks * (doubled ? doubledOvertrick : trickValue);
  const bonuses = scoreGame(contractPoints, isVulnerable) + scoreSlam(level, isVulnerable);
  const insult = 50 * doubled;
  return contractPoints + overtrickPoints + bonuses + insult;
}

function scoreGame(contractPoints, isVulnerable) {
  if (contractPoints < 100) return 50; // a part score
  return isVulnerable ? 500 : 300;
}

function scoreSlam(level, isVulnerable) {
  const bonuses = SLAM_BONUSES[level];
  if (!bonuses) return 0;
  return isVulnerable ? bonuses.vulnerable : bonuses.notVulnerable;
}

// Doubled undertricks cost 200, 500, 800 if vulnerable, otherwise 100, 300, 500, then 300 more each.
function scorePenalty(undertricks, doubled, isVulnerable) {
  if (!doubled) return undertricks * (isVulnerable ? 100 : 50);
  if (isVulnerable) return doubled * (300 * undertricks - 100);
  return doubled * (200 * undertricks - 100 + 100 * Math.max(0, undertricks - 3));
}

export const formatContract = ({ level, denomination, doubled }) =>
  `${level}${denomination}${"X".repeat(doubled)}`;

export function formatOvertricks(overtricks) {
  if (overtricks === 0) return "=";
  return overtricks > 0 ? `+${overtricks}` : `−${-overtricks}`;
}

// Return the suit as a noun: “1 heart”, but “2 hearts”.
export function describeSuit({ level, denomination }) {
  const plural = SUIT_NAMES[denomination];
  return level === 1 ? plural.slice(0, -1) : plural;
}

// "NS" and "EW" name a side whose declarer isn't known.
export const formatSeat = (seat) => SEATS[seat] || SIDES[getSide(seat)];
export const formatTricks = (tricks) => `${tricks} trick${tricks === 1 ? "" : "s"}`;
export function describeLead(card) {
  const [suit, rank] = card;
  return `${SUIT_NAMES[suit].slice(0, -1)} ${RANK_NAMES[rank] || rank}`;
}

// Return a lead as two characters, suit and rank. The program writes the ten as "10".
export const normaliseLead = (lead) => (lead || "").replace("10", "T");

// Return the side that gains, and how much: “N-S +420”.
export function formatScore(score) {
  if (score === 0) return "0 points";
  return score > 0 ? `N-S +${score}` : `E-W +${-score}`;
}

// Characters that phones and keyboards offer for the same meaning.
// prettier-ignore
const CHARACTER_MEANINGS = {
  "♣": "C", "♧": "C", "♦": "D", "♢": "D", "♥": "H", "♡": "H", "♠": "S", "♤": "S",
  "*": "X", "×": "X", "−": "-", "–": "-",
};

// Return typed text in capitals, without blanks, and with one character for each meaning.
export function normaliseText(text) {
  const characters = [...text.normalize("NFKC")];
  const meanings = characters.map((character) => CHARACTER_MEANINGS[character] || character);
  // The two variation selectors make a suit sign coloured or plain.
  return meanings
    .join("")
    .replace(/[\s\ufe0e\ufe0f]/g, "")
    .toUpperCase();
}

const PASSED_TEXTS = ["P", "PASS", "PASSED", "PASSEDOUT", "ALLPASS"];
// The declarer may stand before or after the contract, and the doubling before or after the
// declarer.
const CONTRACT_PATTERN = new RegExp(
  "^(?<declarerFirst>NS|EW|[NESW])?" +
    "(?<level>[1-7])(?<denomination>NT|[CDHSN])(?<doubling>X{0,2})" +
    "(?<declarerLast>NS|EW|[NESW])?(?<doublingLast>X{0,2})" +
    "(?<result>=|[+-]?[0-9]{1,2})?$",
);
const LEAD_PATTERN = /^(?<contract>.*[=0-9])(?<suit>[CDHS])(?<rank>10|[AKQJT2-9])$/;
const ENTRY_HELP = "Type contract, declarer and result: 4SS=, 3NTXE-2, PASS.";

// Return what was typed at bridge, as {entry, lead} or as {error: one sentence}. `typedText` is
// quoted in the error, `normalText` is parsed.
export function parseBridge(typedText, normalText) {
  if (PASSED_TEXTS.includes(normalText)) return { entry: { kind: "passed" } };
  const contractMatch = CONTRACT_PATTERN.exec(normalText);
  if (contractMatch) return parseContract(typedText, contractMatch.groups);
  const leadMatch = LEAD_PATTERN.exec(normalText);
  if (!leadMatch) return { error: `“${typedText}” isn’t a result. ${ENTRY_HELP}` };
  const { contract, suit, rank } = leadMatch.groups;
  const parsed = parseBridge(typedText, contract);
  return parsed.entry ? { entry: parsed.entry, lead: suit + normaliseLead(rank) } : parsed;
}

function parseContract(typedText, parts) {
  const { declarerFirst, declarerLast, doubling, doublingLast, result } = parts;
  if ((doubling && doublingLast) || (declarerFirst && declarerLast)) {
    return { error: `“${typedText}” isn’t a result. ${ENTRY_HELP}` };
  }
  const declarer = declarerFirst || declarerLast;
  if (!declarer) return { error: `“${typedText}” has no declarer. ${ENTRY_HELP}` };
  if (result === undefined) return { error: `“${typedText}” has no result. ${ENTRY_HELP}` };
  // A number without a sign counts all tricks. Below 7 it may also have been meant with a sign.
  const isTotal = /^[0-9]/.test(result);
  if (isTotal && Number(result) < 7) {
    const question = `is ${result} tricks, or over or under?`;
    return { error: `“${typedText}”: ${question} Type +${result} or -${result}.` };
  }
  const level = Number(parts.level);
  const overtricks = result === "=" ? 0 : Number(result);
  const tricks = isTotal ? Number(result) : level + 6 + overtricks;
  if (tricks > 13 || tricks < 0) {
    return { error: `“${typedText}” would be ${tricks} tricks. A deal has 13.` };
  }
  const denomination = parts.denomination === "N" ? "NT" : parts.denomination;
  const doubled = (doubling || doublingLast).length;
  return { entry: { kind: "played", level, denomination, doubled, declarer, tricks } };
}
