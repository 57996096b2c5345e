// The grid editor, without the page: the cells of a movement, what can be done with them, and
// undoing it. A cell has the numbers at its seats and its board set, 0 where empty; rounds and
// tables are counted from 0.
"use strict";

const LINES = { pairs: ["N-S", "E-W"], teams: ["N-S", "E-W"], individual: ["N", "E", "S", "W"] };
const MOST = { tables: 100, rounds: 200, cells: 2000, number: 9999 };
const HALF = 10_000; // added to a team's number at E-W, to tell its two halves apart
const AWAY = -1; // the place of whoever sits out
const wrap = (number, size) => ((number % size) + size) % size;

class EditedGrid {
  // `data` is the JSON of the program's grid.
  constructor(data) {
    this.undone = [];
    this.done = [];
    this.typing = ""; // the box in which the last step was typed
    this.load(data);
  }

  load(data) {
    const seats = LINES[data.contest].length;
    this.head = { ...data };
    delete this.head.rounds;
    this.rounds = data.rounds.map((cells) => cells.map((cell) => EditedGrid.makeCell(seats, cell)));
  }

  static makeCell(seats, cell) {
    return {
      seats: cell ? [...cell.seats] : Array(seats).fill(0),
      set: cell?.set || 0,
      turned: cell?.turned || false,
      copy: cell?.copy || 1,
    };
  }

  get lines() {
    return LINES[this.head.contest];
  }
  get tables() {
    return this.rounds[0].length;
  }
  get canTurn() {
    return this.lines.length === 2;
  }

  toJSON() {
    return {
      ...this.head,
      rounds: this.rounds.map((cells) =>
        cells.map((cell) => (EditedGrid.isEmpty(cell) ? null : { ...cell })),
      ),
    };
  }

  static isEmpty(cell) {
    return !cell.set && !cell.seats.some(Boolean);
  }
  isEmptyRound(round) {
    return this.rounds[round].every(EditedGrid.isEmpty);
  }
  get isEmpty() {
    return this.rounds.every((_, round) => this.isEmptyRound(round));
  }

  // Do `act` as one step that can be undone. Return whether it changed anything.
  change(act) {
    const before = JSON.stringify(this);
    act();
    if (JSON.stringify(this) === before) return false;
    this.done.push(before);
    this.undone = [];
    this.typing = "";
    return true;
  }

  undo() {
    return this.turnBack(this.done, this.undone);
  }
  redo() {
    return this.turnBack(this.undone, this.done);
  }

  turnBack(from, to) {
    if (!from.length) return false;
    to.push(JSON.stringify(this));
    this.typing = "";
    this.load(JSON.parse(from.pop()));
    return true;
  }

  // A field of a cell is one of its seats, from 0, or after the last seat its board set.
  get fields() {
    return this.lines.length + 1;
  }

  read(round, table, field) {
    const cell = this.rounds[round][table];
    return field < cell.seats.length ? cell.seats[field] : cell.set;
  }

  write(round, table, field, number) {
    const cell = this.rounds[round][table];
    if (field < cell.seats.length) cell.seats[field] = number;
    else cell.set = number;
  }

  // Type `number` into a box. All that is typed there, figure by figure, is one step until
  // endTyping().
  typeNumber(round, table, field, number) {
    const box = `${round} ${table} ${field}`;
    const isSameBox = this.typing === box;
    const isChanged = this.change(() => this.write(round, table, field, number));
    if (isChanged && isSameBox) this.done.pop();
    if (isChanged) this.typing = box;
    return isChanged;
  }

  endTyping() {
    this.typing = "";
  }

  swap(first, second) {
    return this.change(() => {
      const [one, other] = [
        this.rounds[first.round][first.table],
        this.rounds[second.round][second.table],
      ];
      this.rounds[first.round][first.table] = other;
      this.rounds[second.round][second.table] = one;
    });
  }

  clear(round, table) {
    return this.change(() => {
      this.rounds[round][table] = EditedGrid.makeCell(this.lines.length, null);
    });
  }

  setCell(round, table, cell) {
    return this.change(() => {
      this.rounds[round][table] = EditedGrid.makeCell(this.lines.length, cell);
    });
  }

  // Arrow-switch: whoever sat N-S now holds the E-W cards, without getting up.
  turn(round, table) {
    return this.change(() => this.turnCell(this.rounds[round][table]));
  }
  turnRound(round) {
    return this.change(() => this.rounds[round].forEach((cell) => this.turnCell(cell)));
  }

  turnCell(cell) {
    if (!this.canTurn || !cell.seats.some(Boolean)) return;
    cell.seats.reverse();
    cell.turned = !cell.turned;
  }

  hasRoom(tables, rounds) {
    return tables <= MOST.tables && rounds <= MOST.rounds && tables * rounds <= MOST.cells;
  }

  addRound() {
    if (!this.hasRoom(this.tables, this.rounds.length + 1)) return false;
    return this.change(() => {
      this.rounds.push(this.rounds[0].map(() => EditedGrid.makeCell(this.lines.length, null)));
    });
  }

  addTable() {
    if (!this.hasRoom(this.tables + 1, this.rounds.length)) return false;
    return this.change(() => {
      for (const cells of this.rounds) cells.push(EditedGrid.makeCell(this.lines.length, null));
    });
  }

  removeRound(round) {
    if (this.rounds.length === 1) return false;
    return this.change(() => {
      this.rounds.splice(round, 1);
    });
  }

  removeTable(table) {
    if (this.tables === 1) return false;
    return this.change(() => {
      for (const cells of this.rounds) cells.splice(table, 1);
    });
  }

  // Number the first round as in a Mitchell: 1 to n sit N-S, the others E-W, and every table has
  // its own set.
  numberFirstRound() {
    const seats = this.lines.length;
    return this.change(() => {
      for (const [table, cell] of this.rounds[0].entries()) {
        for (let seat = 0; seat < seats; seat += 1) {
          cell.seats[seat] =
            seats === 2 ? table + 1 + seat * this.tables : table * seats + seat + 1;
        }
        if (this.head.contest === "teams") cell.seats[1] = ((table + 1) % this.tables) + 1;
        Object.assign(cell, { set: table + 1, turned: false });
      }
    });
  }

  // Fill the empty rounds after the last typed one: everybody moves as between the last two rounds,
  // and so do the sets. Return a sentence with what happened, and whether it did.
  continueByRule() {
    const last = this.rounds.findLastIndex((_, round) => !this.isEmptyRound(round));
    const refuse = (message) => ({ isDone: false, message });
    if (last < 1) {
      return refuse("Type round 1, and at least table 1 of round 2. Then continue by rule.");
    }
    const rule = this.findRule(last);
    if (rule.problem) return refuse(rule.problem.replace("{round}", last + 1));
    if (rule.isWhole && last === this.rounds.length - 1) {
      return refuse("The last round is filled. Add a round first.");
    }
    const from = rule.isWhole ? last + 1 : last;
    this.change(() => {
      if (!rule.isWhole) this.rounds[last] = rule.completed;
      for (let round = last + 1; round < this.rounds.length; round += 1) {
        this.rounds[round] = rule.makeNextRound(this.rounds[round - 1]);
      }
    });
    const until = this.rounds.length;
    const filled = from + 1 === until ? `Round ${until} is` : `Rounds ${from + 1} to ${until} are`;
    return { isDone: true, message: `${filled} filled by rule: ${rule.words}.` };
  }

  findRule(round) {
    const size = Math.max(this.rounds.length, this.tables);
    return new MovingRule(this.rounds[round - 1], this.rounds[round], {
      lines: this.lines,
      size,
      areHalves: this.head.contest === "teams",
    });
  }

  // How everybody moves to `round`, in words, or "" if there is no rule in it.
  describeMove(round) {
    if (round < 1 || this.isEmptyRound(round) || this.isEmptyRound(round - 1)) return "";
    const rule = this.findRule(round);
    return rule.isWhole && !rule.problem ? rule.words : "";
  }
}

// How contestants and sets moved from the cells `before` to the cells `now` of the next round.
// `size` is the least number of sets to count round. A problem names {round}, that of `now`.
class MovingRule {
  constructor(before, now, { lines, size, areHalves }) {
    this.lines = lines;
    this.tables = now.length;
    this.halves = areHalves ? HALF : 0;
    this.sets = Math.max(size, ...before.map((cell) => cell.set), ...now.map((cell) => cell.set));
    this.problem = "";
    [before, now] = [this.unturnCells(before), this.unturnCells(now)];
    const seated = (cells) => this.listSeated(cells).filter(Boolean).length;
    const played = (cells) => cells.filter((cell) => cell.set).length;
    this.isWhole = seated(now) >= seated(before) && played(now) >= played(before);
    const whole = this.isWhole ? now : this.completeRound(before, now);
    if (!whole) return;
    this.completed = this.joinHalves(whole);
    this.everybody = new Set(
      [...this.listSeated(before), ...this.listSeated(whole)].filter(Boolean),
    );
    this.findSeatMoves(this.listSeated(before), this.listSeated(whole));
    if (!this.problem) this.findSetMoves(before, whole);
  }

  // The cells with everybody where they sit, as if no boards were turned. The two halves of a team
  // are told apart.
  unturnCells(cells) {
    return cells.map((cell) => {
      const seats = cell.turned ? [...cell.seats].reverse() : cell.seats;
      return {
        ...cell,
        turned: false,
        seats: seats.map((number, seat) => number && number + seat * this.halves),
      };
    });
  }

  joinHalves(cells) {
    return cells.map((cell) => ({ ...cell, seats: cell.seats.map((number) => number % HALF) }));
  }

  // All seats, table by table.
  listSeated(cells) {
    return cells.flatMap((cell) => cell.seats);
  }

  getLine(place) {
    return place % this.lines.length;
  }
  getTable(place) {
    return Math.floor(place / this.lines.length);
  }

  refuse(problem) {
    this.problem = problem;
    return null;
  }

  // The cells `now` with what is missing, if each line moves by the same number of tables as those
  // typed in it.
  completeRound(before, now) {
    const places = this.listSeated(before);
    const shifts = Array(this.lines.length).fill(null);
    for (const [place, number] of this.listSeated(now).entries()) {
      const from = number ? places.indexOf(number) : -1;
      if (from < 0) continue;
      const line = this.getLine(place);
      const shift = wrap(this.getTable(place) - this.getTable(from), this.tables);
      const isAsOthers = this.getLine(from) === line && (shifts[line] ?? shift) === shift;
      if (!isAsOthers) {
        return this.refuse(
          "Not everybody moves alike. Type all of round {round}, then continue by rule.",
        );
      }
      shifts[line] = shift;
    }
    this.step = this.findSetStep(before, now);
    if (this.step === null) {
      return this.refuse(
        "Type the board set of table 1 in round {round} too. Then continue by rule.",
      );
    }
    return now.map((_, table) => {
      // A line in which nothing is typed stays.
      const seats = shifts.map(
        (shift, line) => before[wrap(table - (shift ?? 0), this.tables)].seats[line],
      );
      return { ...before[table], seats, set: this.moveSet(before[table].set) };
    });
  }

  // The number that is added to the set of every table, or null if it differs.
  findSetStep(before, now) {
    let step = null;
    for (const [table, cell] of now.entries()) {
      if (!cell.set || !before[table].set) continue;
      const tableStep = wrap(cell.set - before[table].set, this.sets);
      if (step !== null && tableStep !== step) return null;
      step = tableStep;
    }
    return step;
  }

  moveSet(set) {
    return set && wrap(set + this.step - 1, this.sets) + 1;
  }

  // For every place before, the place to which its contestant moved; AWAY stands for sitting out.
  findSeatMoves(from, to) {
    this.seatMoves = new Map();
    for (const [place, number] of from.entries()) {
      if (number) this.seatMoves.set(place, to.indexOf(number));
    }
    const arrived = to.flatMap((number, place) =>
      number && !from.includes(number) ? [place] : [],
    );
    const left = [...this.seatMoves.values()].filter((place) => place === AWAY);
    if (arrived.length > 1 || left.length > 1) {
      this.refuse("Several sit out in turn, which no rule tells. Type the other rounds.");
      return;
    }
    if (arrived.length) this.seatMoves.set(AWAY, arrived[0]);
    // One empty seat moves too, like a missing contestant.
    const [emptyBefore, emptyNow] = [from, to].map((places) =>
      places.flatMap((number, place) => (number ? [] : [place])),
    );
    if (emptyBefore.length === 1 && emptyNow.length === 1) {
      this.seatMoves.set(emptyBefore[0], emptyNow[0]);
    }
    const stray = to.find((number, place) => number && !this.seatMoves.has(place));
    if (stray) {
      this.refuse(
        `Number ${stray % HALF} sits in round {round} where nobody sat before, ` +
          "so its next seat isn’t known.",
      );
    }
  }

  // Sets go up or down by the same number at every table, or else from table to table.
  findSetMoves(before, now) {
    this.step = this.findSetStep(before, now);
    if (this.step !== null) return;
    const [from, to] = [before.map((cell) => cell.set), now.map((cell) => cell.set)];
    this.setMoves = from.map((set) => to.indexOf(set));
    const isClosed = new Set(from).size === from.length && !this.setMoves.includes(AWAY);
    if (!isClosed) {
      this.refuse(
        "The board sets of round {round} don’t follow from the round before by one rule. " +
          "Type the other rounds.",
      );
    }
  }

  // The round after `cells`.
  makeNextRound(cells) {
    const seated = this.unturnCells(cells);
    const from = this.listSeated(seated);
    const to = Array(from.length).fill(0);
    const waiting = [...this.everybody].find((number) => !from.includes(number)) ?? 0;
    for (const [place, number] of [...from.entries(), [AWAY, waiting]]) {
      const target = this.seatMoves.get(place) ?? AWAY;
      if (target !== AWAY) to[target] = number;
    }
    const sets = seated.map((cell) => this.moveSet(cell.set));
    if (this.step === null) {
      for (const [table, cell] of seated.entries()) sets[this.setMoves[table]] = cell.set;
    }
    const size = this.lines.length;
    return this.joinHalves(
      seated.map((cell, table) => ({
        ...cell,
        seats: to.slice(table * size, (table + 1) * size),
        set: sets[table],
      })),
    );
  }

  // The rule in words, such as "N-S stay, E-W up 1 table, set numbers up 1".
  get words() {
    const moves = this.lines.map((_, line) => this.describeLine(line));
    const seats = moves.every(Boolean)
      ? this.lines.map((name, line) => `${name} ${moves[line]}`)
      : ["everybody follows the last move"];
    return [...seats, this.describeSets()].join(", ");
  }

  describeLine(line) {
    const shifts = new Set();
    for (const [from, to] of this.seatMoves) {
      if (from === AWAY || this.getLine(from) !== line) continue;
      if (to === AWAY || this.getLine(to) !== line) return "";
      shifts.add(wrap(this.getTable(to) - this.getTable(from), this.tables));
    }
    if (shifts.size !== 1) return "";
    const [shift] = shifts;
    if (shift === 0) return "stay";
    const [way, by] = shift * 2 <= this.tables ? ["up", shift] : ["down", this.tables - shift];
    return `${way} ${by} ${by === 1 ? "table" : "tables"}`;
  }

  describeSets() {
    if (this.step === null) return "board sets from table to table";
    if (this.step === 0) return "board sets stay";
    return this.step * 2 <= this.sets
      ? `set numbers up ${this.step}`
      : `set numbers down ${this.sets - this.step}`;
  }
}
