// The rule by which contestants and board sets move from one round of a grid to the next.
//
// A seat is counted through all tables: with two directions, seat 3 is E-W of the second table.

const MAX_NUMBER = 10_000; // the numbers of contestants are smaller
const SITTING_OUT = -1; // in place of a seat
const wrap = (number, size) => ((number % size) + size) % size;

// The rule of the move from `formerCells` to `cells`, the tables of two following rounds. Sets are
// counted round at the highest one, or at `minSets` if that is more. In `problem`, "{round}" stands
// for the number of the second round.
export class MovingRule {
  constructor(formerCells, cells, { directions, minSets, areTeams }) {
    this.directions = directions;
    this.tableCount = cells.length;
    // The two pairs of a team have one number, but move by different rules. So the pair at E-W gets
    // a number of its own here.
    this.pairOffset = areTeams ? MAX_NUMBER : 0;
    const sets = [...formerCells, ...cells].map((cell) => cell.set);
    this.setCount = Math.max(minSets, ...sets);
    this.problem = "";
    const formerRound = this.normaliseCells(formerCells);
    const typedRound = this.normaliseCells(cells);
    // If fewer sit in the second round, the rest is still to be typed.
    this.isWhole =
      countSeated(typedRound) >= countSeated(formerRound) &&
      countSets(typedRound) >= countSets(formerRound);
    const round = this.isWhole ? typedRound : this.completeRound(formerRound, typedRound);
    if (!round) return;
    this.completedCells = this.restoreNumbers(round);
    const formerNumbers = listNumbers(formerRound);
    const numbers = listNumbers(round);
    this.contestants = new Set([...formerNumbers, ...numbers].filter(Boolean));
    this.findSeatMoves(formerNumbers, numbers);
    if (!this.problem) this.findSetMoves(formerRound, round);
  }

  // Copies of `cells` in which everybody has the seat of the chair: an arrow-switch moves nobody.
  normaliseCells(cells) {
    return cells.map((cell) => {
      const chairs = cell.turned ? [...cell.seats].reverse() : cell.seats;
      const seats = chairs.map((number, index) => number && number + index * this.pairOffset);
      return { ...cell, turned: false, seats };
    });
  }

  restoreNumbers(cells) {
    return cells.map((cell) => ({
      ...cell,
      seats: cell.seats.map((number) => number % MAX_NUMBER),
    }));
  }

  getDirection(seat) {
    return seat % this.directions.length;
  }
  getTable(seat) {
    return Math.floor(seat / this.directions.length);
  }
  // By how many tables `formerSeat` is moved up, counted round.
  getShift(formerSeat, seat) {
    return wrap(this.getTable(seat) - this.getTable(formerSeat), this.tableCount);
  }

  refuse(problem) {
    this.problem = problem;
    return null;
  }

  // The whole second round, if each direction moves by the same number of tables as those typed in
  // it. Return null if that doesn't fit what is typed.
  completeRound(formerRound, typedRound) {
    const shifts = this.findShifts(listNumbers(formerRound), listNumbers(typedRound));
    if (!shifts) {
      return this.refuse(
        "Not everybody moves alike. Type all of round {round}, then continue by rule.",
      );
    }
    this.setStep = this.findSetStep(formerRound, typedRound);
    if (this.setStep === null) {
      return this.refuse(
        "Type the board set of table 1 in round {round} too. Then continue by rule.",
      );
    }
    return formerRound.map((formerCell, table) => {
      const seats = shifts.map((shift, direction) => {
        const formerTable = wrap(table - shift, this.tableCount);
        return formerRound[formerTable].seats[direction];
      });
      return { ...formerCell, seats, set: this.moveSet(formerCell.set) };
    });
  }

  // By how many tables each direction moves up; 0 if nothing is typed in it. Return null if two of
  // one direction move differently, or somebody changes direction.
  findShifts(formerNumbers, typedNumbers) {
    const shifts = Array(this.directions.length).fill(null);
    for (const [seat, number] of typedNumbers.entries()) {
      const formerSeat = number ? formerNumbers.indexOf(number) : -1;
      if (formerSeat < 0) continue;
      const direction = this.getDirection(seat);
      const shift = this.getShift(formerSeat, seat);
      const isSameDirection = this.getDirection(formerSeat) === direction;
      const isSameShift = shifts[direction] === null || shifts[direction] === shift;
      if (!isSameDirection || !isSameShift) return null;
      shifts[direction] = shift;
    }
    return shifts.map((shift) => shift ?? 0);
  }

  // Fill `seatMoves`: for each seat, the seat to which its contestant moves. SITTING_OUT stands for
  // a place away from the tables.
  findSeatMoves(formerNumbers, numbers) {
    this.seatMoves = new Map();
    for (const [seat, number] of formerNumbers.entries()) {
      if (number) this.seatMoves.set(seat, numbers.indexOf(number)); // -1 is SITTING_OUT
    }
    const isArrival = (number) => number && !formerNumbers.includes(number);
    const arrivalSeats = listSeats(numbers, isArrival);
    const leaverCount = [...this.seatMoves.values()].filter((seat) => seat === SITTING_OUT).length;
    if (arrivalSeats.length > 1 || leaverCount > 1) {
      this.refuse("Several sit out in turn, which no rule tells. Type the other rounds.");
      return;
    }
    if (arrivalSeats.length) this.seatMoves.set(SITTING_OUT, arrivalSeats[0]);
    this.findEmptySeatMove(formerNumbers, numbers);
    const strayNumber = numbers.find((number, seat) => number && !this.seatMoves.has(seat));
    if (strayNumber) {
      this.refuse(
        `Number ${strayNumber % MAX_NUMBER} sits in round {round} where nobody sat before, ` +
          "so its next seat isn’t known.",
      );
    }
  }

  // With a half table, the empty seat moves like the contestant who is missing there.
  findEmptySeatMove(formerNumbers, numbers) {
    const isEmptySeat = (number) => !number;
    const formerSeats = listSeats(formerNumbers, isEmptySeat);
    const seats = listSeats(numbers, isEmptySeat);
    if (formerSeats.length === 1 && seats.length === 1) {
      this.seatMoves.set(formerSeats[0], seats[0]);
    }
  }

  // Sets go up by the same number at every table (`setStep`), or else from table to table
  // (`setMoves`: for each table, the table to which its set goes).
  findSetMoves(formerRound, round) {
    this.setStep = this.findSetStep(formerRound, round);
    if (this.setStep !== null) return;
    const formerSets = formerRound.map((cell) => cell.set);
    const sets = round.map((cell) => cell.set);
    this.setMoves = formerSets.map((set) => sets.indexOf(set));
    const areAllDifferent = new Set(formerSets).size === formerSets.length;
    const areAllPlayedAgain = !this.setMoves.includes(-1);
    if (!areAllDifferent || !areAllPlayedAgain) {
      this.refuse(
        "The board sets of round {round} don’t follow from the round before by one rule. " +
          "Type the other rounds.",
      );
    }
  }

  // By how many the set of every table goes up, counted round, or null if tables differ.
  findSetStep(formerRound, round) {
    const steps = new Set();
    for (const [table, cell] of round.entries()) {
      const formerSet = formerRound[table].set;
      if (cell.set && formerSet) steps.add(wrap(cell.set - formerSet, this.setCount));
    }
    const [step] = steps;
    return steps.size === 1 ? step : null;
  }

  moveSet(set) {
    return set && wrap(set + this.setStep - 1, this.setCount) + 1; // sets are counted from 1
  }

  // The round after `cells`.
  makeNextRound(cells) {
    const round = this.normaliseCells(cells);
    const nextNumbers = this.moveNumbers(listNumbers(round));
    const nextSets = this.moveSets(round.map((cell) => cell.set));
    const seatCount = this.directions.length;
    const nextRound = round.map((cell, table) => ({
      ...cell,
      seats: nextNumbers.slice(table * seatCount, (table + 1) * seatCount),
      set: nextSets[table],
    }));
    return this.restoreNumbers(nextRound);
  }

  moveNumbers(numbers) {
    const nextNumbers = Array(numbers.length).fill(0);
    const waitingNumber = [...this.contestants].find((number) => !numbers.includes(number)) ?? 0;
    for (const [seat, number] of [...numbers.entries(), [SITTING_OUT, waitingNumber]]) {
      const nextSeat = this.seatMoves.get(seat) ?? SITTING_OUT;
      if (nextSeat !== SITTING_OUT) nextNumbers[nextSeat] = number;
    }
    return nextNumbers;
  }

  moveSets(sets) {
    if (this.setStep !== null) return sets.map((set) => this.moveSet(set));
    const nextSets = [];
    for (const [table, set] of sets.entries()) nextSets[this.setMoves[table]] = set;
    return nextSets;
  }

  // Such as "N-S stay, E-W up 1 table, set numbers up 1".
  get description() {
    const moves = this.directions.map((_, direction) => this.describeDirection(direction));
    const seatMoves = moves.every(Boolean)
      ? this.directions.map((name, direction) => `${name} ${moves[direction]}`)
      : ["everybody follows the last move"];
    return [...seatMoves, this.describeSets()].join(", ");
  }

  // How all of one direction move, or "" if they differ or leave the direction.
  describeDirection(direction) {
    const shifts = new Set();
    for (const [formerSeat, seat] of this.seatMoves) {
      if (formerSeat === SITTING_OUT || this.getDirection(formerSeat) !== direction) continue;
      if (seat === SITTING_OUT || this.getDirection(seat) !== direction) return "";
      shifts.add(this.getShift(formerSeat, seat));
    }
    if (shifts.size !== 1) return "";
    const [shift] = shifts;
    if (shift === 0) return "stay";
    // Up by more than half the tables is the same as down by fewer.
    const isUp = shift * 2 <= this.tableCount;
    const number = isUp ? shift : this.tableCount - shift;
    return `${isUp ? "up" : "down"} ${number} ${number === 1 ? "table" : "tables"}`;
  }

  describeSets() {
    if (this.setStep === null) return "board sets from table to table";
    if (this.setStep === 0) return "board sets stay";
    const isUp = this.setStep * 2 <= this.setCount;
    return isUp
      ? `set numbers up ${this.setStep}`
      : `set numbers down ${this.setCount - this.setStep}`;
  }
}

// The numbers at all seats, table by table.
const listNumbers = (cells) => cells.flatMap((cell) => cell.seats);
const countSeated = (cells) => listNumbers(cells).filter(Boolean).length;
const countSets = (cells) => cells.filter((cell) => cell.set).length;

const listSeats = (numbers, isWanted) =>
  [...numbers.keys()].filter((seat) => isWanted(numbers[seat]));
