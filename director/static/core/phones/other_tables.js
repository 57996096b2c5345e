// The results of a board at other tables. Somebody asks for them by a tap, because this table can't
// change its own result after it has seen them.
import { FETCH_EVERY } from "./answers.js";
import {
  createElement,
  createResultTable,
  createText,
  createWideKey,
} from "./elements.js";
import { parseStoredResult } from "./entries.js";
import { fetchJson } from "./queue.js";
import { capitalise, renderShortResult } from "./results.js";
import { getGame } from "./state.js";
import { device } from "./storage.js";
import { draw } from "./ui.js";

// The lines of other tables by round, board and own result, or null while they are fetched.
const linesByResult = new Map();

export function renderOtherResults(board) {
  if (!board.others || board.unsentItem) return null;
  const key = `${board.round}.${board.board}.${board.result}`;
  const isUnknown = !linesByResult.has(key);
  if (isUnknown && !board.shown) return renderOthersKey(key, board.board);
  if (isUnknown) fetchOthers(key, board.board);
  const lines = linesByResult.get(key);
  return lines ? renderOtherLines(lines) : null;
}

const renderOthersKey = (key, number) => [
  createWideKey("show-others", "Show other tables", () => fetchOthers(key, number)),
  createText("p", "Then only the director can change this result.", { class: "muted" }),
];

async function fetchOthers(key, number) {
  linesByResult.set(key, null);
  const query = new URLSearchParams({ device });
  const { status, body } = await fetchJson(`boards/${number}.json?${query}`, { method: "POST" });
  if (status !== 200) {
    setTimeout(() => linesByResult.delete(key), 3 * FETCH_EVERY);
    return;
  }
  linesByResult.set(key, body.lines);
  draw();
}

function renderOtherLines(lines) {
  const columns = {
    hasScore: getGame() !== "whist", // at whist the result is the score
    hasPercent: lines.some((line) => line.percent),
  };
  const titles = ["N-S", "E-W", "Result"];
  if (columns.hasScore) titles.push("Score");
  if (columns.hasPercent) titles.push("%");
  const rows = lines.map((line) =>
    createElement("tr", { class: line.own ? "own" : null }, renderOtherCells(line, columns)),
  );
  const isOnlyOwn = lines.length < 2;
  const about = isOnlyOwn
    ? "No other table has played it yet."
    : `${explainFigures(columns)}Your table is marked.`;
  return [
    createText("h2", "Other tables"),
    createResultTable(null, { titles, firstFigure: 3, rows }),
    createText("p", about, { class: "muted" }),
  ];
}

const renderOtherCells = (line, { hasScore, hasPercent }) => [
  createText("td", removeDirection(line.ns)),
  createText("td", removeDirection(line.ew)),
  createElement("td", {}, renderShortResult(parseStoredResult(line.result))),
  hasScore ? createText("td", formatSignedScore(line.score), { class: "n" }) : null,
  hasPercent ? createText("td", line.percent, { class: "n" }) : null,
];

// The heading of the column already names the direction.
const removeDirection = (label) => label.replace(/ (N-S|E-W)$/, "");

function formatSignedScore(score) {
  if (score === null) return "";
  return score > 0 ? `+${score}` : String(score).replace("-", "−");
}

function explainFigures({ hasScore, hasPercent }) {
  const figures = [hasScore ? "score" : "", hasPercent ? "percentage" : ""].filter(Boolean);
  return figures.length ? `${capitalise(figures.join(" and "))} for N-S. ` : "";
}
