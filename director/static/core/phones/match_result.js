// The result of a match of teams, once this table has entered its boards.
import { SIDES } from "./bridge.js";
import {
  createElement,
  createKey,
  createNote,
  createResultTable,
  createText,
  createWideKey,
} from "./elements.js";
import { parseStoredResult } from "./entries.js";
import { findMatch, revealMatch } from "./matches.js";
import { renderShortResult } from "./results.js";
import { listOpenBoards } from "./rounds.js";
import { getOwnSide, queue, table } from "./state.js";
import { ui } from "./ui.js";

export function renderMatch(round) {
  if (table.state.called !== "team" || !round.boards.length) return null;
  const hasUnsentResult = queue.waiting.some(({ path }) => path === "results");
  const isComplete = !listOpenBoards(round.round).length && !hasUnsentResult;
  const match = isComplete ? findMatch(round) : null;
  if (match) return renderKnownMatch(round, match);
  return round.reported ? [createText("h2", "Match"), createNote("", round.reported)] : null;
}

const renderKnownMatch = (round, match) => [
  createText("h2", "Result of the match"),
  match.waits ? createText("p", match.waits, { class: "muted" }) : null,
  match.hidden ? renderRevealKey(round) : null,
  match.figures.length ? renderMatchScore(match) : null,
  match.reported ? createNote("", match.reported) : null,
  match.boards.length ? renderMatchBoards(match) : null,
  match.notes.map((note) => createText("p", note, { class: "muted" })),
  match.said ? renderMatchAnswers(round.round, match) : null,
];

// Return what both teams have said of the result, and the keys of the teams of this phone.
function renderMatchAnswers(round, match) {
  return Object.keys(SIDES).map((side, index) => {
    const team = `Team ${match.labels[index]}`;
    const answer = match.said[side] || {};
    const answerNote = renderAnswerNote(answer);
    const isOwnTeam = !getOwnSide() || getOwnSide() === side;
    if (!match.mark || !isOwnTeam) return answerNote;
    const isUnsent = queue.waiting.some(
      ({ path, body }) => path === "matches" && body.side === side,
    );
    if (isUnsent) return createNote("warn", `${team}: waiting to send.`);
    const confirm = () => sendMatchAnswer(round, side, true, match.mark);
    const deny = () => sendMatchAnswer(round, side, false, match.mark);
    // With both teams on this phone each key names its team.
    const prefix = getOwnSide() ? "" : `${team}: `;
    // A team may still change its answer, so only the key of the current answer is missing.
    const isConfirmed = answer.current && answer.right;
    const isDenied = answer.current && !answer.right;
    return [
      answerNote,
      isConfirmed
        ? null
        : createWideKey(`match-right-${side}`, `${prefix}Confirm the result`, confirm),
      isDenied
        ? null
        : createKey(`match-wrong-${side}`, `${prefix}Not right`, deny, { class: "small" }),
    ];
  });
}

// An answer to an earlier result is shown without a colour.
function renderAnswerNote({ words, right, current }) {
  if (!words) return null;
  const tone = right ? "ok" : "warn";
  return createNote(current ? tone : "", words);
}

// “Not right” calls the director too.
function sendMatchAnswer(round, side, right, mark) {
  ui.note = "";
  queue.add("matches", { round, side, right, mark }, { round });
}

// The result shows what the other table has entered, so somebody asks for it by a tap.
const renderRevealKey = (round) => [
  createWideKey("show-match", "Show result", () => revealMatch(round)),
  createText("p", "Then only the director can change your boards of this match.", {
    class: "muted",
  }),
];

// Return both teams with their IMPs, VPs or points.
function renderMatchScore({ teams = [], figures }) {
  const titles = ["Team", ...figures.map(({ unit }) => unit)];
  const rows = teams.map((team, index) => {
    const cells = figures.map(({ points }) =>
      createElement("td", { class: "n" }, createText("b", points[index])),
    );
    return createElement("tr", {}, createText("td", team), cells);
  });
  return createResultTable("match-score", { titles, firstFigure: 1, rows });
}

// Return every board with the results of both tables, and what either team gained.
function renderMatchBoards({ labels, unit, boards }) {
  const rows = boards.map(({ board, here, other, points }) => {
    const pointCells = points.map((figure) => createText("td", figure, { class: "n" }));
    return createElement(
      "tr",
      {},
      createText("td", board),
      renderResultCell(here),
      renderResultCell(other),
      pointCells,
    );
  });
  const titles = ["Board", "Here", "Other table", ...labels];
  return [
    createResultTable("match-boards", { titles, firstFigure: 3, rows }),
    createText("p", `On the right: ${unit} of teams ${labels.join(" and ")} per board.`, {
      class: "muted",
    }),
  ];
}

const renderResultCell = (result) =>
  createElement("td", { class: "nowrap" }, renderShortResult(parseStoredResult(result)));
