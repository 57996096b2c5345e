// The result of a match of teams, asked for once this table has entered its boards.
import { SIDES, parseStoredResult } from "./bridge.js";
import { createElement, createKey, createNote, createText, renderShortResult } from "./parts.js";
import { fetchJson } from "./queue.js";
import { getGame, getOwnSide, listOpenBoards, queue, table } from "./state.js";
import { device } from "./storage.js";
import { draw, ui } from "./table.js";

const ASK_MATCH_EVERY = { waits: 10_000, shown: 60_000 }; // milliseconds between two requests

const matches = new Map(); // what was answered, by round and the results of this table

export function renderMatch(round) {
  if (table.state.called !== "team" || !round.boards.length) return null;
  const hasUnsent = queue.waiting.some(({ path }) => path === "results");
  const isEntered = !listOpenBoards(round.round).length && !hasUnsent;
  const match = isEntered ? findMatch(round) : null;
  if (!match) {
    return round.reported ? [createText("h2", "Match"), createNote("", round.reported)] : null;
  }
  const teams = match.teams || [];
  return [
    createText("h2", "Result of the match"),
    match.waits ? createText("p", match.waits, { class: "muted" }) : null,
    match.hidden ? renderMatchKey(round) : null,
    match.figures.length ? renderMatchScore(teams, match.figures) : null,
    match.reported ? createNote("", match.reported) : null,
    match.boards.length ? renderMatchBoards(match) : null,
    match.notes.map((words) => createText("p", words, { class: "muted" })),
    match.said ? renderMatchAnswers(round.round, match) : null,
  ];
}

// What both teams say of the result, and the keys of the teams that this phone answers for.
function renderMatchAnswers(round, { mark, said, labels }) {
  return Object.keys(SIDES).map((name, at) => {
    const team = `Team ${labels[at]}`;
    const { words, right, current } = said[name] || {};
    const currentTone = right ? "ok" : "warn";
    const shown = words ? createNote(current ? currentTone : "", words) : null;
    if (!mark || (getOwnSide() && getOwnSide() !== name)) return shown;
    const isOfTeam = ({ path, body }) => path === "matches" && body.side === name;
    if (queue.waiting.some(isOfTeam)) return createNote("warn", `${team}: waiting to send.`);
    const word = (isRight, label) => {
      const id = `match-${isRight ? "right" : "wrong"}-${name}`;
      const answer = () => sendMatchAnswer(round, name, isRight, mark);
      const className = isRight ? "wide quiet" : "small";
      return createKey(id, getOwnSide() ? label : `${team}: ${label}`, answer, {
        class: className,
      });
    };
    return [
      shown,
      current && right ? null : word(true, "Confirm the result"),
      current && !right ? null : word(false, "Not right"),
    ];
  });
}

// “Not right” calls the director too.
function sendMatchAnswer(round, name, right, mark) {
  ui.note = "";
  queue.add("matches", { round, side: name, right, mark }, { round });
}

// Once an answer is stored or refused, the matches are asked for again. Until then its keys are
// not offered again.
export function expireMatches(sent = { side: "", right: false }) {
  const { side: name, right } = sent;
  for (const known of matches.values()) {
    known.at = 0;
    if (name && known.match && known.match.said) {
      known.match.said[name] = { right, current: true, words: "" };
    }
  }
}

// What was last answered about the match of `round`; it is asked for again from time to time.
function findMatch(round) {
  const name = makeMatchKey(round);
  const known = matches.get(name);
  const isShown = known && known.match && !known.match.waits;
  const pause = isShown ? ASK_MATCH_EVERY.shown : ASK_MATCH_EVERY.waits;
  if (!known || Date.now() - known.at > pause) fetchMatch(name, round.round);
  return known ? known.match : null;
}

function makeMatchKey(round) {
  const results = round.boards.map(({ result, confirmed }) => `${result}${confirmed}`);
  return [round.round, round.reported, ...results].join(" ");
}

// The result shows what the other table entered, so it is asked for by a tap.
const renderMatchKey = (round) => [
  createKey(
    "show-match",
    "Show result",
    () => fetchMatch(makeMatchKey(round), round.round, { method: "POST" }),
    { class: "wide quiet" },
  ),
  createText("p", "Then only the director can change your boards of this match.", {
    class: "muted",
  }),
];

async function fetchMatch(name, round, options = {}) {
  const { match } = matches.get(name) || {};
  matches.set(name, { match, at: Date.now() });
  const query = new URLSearchParams({ device });
  const { status, body } = await fetchJson(`matches/${round}.json?${query}`, options);
  if (status !== 200) return null;
  matches.set(name, { match: body, at: Date.now() });
  return draw();
}

// Both teams with their IMPs, VPs or points.
function renderMatchScore(teams, figures) {
  const titles = ["Team", ...figures.map(({ unit }) => unit)];
  const rows = teams.map((team, at) => {
    const cells = figures.map(({ points }) =>
      createElement("td", { class: "n" }, createText("b", points[at])),
    );
    return createElement("tr", {}, createText("td", team), cells);
  });
  return renderMatchTable("match-score", renderHeadCells(titles, 1), rows);
}

const renderHeadCells = (titles, firstFigure) =>
  titles.map((title, at) =>
    createText("th", title, { scope: "col", class: at >= firstFigure ? "n" : null }),
  );

const renderMatchTable = (id, heads, rows) =>
  createElement(
    "table",
    { class: "others-table", id },
    createElement("thead", {}, createElement("tr", {}, heads)),
    createElement("tbody", {}, rows),
  );

// Every board with the results of both tables, and who gained.
function renderMatchBoards({ labels, unit, boards }) {
  const shown = (result) =>
    createElement(
      "td",
      { class: "nowrap" },
      renderShortResult(parseStoredResult(result, getGame())),
    );
  const rows = boards.map(({ board, here, other, points }) => {
    const figures = points.map((figure) => createText("td", figure, { class: "n" }));
    return createElement("tr", {}, createText("td", board), shown(here), shown(other), figures);
  });
  const titles = ["Board", "Here", "Other table", ...labels];
  return [
    renderMatchTable("match-boards", renderHeadCells(titles, 3), rows),
    createText("p", `On the right: ${unit} of teams ${labels.join(" and ")} per board.`, {
      class: "muted",
    }),
  ];
}
