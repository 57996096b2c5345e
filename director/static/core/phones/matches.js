// The result of a match of teams, asked for once this table has entered its boards.
"use strict";

const ASK_MATCH_EVERY = { waits: 10_000, shown: 60_000 }; // milliseconds until it is asked for again

const matches = new Map(); // what was answered, by round and the results of this table

function matchOf(round) {
  if (table.state.called !== "team" || !round.boards.length) return null;
  const isEntered = !openBoards(round.round).length && !queue.waiting.length;
  const match = isEntered ? matchHere(round) : null;
  if (!match) return round.reported ? [text("h2", "Match"), say("", round.reported)] : null;
  const teams = match.teams || [];
  return [
    text("h2", "Result of the match"),
    match.waits ? text("p", match.waits, { class: "muted" }) : null,
    match.figures.length ? matchScore(teams, match.figures) : null,
    match.reported ? say("", match.reported) : null,
    match.boards.length ? matchBoards(match) : null,
    match.notes.map((words) => text("p", words, { class: "muted" })),
  ];
}

// What was last answered about the match of `round`; it is asked for again from time to time.
function matchHere(round) {
  const name = [round.round, round.reported, ...round.boards.map(({ result, confirmed }) => `${result}${confirmed}`)].join(" ");
  const known = matches.get(name);
  const pause = known && known.match && !known.match.waits ? ASK_MATCH_EVERY.shown : ASK_MATCH_EVERY.waits;
  if (!known || Date.now() - known.at > pause) fetchMatch(name, round.round);
  return known ? known.match : null;
}

async function fetchMatch(name, round) {
  const { match } = matches.get(name) || {};
  matches.set(name, { match, at: Date.now() });
  const { status, body } = await ask(`matches/${round}.json?${new URLSearchParams({ device })}`);
  if (status !== 200) return null;
  matches.set(name, { match: body, at: Date.now() });
  return draw();
}

// Both teams with their IMPs, VPs or points.
function matchScore(teams, figures) {
  const heads = ["Team", ...figures.map(({ unit }) => unit)].map((unit, at) => text("th", unit, { scope: "col", class: at ? "n" : null }));
  const rows = teams.map((team, at) => make("tr", {}, text("td", team), figures.map(({ points }) => make("td", { class: "n" }, text("b", points[at])))));
  return make("table", { class: "others-table", id: "match-score" }, make("thead", {}, make("tr", {}, heads)), make("tbody", {}, rows));
}

// Every board with the results of both tables, and who gained.
function matchBoards({ labels, unit, boards }) {
  const shown = (result) => make("td", { class: "nowrap" }, signs(storedEntry(result, game())));
  const heads = ["Board", "Here", "Other table", ...labels].map((name, at) => text("th", name, { scope: "col", class: at > 2 ? "n" : null }));
  const rows = boards.map(({ board, here, other, points }) => make("tr", {}, text("td", board), shown(here), shown(other), points.map((figure) => text("td", figure, { class: "n" }))));
  return [
    make("table", { class: "others-table", id: "match-boards" }, make("thead", {}, make("tr", {}, heads)), make("tbody", {}, rows)),
    text("p", `On the right: ${unit} of teams ${labels.join(" and ")} per board.`, { class: "muted" }),
  ];
}
