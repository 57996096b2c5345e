// Auction at a table: what a contract scores there, honours, and plain scores, as the program
// itself has them.
import { SIDES, getSide, parseBridge } from "./bridge.js";
import { applyTap, renderContract } from "./pad.js";
import { createElement, createGroup, createKey, createText } from "./parts.js";
import { getGame } from "./state.js";
import { ui } from "./table.js";

const SCALES = {
  auction: { slams: { 12: 50, 13: 100 }, times: [3, 4, 5, 8, 9, 10] },
  "auction-1914": { slams: { 12: 20, 13: 40 }, times: [2, 4, 5, 8, 9, 10] },
};
const TRICK_VALUES = { C: 6, D: 7, H: 8, S: 9, NT: 10 };
const MOST_POINTS = 2800;

// The scale of the game that is played here, nothing at any other.
export const getScale = (name = getGame()) => SCALES[name];

// What N-S win by a contract, with the honours that either side held.
export function auctionScore(
  { level, denomination, doubled, tricks, declarer, honours, holder },
  { slams },
) {
  const over = tricks - level - 6;
  const counted = over < 0 ? 0 : (tricks - 6) * TRICK_VALUES[denomination] * 2 ** doubled;
  const made =
    over < 0
      ? over * 50 * 2 ** doubled
      : counted + 50 * doubled * (1 + over) + (counted < 30 ? 0 : 125);
  const won = made + (slams[tricks] || 0) - (slams[13 - tricks] || 0);
  return (
    (getSide(declarer) === "ns" ? won : -won) + (holder === "ew" ? -honours : honours || 0) || 0
  );
}

// The points that honours can give in a denomination, in any where it is not known.
export function listHonours(denomination, name = getGame()) {
  if (denomination === "NT") return [30, 40, 100];
  if (denomination) {
    return getScale(name).times.map(
      (times) => times * (name === "auction" ? 10 : TRICK_VALUES[denomination]),
    );
  }
  const every = Object.keys(TRICK_VALUES).flatMap((each) => listHonours(each, name));
  return [...new Set(every)].sort((one, other) => one - other);
}

export const formatHonours = ({ honours, holder }) =>
  honours ? ` ${holder.toUpperCase()}${honours}` : "";
export const describeHonours = ({ honours, holder }) =>
  honours ? `, honours ${SIDES[holder]} ${honours}` : "";

// What somebody typed at auction: a contract as at bridge or the points, with honours or without.
export function parseAuction(text, plain, name) {
  const held = /^(.+?)(NS|EW|N-S|E-W)([0-9]{1,4})$/.exec(plain);
  const whole = parsePoints(text, plain);
  if (!held || whole.entry) {
    return whole.entry ? { ...whole, entry: withHonours(whole.entry, 0, "ns") } : whole;
  }
  const before = parsePoints(text, held[1]);
  if (!before.entry) return before;
  if (before.entry.kind === "passed") {
    return { error: `“${text}”: a passed-out deal has no honours.` };
  }
  const known = listHonours(before.entry.denomination, name);
  if (!known.includes(Number(held[3]))) {
    const choices = `${known.slice(0, -1).join(", ")} or ${known[known.length - 1]}`;
    return { error: `“${text}”: honours can’t be ${held[3]}. Type ${choices}.` };
  }
  return {
    ...before,
    entry: withHonours(before.entry, Number(held[3]), held[2][0] === "N" ? "ns" : "ew"),
  };
}

const withHonours = (entry, honours, holder) =>
  entry.kind === "passed" ? entry : { ...entry, honours, holder };

function parsePoints(text, plain) {
  const points = /^([+-]?[0-9]{1,5})(?:BY)?(NS|EW|[NESW])?$/.exec(plain);
  if (!points) return parseBridge(text, plain);
  const score = Number(points[1]);
  if (!score) return { error: `“${text}” could mean two things. Type PASS for passed out.` };
  if (Math.abs(score) > MOST_POINTS) {
    return { error: `“${text}”: a deal gives at most ${MOST_POINTS} points.` };
  }
  return { entry: { kind: "score", score, declarer: points[2] || "" } };
}

// Who held honours, and how many: a step of its own, since the tricks don’t tell.
export function renderHonoursStep() {
  const { denomination, honours, holder } = ui.draft;
  const pick = (side) =>
    listHonours(denomination).map((points) =>
      createKey(
        `honours-${side}-${points}`,
        points,
        () => applyTap({ honours: points, holder: side }),
        {
          "aria-label": `${SIDES[side]} ${points}`,
          "aria-pressed": String(honours === points && holder === side),
        },
      ),
    );
  return [
    createElement("p", { class: "ask" }, renderContract(), ". Who held honours?"),
    createKey("honours-none", "No honours", () => applyTap({ honours: 0, holder: "ns" }), {
      class: "wide quiet",
      "aria-pressed": String(honours === 0),
    }),
    ...["ns", "ew"].map((side) =>
      createGroup(
        `Honours of ${SIDES[side]}`,
        "pad three",
        createText("h2", SIDES[side]),
        pick(side),
      ),
    ),
  ];
}

// Honours of another denomination may not be possible in the one that is chosen now.
export function clearImpossibleHonours(now) {
  if (now.honours && now.denomination && !listHonours(now.denomination).includes(now.honours)) {
    delete now.honours;
  }
}
