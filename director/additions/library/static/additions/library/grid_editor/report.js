// What the program says about the grid: its state, problems, warnings, facts and meetings.
import { makeHeader } from "./grid_table.js";

const findPart = (name) => document.getElementById(`grid-${name}`);

export function showReport(report, isGridEmpty) {
  const stateLine = findPart("state");
  stateLine.className = "";
  stateLine.textContent = describeState(report, isGridEmpty);
  showList(findPart("problems"), report.problems, "problem");
  const unlistedCount = report.unlisted_problems;
  if (unlistedCount) findPart("problems").append(makeItem(`… and ${unlistedCount} more.`));
  showList(findPart("warnings"), report.warnings, "warning");
  findPart("warnings-head").hidden = !report.warnings.length;
  showFacts(report.facts);
  showMeetings(report.meetings);
}

export function showUnchecked(sentence) {
  const stateLine = findPart("state");
  stateLine.textContent = sentence;
  stateLine.className = "say warn";
}

function describeState(report, isGridEmpty) {
  const count = report.problems.length + report.unlisted_problems;
  const emptyRounds = report.empty_rounds ? ` Still empty: ${report.empty_rounds}.` : "";
  if (count) return `${count === 1 ? "1 fault" : `${count} faults`}.${emptyRounds}`;
  if (report.is_ready) return "No faults. The movement can be used.";
  return isGridEmpty ? "Nothing is typed yet" : `No faults so far.${emptyRounds}`;
}

function showList(list, problems, kind) {
  const items = problems.map((problem, index) => {
    const item = makeItem(problem.text);
    item.id = `${kind}-${index}`;
    if (problem.round) item.prepend(makeCellButton(problem));
    return item;
  });
  list.replaceChildren(...items);
}

function makeItem(text) {
  const item = document.createElement("li");
  item.textContent = text;
  return item;
}

// A button that leads to the cell of a problem, or to the first cell of its round.
function makeCellButton({ round, table }) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "quiet";
  button.textContent = table ? `Round ${round}, table ${table}` : `Round ${round}`;
  button.dataset.round = round;
  button.dataset.table = table ?? "";
  return button;
}

// Call `focusCell(position)` when one of the buttons is pressed.
export function listenToCellButtons(focusCell) {
  for (const name of ["problems", "warnings"]) {
    findPart(name).addEventListener("click", ({ target }) => {
      const button = target.closest("button");
      if (!button) return;
      const { round, table } = button.dataset;
      focusCell({ round: Number(round) - 1, table: Number(table || 1) - 1, field: 0 });
    });
  }
}

function showFacts(facts) {
  const shownFacts = facts.length
    ? facts
    : [["Figures", "as soon as the typed rounds have no faults"]];
  const elements = shownFacts.flatMap(([name, figure]) => {
    const term = document.createElement("dt");
    const description = document.createElement("dd");
    term.textContent = name;
    description.textContent = figure;
    return [term, description];
  });
  findPart("facts").replaceChildren(...elements);
}

// The table of how often each contestant meets each other one.
function showMeetings(meetings) {
  const table = findPart("meetings");
  table.closest("details").hidden = !meetings;
  if (!meetings) return;
  const headRow = document.createElement("tr");
  const headers = meetings.columns.map((number) => makeHeader(String(number), "col"));
  headRow.append(document.createElement("td"), ...headers);
  const rows = meetings.rows.map((number, index) =>
    makeMeetingRow(number, meetings.columns, meetings.counts[index]),
  );
  table.replaceChildren(headRow, ...rows);
}

function makeMeetingRow(number, opponents, counts) {
  const row = document.createElement("tr");
  row.append(makeHeader(String(number), "row"));
  for (const [index, opponent] of opponents.entries()) {
    row.append(makeMeetingCell(counts[index], { isSame: number === opponent }));
  }
  return row;
}

function makeMeetingCell(count, { isSame }) {
  const cell = document.createElement("td");
  cell.textContent = isSame ? "" : String(count);
  if (!count) cell.className = "none";
  else if (count > 1) cell.className = "many";
  return cell;
}
