// Results of matches of teams, as the program answered last. They aren't part of the table's state,
// because they show what the other table has entered.
import { fetchJson } from "./queue.js";
import { device } from "./storage.js";
import { draw } from "./ui.js";

const FETCH_MATCH_EVERY = { incomplete: 10_000, shown: 60_000 }; // milliseconds

// {match, fetchedAt} by round and results of this table: a new result asks for a new answer.
const matchesByKey = new Map();

// A result that this table has entered or confirmed since changes the key.
function makeMatchKey(round) {
  const results = round.boards.map(({ result, confirmed }) => `${result}${confirmed}`);
  return [round.round, round.reported, ...results].join(" ");
}

// Return the match of a round as the program answered last, and ask again from time to time.
export function findMatch(round) {
  const cached = matchesByKey.get(makeMatchKey(round));
  if (!cached) {
    fetchMatch(round);
    return null;
  }
  const isShown = cached.match && !cached.match.waits;
  const pause = isShown ? FETCH_MATCH_EVERY.shown : FETCH_MATCH_EVERY.incomplete;
  if (Date.now() - cached.fetchedAt > pause) fetchMatch(round);
  return cached.match;
}

// Ask the program to show the result. From then on this table can't change its boards.
export const revealMatch = (round) => fetchMatch(round, { method: "POST" });

async function fetchMatch(round, options = {}) {
  const key = makeMatchKey(round);
  const { match = null } = matchesByKey.get(key) || {};
  matchesByKey.set(key, { match, fetchedAt: Date.now() }); // so that nothing asks twice at once
  const query = new URLSearchParams({ device });
  const { status, body } = await fetchJson(`matches/${round.round}.json?${query}`, options);
  if (status !== 200) return;
  matchesByKey.set(key, { match: body, fetchedAt: Date.now() });
  draw();
}

// Ask for the matches again.
export function expireMatches() {
  for (const cached of matchesByKey.values()) cached.fetchedAt = 0;
}

// Show the stored answer of a side until the matches are asked for again, so that nobody is offered
// the same key twice.
export function applyMatchAnswer({ side, right }) {
  for (const { match } of matchesByKey.values()) {
    if (match && match.said) match.said[side] = { right, current: true, words: "" };
  }
  expireMatches();
}
