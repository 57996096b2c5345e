// Who sits at the table, and where the pairs go after the round.
import { SEATS, SIDES } from "./bridge.js";
import { createElement, createText } from "./elements.js";
import { table } from "./state.js";

// A side of an individual is two players with both their numbers: “Players 2+4”.
export const ENTRANT_NAMES = { pair: "Pair", player: "Players", team: "Team" };

export const getSeatName = (seat) => table.state.seats[seat] || "";
// With two winners the labels of pairs name their direction, as in "3 N-S".
export const hasDirection = (label) => /[NE]-[SW]/.test(label);
export const formatPair = (side, labels) =>
  hasDirection(labels[side]) ? labels[side] : `${labels[side]} ${SIDES[side]}`;

// Return the names of the players of a side, after its pair.
export function renderNames(side, names) {
  const players = [...side.toUpperCase()].map((seat) => names[seat]).filter(Boolean);
  return players.map((player) => [" ", createText("small", player)]);
}

// Return the four players around the table.
export function renderCompass() {
  const numbers = table.state.players || {};
  const seats = Object.keys(SEATS).map((seat) => {
    const player = [numbers[seat], getSeatName(seat)].filter(Boolean).join(" ");
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

// Return where the pairs or players of a round go after it, or null if the program doesn't say.
export function renderNextSeats(round) {
  const names = findNextNames(round);
  const { players, places } = round;
  const hasSeatsOfPlayers = players && places && Object.values(places).some(Boolean);
  const renderRows = hasSeatsOfPlayers ? renderNextSeatsOfPlayers : renderNextSeatsOfPairs;
  const rows = renderRows(round, names);
  return rows.length ? createElement("dl", { class: "seat-list" }, rows) : null;
}

// A player who was replaced after this round doesn't go on: return the names of those who do.
function findNextNames({ seats, next_seats: nextNames }) {
  const names = Object.keys(SEATS).map((seat) => [
    seat,
    (nextNames || {})[seat] || (seats || {})[seat],
  ]);
  return Object.fromEntries(names);
}

const renderNextSeatsOfPlayers = ({ players, places }, names) =>
  Object.keys(SEATS).map((seat) => {
    const name = names[seat] ? [" ", createText("small", names[seat])] : "";
    const player = createElement("dt", {}, `${SEATS[seat]} ${players[seat]}`, name);
    return [player, createText("dd", renderNextSeat(places[seat]))];
  });

function renderNextSeatsOfPairs({ labels, next }, names) {
  const sides = Object.keys(SIDES).filter((side) => next && next[side] && labels[side]);
  return sides.map((side) => {
    const pair = createElement("dt", {}, formatPair(side, labels), renderNames(side, names));
    return [pair, createText("dd", renderNextSeat(next[side]))];
  });
}

const NEXT_SEAT_PATTERN = /^table (?<number>\S+)(?: (?<direction>.+))?$/;

// Return “go to table 2, E-W”. A narrow screen doesn't break the line within the direction.
function renderNextSeat(text) {
  const seatMatch = NEXT_SEAT_PATTERN.exec(text);
  if (!seatMatch) return text === "stay" ? "stay here" : text;
  const { number, direction } = seatMatch.groups;
  const directionText = createText("span", direction, { class: "nowrap" });
  return [`go to table ${number}`, direction ? [", ", directionText] : ""];
}
