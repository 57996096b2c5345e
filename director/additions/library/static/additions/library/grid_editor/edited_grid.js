// The grid of a movement, without the page: its cells, what can be done with them, and undoing it.
//
// A cell is a table in a round. It has the numbers at its seats and its board set, 0 where nothing
// is typed. Rounds and tables are counted from 0. A field of a cell is one of its seats, from 0, or
// after the last seat its board set.
import { MovingRule } from "./moving_rule.js";

const DIRECTIONS = {
  pairs: ["N-S", "E-W"],
  teams: ["N-S", "E-W"],
  individual: ["N", "E", "S", "W"],
};
const MAX_TABLES = 100;
const MAX_ROUNDS = 200;
const MAX_CELLS = 2000;

export class EditedGrid {
  // `data` is the program's JSON of a grid.
  constructor(data) {
    this.undoStates = []; // JSON texts, the latest last
    this.redoStates = [];
    this.typedField = ""; // the field in which the last change was typed
    this.load(data);
  }

  load({ rounds, ...settings }) {
    this.settings = settings; // all but the cells: name, contest, boards_per_set and more
    this.rounds = rounds.map((cells) => cells.map((cell) => this.makeCell(cell)));
  }

  // A copy of `cell`, or an empty cell if it is null.
  makeCell(cell = null) {
    return {
      seats: cell ? [...cell.seats] : Array(this.directions.length).fill(0),
      set: cell?.set || 0,
      turned: cell?.turned || false,
      copy: cell?.copy || 1,
    };
  }

  get directions() {
    return DIRECTIONS[this.settings.contest];
  }
  get tableCount() {
    return this.rounds[0].length;
  }
  get fieldCount() {
    return this.directions.length + 1;
  }

  toJSON() {
    const rounds = this.rounds.map((cells) =>
      cells.map((cell) => (EditedGrid.isEmptyCell(cell) ? null : { ...cell })),
    );
    return { ...this.settings, rounds };
  }

  static isEmptyCell(cell) {
    return !cell.set && !cell.seats.some(Boolean);
  }
  isEmptyRound(round) {
    return this.rounds[round].every(EditedGrid.isEmptyCell);
  }
  get isEmpty() {
    return this.rounds.every((_, round) => this.isEmptyRound(round));
  }

  // Do `makeChange` as one step that can be undone. Return whether it changed anything.
  change(makeChange) {
    const previousState = JSON.stringify(this);
    makeChange();
    if (JSON.stringify(this) === previousState) return false;
    this.undoStates.push(previousState);
    this.redoStates = [];
    this.typedField = "";
    return true;
  }

  undo() {
    return this.restoreState(this.undoStates, this.redoStates);
  }
  redo() {
    return this.restoreState(this.redoStates, this.undoStates);
  }

  // Restore the latest of `states`, and keep the present state in `oppositeStates`.
  restoreState(states, oppositeStates) {
    if (!states.length) return false;
    oppositeStates.push(JSON.stringify(this));
    this.typedField = "";
    this.load(JSON.parse(states.pop()));
    return true;
  }

  readNumber(round, table, field) {
    const cell = this.rounds[round][table];
    return field < cell.seats.length ? cell.seats[field] : cell.set;
  }

  writeNumber(round, table, field, number) {
    const cell = this.rounds[round][table];
    if (field < cell.seats.length) cell.seats[field] = number;
    else cell.set = number;
  }

  // Type `number` into a field. All that is typed there, figure by figure, is one step until
  // endTyping().
  typeNumber(round, table, field, number) {
    const fieldKey = `${round} ${table} ${field}`;
    const isSameField = this.typedField === fieldKey;
    const isChanged = this.change(() => this.writeNumber(round, table, field, number));
    if (!isChanged) return false;
    if (isSameField) this.undoStates.pop(); // the state between two figures
    this.typedField = fieldKey;
    return true;
  }

  endTyping() {
    this.typedField = "";
  }

  swapCells(first, second) {
    return this.change(() => {
      const firstCell = this.rounds[first.round][first.table];
      const secondCell = this.rounds[second.round][second.table];
      this.rounds[first.round][first.table] = secondCell;
      this.rounds[second.round][second.table] = firstCell;
    });
  }

  setCell(round, table, cell) {
    return this.change(() => {
      this.rounds[round][table] = this.makeCell(cell);
    });
  }

  clearCell(round, table) {
    return this.setCell(round, table, null);
  }

  // Arrow-switch a cell: whoever sat N-S now holds the E-W cards, without getting up.
  turnCell(round, table) {
    return this.change(() => this.reverseSeats(this.rounds[round][table]));
  }
  turnRound(round) {
    return this.change(() => {
      for (const cell of this.rounds[round]) this.reverseSeats(cell);
    });
  }

  // Four players of an individual have no two directions to exchange.
  reverseSeats(cell) {
    const isTurnable = this.directions.length === 2 && cell.seats.some(Boolean);
    if (!isTurnable) return;
    cell.seats.reverse();
    cell.turned = !cell.turned;
  }

  fitsLimits(tables, rounds) {
    return tables <= MAX_TABLES && rounds <= MAX_ROUNDS && tables * rounds <= MAX_CELLS;
  }

  addRound() {
    if (!this.fitsLimits(this.tableCount, this.rounds.length + 1)) return false;
    return this.change(() => {
      this.rounds.push(this.rounds[0].map(() => this.makeCell()));
    });
  }

  addTable() {
    if (!this.fitsLimits(this.tableCount + 1, this.rounds.length)) return false;
    return this.change(() => {
      for (const cells of this.rounds) cells.push(this.makeCell());
    });
  }

  removeRound(round) {
    if (this.rounds.length === 1) return false;
    return this.change(() => {
      this.rounds.splice(round, 1);
    });
  }

  removeTable(table) {
    if (this.tableCount === 1) return false;
    return this.change(() => {
      for (const cells of this.rounds) cells.splice(table, 1);
    });
  }

  // Number the first round as in a Mitchell: 1 to n sit N-S, the others E-W, and every table has
  // its own set.
  numberFirstRound() {
    return this.change(() => {
      for (const [table, cell] of this.rounds[0].entries()) {
        cell.seats = this.makeFirstNumbers(table);
        cell.set = table + 1;
        cell.turned = false;
      }
    });
  }

  makeFirstNumbers(table) {
    // A team is one number: it sits N-S at one table and E-W at the table before.
    if (this.settings.contest === "teams") {
      const nextTeam = ((table + 1) % this.tableCount) + 1;
      return [table + 1, nextTeam];
    }
    if (this.settings.contest === "pairs") return [table + 1, table + 1 + this.tableCount];
    const firstNumber = table * this.directions.length + 1;
    return this.directions.map((_, seat) => firstNumber + seat);
  }

  // Fill the empty rounds after the last typed one: everybody moves as between the last two rounds,
  // and so do the sets. Return whether anything was filled, and a message.
  continueByRule() {
    const refuse = (message) => ({ isDone: false, message });
    const lastTyped = this.rounds.findLastIndex((_, round) => !this.isEmptyRound(round));
    if (lastTyped < 1) {
      return refuse("Type round 1, and at least table 1 of round 2. Then continue by rule.");
    }
    const rule = this.findRule(lastTyped);
    if (rule.problem) return refuse(rule.problem.replace("{round}", lastTyped + 1));
    const isLastFull = rule.isWhole && lastTyped === this.rounds.length - 1;
    if (isLastFull) return refuse("The last round is filled. Add a round first.");
    const firstFilled = rule.isWhole ? lastTyped + 1 : lastTyped;
    this.change(() => {
      if (!rule.isWhole) this.rounds[lastTyped] = rule.completedCells;
      for (let round = lastTyped + 1; round < this.rounds.length; round += 1) {
        this.rounds[round] = rule.makeNextRound(this.rounds[round - 1]);
      }
    });
    const rounds = this.describeFilledRounds(firstFilled);
    return { isDone: true, message: `${rounds} filled by rule: ${rule.description}.` };
  }

  describeFilledRounds(firstFilled) {
    const firstNumber = firstFilled + 1;
    const lastNumber = this.rounds.length;
    if (firstNumber === lastNumber) return `Round ${lastNumber} is`;
    return `Rounds ${firstNumber} to ${lastNumber} are`;
  }

  findRule(round) {
    return new MovingRule(this.rounds[round - 1], this.rounds[round], {
      directions: this.directions,
      minSets: Math.max(this.rounds.length, this.tableCount),
      areTeams: this.settings.contest === "teams",
    });
  }

  // How everybody moves to `round`, in words, or "" if there is no rule in it.
  describeMove(round) {
    if (round < 1 || this.isEmptyRound(round) || this.isEmptyRound(round - 1)) return "";
    const rule = this.findRule(round);
    return rule.isWhole && !rule.problem ? rule.description : "";
  }
}
