// Auction bridge: the score of a contract, honours, and results typed in contracts or points. The
// figures are those of the laws of 1926 ("auction") and of 1914.
import { SIDES, countOvertricks, getSide, parseBridge } from "./bridge.js";
import { getGame } from "./state.js";

// `slams` are points by the tricks of a side. Honours are worth a multiple of `honourUnit`, or of
// the value of a trick if the laws have no unit.
const SCALES = {
  auction: {
    slams: { 12: 50, 13: 100 },
    honourMultiples: [3, 4, 5, 8, 9, 10],
    honourUnit: 10,
  },
  "auction-1914": {
    slams: { 12: 20, 13: 40 },
    honourMultiples: [2, 4, 5, 8, 9, 10],
    honourUnit: null,
  },
};
const TRICK_VALUES = { C: 6, D: 7, H: 8, S: 9, NT: 10 };
const NO_TRUMP_HONOURS = [30, 40, 100]; // for three aces, four aces, and four in one hand
const MOST_POINTS = 2800; // for thirteen down redoubled, with the slam and honours

// Return the scale of `game`, or undefined if it isn't auction bridge.
export const getScale = (game = getGame()) => SCALES[game];

// Return the points of N-S for a contract, with the honours of either side.
export function scoreAuction(entry, { slams }) {
  const { tricks, declarer, honours = 0, holder } = entry;
  // Opponents who win 12 or 13 tricks score a slam as well.
  const slamPoints = (slams[tricks] || 0) - (slams[13 - tricks] || 0);
  const declarerPoints = scoreTricks(entry) + slamPoints;
  const contractPoints = getSide(declarer) === "ns" ? declarerPoints : -declarerPoints;
  const honourPoints = holder === "ew" ? -honours : honours;
  return contractPoints + honourPoints || 0; // not -0
}

function scoreTricks(entry) {
  const { denomination, doubled, tricks } = entry;
  const overtricks = countOvertricks(entry);
  const factor = 2 ** doubled;
  if (overtricks < 0) return 50 * overtricks * factor; // undertricks
  // At auction the overtricks count towards game too.
  const trickPoints = (tricks - 6) * TRICK_VALUES[denomination] * factor;
  const bonusForDoubled = 50 * doubled * (1 + overtricks);
  const gameBonus = trickPoints < 30 ? 0 : 125;
  return trickPoints + bonusForDoubled + gameBonus;
}

// Return the points that honours can be worth in a denomination, or in any if it isn't known.
export function listHonours(denomination, game = getGame()) {
  if (!denomination) return listAllHonours(game);
  if (denomination === "NT") return NO_TRUMP_HONOURS;
  const { honourMultiples, honourUnit } = getScale(game);
  const unit = honourUnit || TRICK_VALUES[denomination];
  return honourMultiples.map((multiple) => multiple * unit);
}

function listAllHonours(game) {
  const points = Object.keys(TRICK_VALUES).flatMap((suit) => listHonours(suit, game));
  return [...new Set(points)].sort((first, second) => first - second);
}

export const formatHonours = ({ honours, holder }) =>
  honours ? ` ${holder.toUpperCase()}${honours}` : "";
export const describeHonours = ({ honours, holder }) =>
  honours ? `, honours ${SIDES[holder]} ${honours}` : "";

const HONOURS_PATTERN = /^(?<result>.+?)(?<holder>NS|EW|N-S|E-W)(?<points>[0-9]{1,4})$/;

// Return what was typed at auction bridge, as `parseBridge`: a contract or points, with honours or
// without.
export function parseAuction(typedText, normalText, game) {
  const parsedWithoutHonours = parseContractOrPoints(typedText, normalText);
  if (parsedWithoutHonours.entry) return addHonours(parsedWithoutHonours, 0, "ns");
  const honoursMatch = HONOURS_PATTERN.exec(normalText);
  if (!honoursMatch) return parsedWithoutHonours;
  const { result, holder, points } = honoursMatch.groups;
  const parsed = parseContractOrPoints(typedText, result);
  if (!parsed.entry) return parsed;
  if (parsed.entry.kind === "passed") {
    return { error: `“${typedText}”: a passed-out deal has no honours.` };
  }
  const honours = Number(points);
  const possibleHonours = listHonours(parsed.entry.denomination, game);
  if (!possibleHonours.includes(honours)) {
    const choices = joinWithOr(possibleHonours);
    return { error: `“${typedText}”: honours can’t be ${honours}. Type ${choices}.` };
  }
  return addHonours(parsed, honours, holder[0] === "N" ? "ns" : "ew");
}

const joinWithOr = (items) => `${items.slice(0, -1).join(", ")} or ${items.at(-1)}`;

function addHonours(parsed, honours, holder) {
  if (parsed.entry.kind === "passed") return parsed;
  return { ...parsed, entry: { ...parsed.entry, honours, holder } };
}

const POINTS_PATTERN = /^(?<points>[+-]?[0-9]{1,5})(?:BY)?(?<declarer>NS|EW|[NESW])?$/;

function parseContractOrPoints(typedText, normalText) {
  const pointsMatch = POINTS_PATTERN.exec(normalText);
  if (!pointsMatch) return parseBridge(typedText, normalText);
  const { points, declarer = "" } = pointsMatch.groups;
  const score = Number(points);
  if (!score) return { error: `“${typedText}” could mean two things. Type PASS for passed out.` };
  if (Math.abs(score) > MOST_POINTS) {
    return { error: `“${typedText}”: a deal gives at most ${MOST_POINTS} points.` };
  }
  return { entry: { kind: "score", score, declarer } };
}
