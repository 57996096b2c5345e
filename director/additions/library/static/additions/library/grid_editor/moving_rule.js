// The rule by which contestants and board sets move from one round of a grid to the next.
//
// A seat is counted through all tables: with two directions, seat 3 is E-W of the second table.

const MAX_NUMBER = 10_000; // the numbers of contestants are smaller
const SITTING_OUT = -1; // in place of a seat
const wrap = (number, size) => ((number % size) + size) % size;

// The rule of the move from `previousCells` to `cells`, the tables of two following rounds. Sets
// are counted round at the highest one, or at `minSets` if that is more. In `problem`, "{round}"
// stands for the number of the second round.
export class MovingRule {
  constructor(previousCells, cells, { directions, minSets, areTeams }) {
    this.directions = directions;
    this.tableCount = cells.length;
    // The two pairs of a team have one number, but move by different rules. So the pair at E-W gets
    // a number of its own here.
    this.pairOffset = areTeams ? MAX_NUMBER : 0;
    const sets = [...previousCells, ...cells].map((cell) => cell.set);
    this.setCount = Math.max(minSets, ...sets);
    this.problem = "";
    const previousRound = this.normaliseCells(previousCells);
    const typedRound = this.normaliseCells(cells);
    // If fewer sit in the second round, the rest is still to be typed.
    this.isWhole =
      countSeated(typedRound) >= countSeated(previousRound) &&
      countSets(typedRound) >= countSets(previousRound);
    const round = this.isWhole ? typedRound : this.completeRound(previousRound, typedRound);
    if (!round) return;
    this.completedCells = this.restoreNumbers(round);
    const previousNumbers = listNumbers(previousRound);
    const numbers = listNumbers(round);
    this.contestants = new Set([...previousNumbers, ...numbers].filter(Boolean));
    this.findSeatMoves(previousNumbers, numbers);
    if (!this.problem) this.findSetMoves(previousRound, round);
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
  // By how many tables `previousSeat` is moved up, counted round.
  getShift(previousSeat, seat) {
    return wrap(this.getTable(seat) - this.getTable(previousSeat), this.tableCount);
  }

  refuse(problem) {
    this.problem = problem;
    return null;
  }

  // The whole second round, if each direction moves by the same number of tables as those typed in
  // it. Return null if that doesn't fit what is typed.
  completeRound(previousRound, typedRound) {
    const shifts = this.findShifts(listNumbers(previousRound), listNumbers(typedRound));
    if (!shifts) {
      return this.refuse(
        "Not everybody moves alike. Type all of round {round}, then continue by rule.",
      );
    }
    this.setStep = this.findSetStep(previousRound, typedRound);
    if (this.setStep === null) {
      return this.refuse(
        "Type the board set of table 1 in round {round} too. Then continue by rule.",
      );
    }
    return previousRound.map((previousCell, table) => {
      const seats = shifts.map((shift, direction) => {
        const previousTable = wrap(table - shift, this.tableCount);
        return previousRound[previousTable].seats[direction];
      });
      return { ...previousCell, seats, set: this.moveSet(previousCell.set) };
    });
  }

  // By how many tables each direction moves up; 0 if nothing is typed in it. Return null if two of
  // one direction move differently, or somebody changes direction.
  findShifts(previousNumbers, typedNumbers) {
    const shifts = Array(this.directions.length).fill(null);
    for (const [seat, number] of typedNumbers.entries()) {
      const previousSeat = number ? previousNumbers.indexOf(number) : -1;
      if (previousSeat < 0) continue;
      const direction = this.getDirection(seat);
      const shift = this.getShift(previousSeat, seat);
      const isSameDirection = this.getDirection(previousSeat) === direction;
      const isSameShift = shifts[direction] === null || shifts[direction] === shift;
      if (!isSameDirection || !isSameShift) return null;
      shifts[direction] = shift;
    }
    return shifts.map((shift) => shift ?? 0);
  }

  // Fill `seatMoves`: for each seat, the seat to which its contestant moves. SITTING_OUT stands for
  // a place away from the tables.
  findSeatMoves(previousNumbers, numbers) {
    this.seatMoves = new Map();
    for (const [seat, number] of previousNumbers.entries()) {
      if (number) this.seatMoves.set(seat, numbers.indexOf(number)); // -1 is SITTING_OUT
    }
    const isArrival = (number) => number && !previousNumbers.includes(number);
    const arrivalSeats = listSeats(numbers, isArrival);
    const leaverCount = [...this.seatMoves.values()].filter((seat) => seat === SITTING_OUT).length;
    if (arrivalSeats.length > 1 || leaverCount > 1) {
      this.refuse("Several sit out in turn, which no rule tells. Type the other rounds.");
      return;
    }
    if (arrivalSeats.length) this.seatMoves.set(SITTING_OUT, arrivalSeats[0]);
    this.findEmptySeatMove(previousNumbers, numbers);
    const strayNumber = numbers.find((number, seat) => number && !this.seatMoves.has(seat));
    if (strayNumber) {
      this.refuse(
        `Number ${strayNumber % MAX_NUMBER} sits in round {round} where nobody sat before, ` +
          "so its next seat isn’t known.",
      );
    }
  }

  // With a half table, the empty seat moves like the contestant who is missing there.
  findEmptySeatMove(previousNumbers, numbers) {
    const isEmptySeat = (number) => !number;
    const previousSeats = listSeats(previousNumbers, isEmptySeat);
    const seats = listSeats(numbers, isEmptySeat);
    if (previousSeats.length === 1 && seats.length === 1) {
      this.seatMoves.set(previousSeats[0], seats[0]);
    }
  }

  // Sets go up by the same number at every table (`setStep`), or else from table to table
  // (`setMoves`: for each table, the table to which its set goes).
  findSetMoves(previousRound, round) {
    this.setStep = this.findSetStep(previousRound, round);
    if (this.setStep !== null) return;
    const previousSets = previousRound.map((cell) => cell.set);
    const sets = round.map((cell) => cell.set);
    this.setMoves = previousSets.map((set) => sets.indexOf(set));
    const areAllDifferent = new Set(previousSets).size === previousSets.length;
    const areAllPlayedAgain = !this.setMoves.includes(-1);
    if (!areAllDifferent || !areAllPlayedAgain) {
      this.refuse(
        "The board sets of round {round} don’t follow from the round before by one rule. " +
          "Type the other rounds.",
      );
    }
  }

  // By how many the set of every table goes up, counted round, or null if tables differ.
  findSetStep(previousRound, round) {
    const steps = new Set();
    for (const [table, cell] of round.entries()) {
      const previousSet = previousRound[table].set;
      if (cell.set && previousSet) steps.add(wrap(cell.set - previousSet, this.setCount));
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
    for (const [previousSeat, seat] of this.seatMoves) {
      if (previousSeat === SITTING_OUT || this.getDirection(previousSeat) !== direction) continue;
      if (seat === SITTING_OUT || this.getDirection(seat) !== direction) return "";
      shifts.add(this.getShift(previousSeat, seat));
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
