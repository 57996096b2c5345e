// The actions of the grid editor's buttons that change the grid.
import { formatPosition } from "./grid_table.js";

const NOBODY = "Nobody sits there.";
const TOO_LARGE = "The grid can’t be larger.";

// Do the action `name` at `position`, and return a message about it.
export function changeGrid(grid, position, name) {
  const { round, table } = position;
  const positionName = formatPosition(position);
  const roundName = `Round ${round + 1}`;
  const tableName = `Table ${table + 1}`;
  const actions = {
    rule: () => grid.continueByRule().message,
    undo: () => (grid.undo() ? "Undone." : "Nothing to undo."),
    redo: () => (grid.redo() ? "Redone." : "Nothing to redo."),
    number: () =>
      grid.numberFirstRound()
        ? "Round 1 is numbered. Type table 1 of round 2, then continue by rule."
        : "Round 1 is numbered so already.",
    turn: () => (grid.turnCell(round, table) ? `${positionName}: arrow-switch changed.` : NOBODY),
    turnRound: () => (grid.turnRound(round) ? `${roundName}: arrow-switch changed.` : NOBODY),
    clear: () =>
      grid.clearCell(round, table) ? `${positionName} is empty.` : "The cell is empty already.",
    addRound: () => (grid.addRound() ? `Round ${grid.rounds.length} added.` : TOO_LARGE),
    addTable: () => (grid.addTable() ? `Table ${grid.tableCount} added.` : TOO_LARGE),
    removeRound: () =>
      grid.removeRound(round) ? `${roundName} removed.` : "The last round stays.",
    removeTable: () =>
      grid.removeTable(table) ? `${tableName} removed.` : "The last table stays.",
  };
  return actions[name]();
}
