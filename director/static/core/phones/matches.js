// The result of a match of teams, asked for once this table has entered its boards.
"use strict";

const ASK_MATCH_EVERY = { waits: 10_000, shown: 60_000 }; // milliseconds until it is asked for again

const matches = new Map(); // what was answered, by round and the results of this table

function matchOf(round) {
  if (table.state.called !== "team" || !round.boards.length) return null;
  const isEntered = !openBoards(round.round).length && !queue.waiting.some(({ path }) => path === "results");
  const match = isEntered ? matchHere(round) : null;
  if (!match) return round.reported ? [text("h2", "Match"), say("", round.reported)] : null;
  const teams = match.teams || [];
  return [
    text("h2", "Result of the match"),
    match.waits ? text("p", match.waits, { class: "muted" }) : null,
    match.hidden ? askMatch(round) : null,
    match.figures.length ? matchScore(teams, match.figures) : null,
    match.reported ? say("", match.reported) : null,
    match.boards.length ? matchBoards(match) : null,
    match.notes.map((words) => text("p", words, { class: "muted" })),
    match.said ? matchWords(round.round, match) : null,
  ];
}

// What both teams say of the result, and the keys of the teams that this phone answers for.
function matchWords(round, { mark, said, labels }) {
  return Object.keys(SIDES).map((name, at) => {
    const team = `Team ${labels[at]}`;
    const { words, right, current } = said[name] || {};
    const shown = words ? say(!current ? "" : right ? "ok" : "warn", words) : null;
    if (!mark || (mySide() && mySide() !== name)) return shown;
    if (queue.waiting.some(({ path, body }) => path === "matches" && body.side === name)) return say("warn", `${team}: waiting to send.`);
    const word = (isRight, label) => key(`match-${isRight ? "right" : "wrong"}-${name}`, mySide() ? label : `${team}: ${label}`, () => sayMatch(round, name, isRight, mark), { class: isRight ? "wide quiet" : "small" });
    return [shown, current && right ? null : word(true, "Confirm the result"), current && !right ? null : word(false, "Not right")];
  });
}

// “Not right” calls the director too.
function sayMatch(round, name, right, mark) {
  ui.note = "";
  queue.add("matches", { round, side: name, right, mark }, { round });
}

// Once a word is stored or refused, the matches are asked for again. Meanwhile its keys are not offered again.
function renewMatches(sent = { side: "", right: false }) {
  const { side: name, right } = sent;
  for (const known of matches.values()) {
    known.at = 0;
    if (name && known.match && known.match.said) known.match.said[name] = { right, current: true, words: "" };
  }
}

// What was last answered about the match of `round`; it is asked for again from time to time.
function matchHere(round) {
  const name = nameOfMatch(round);
  const known = matches.get(name);
  const pause = known && known.match && !known.match.waits ? ASK_MATCH_EVERY.shown : ASK_MATCH_EVERY.waits;
  if (!known || Date.now() - known.at > pause) fetchMatch(name, round.round);
  return known ? known.match : null;
}

const nameOfMatch = (round) => [round.round, round.reported, ...round.boards.map(({ result, confirmed }) => `${result}${confirmed}`)].join(" ");

// The result shows what the other table entered, so it is asked for by a tap.
const askMatch = (round) => [
  key("show-match", "Show result", () => fetchMatch(nameOfMatch(round), round.round, { method: "POST" }), { class: "wide quiet" }),
  text("p", "Then only the director can change your boards of this match.", { class: "muted" }),
];

async function fetchMatch(name, round, options = {}) {
  const { match } = matches.get(name) || {};
  matches.set(name, { match, at: Date.now() });
  const { status, body } = await ask(`matches/${round}.json?${new URLSearchParams({ device })}`, options);
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
