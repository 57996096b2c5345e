// The table of the grid editor: a box for every number of the grid. Rounds are the rows and tables
// the columns, or the other way round.
//
// A position is {round, table, field}, counted from 0.

const MARKS = ["aria-describedby", "aria-invalid"];

export const formatPosition = ({ round, table }) => `Round ${round + 1}, table ${table + 1}`;

export const isSameCell = (first, second) =>
  first.round === second.round && first.table === second.table;

export function makeHeader(text, scope) {
  const header = document.createElement("th");
  header.scope = scope;
  header.textContent = text;
  return header;
}

export class GridTable {
  constructor(element, grid) {
    this.element = element;
    this.grid = grid;
    // A narrow window has more room below than beside.
    const isNarrow = matchMedia("(max-width: 900px)").matches;
    this.areTablesRows = isNarrow && grid.tableCount > grid.rounds.length;
  }

  build() {
    const { grid, areTablesRows } = this;
    const roundCount = grid.rounds.length;
    const rowCount = areTablesRows ? grid.tableCount : roundCount;
    const columnCount = areTablesRows ? roundCount : grid.tableCount;
    const headRow = this.makeHeadRow(columnCount);
    const rows = [];
    for (let row = 0; row < rowCount; row += 1) rows.push(this.makeRow(row, columnCount));
    const sitOutCells = grid.rounds.map((_, round) => this.makeSitOutCell(round));
    if (areTablesRows) {
      const sitOutRow = document.createElement("tr");
      sitOutRow.append(makeHeader("Sits out", "row"), ...sitOutCells);
      rows.push(sitOutRow);
    } else {
      headRow.append(makeHeader("Sits out", "col"));
      for (const [round, cell] of sitOutCells.entries()) rows[round].append(cell);
    }
    const head = document.createElement("thead");
    const body = document.createElement("tbody");
    head.append(headRow);
    body.append(...rows);
    this.element.replaceChildren(head, body);
    this.builtSize = this.size;
  }

  get size() {
    return `${this.grid.rounds.length} by ${this.grid.tableCount}`;
  }

  makeHeadRow(columnCount) {
    const rowName = this.areTablesRows ? "Table" : "Round";
    const columnName = this.areTablesRows ? "Round" : "Table";
    const row = document.createElement("tr");
    row.append(makeHeader(rowName, "col"));
    for (let column = 1; column <= columnCount; column += 1) {
      row.append(makeHeader(`${columnName} ${column}`, "col"));
    }
    return row;
  }

  makeRow(rowIndex, columnCount) {
    const row = document.createElement("tr");
    row.append(makeHeader(String(rowIndex + 1), "row"));
    for (let column = 0; column < columnCount; column += 1) {
      const cell = this.areTablesRows
        ? this.makeCell(column, rowIndex)
        : this.makeCell(rowIndex, column);
      row.append(cell);
    }
    return row;
  }

  makeSitOutCell(round) {
    const cell = document.createElement("td");
    cell.className = "outs";
    cell.id = `outs-${round}`;
    cell.setAttribute("role", "gridcell");
    return cell;
  }

  makeCell(round, table) {
    const cell = document.createElement("td");
    cell.id = `cell-${round}-${table}`;
    cell.setAttribute("role", "gridcell");
    const boxes = document.createElement("div");
    boxes.className = "cell";
    for (let field = 0; field < this.grid.fieldCount; field += 1) {
      boxes.append(this.makeBox(round, table, field));
    }
    cell.append(boxes);
    return cell;
  }

  makeBox(round, table, field) {
    const isSet = field === this.grid.directions.length;
    const box = document.createElement("input");
    box.id = `box-${round}-${table}-${field}`;
    box.className = isSet ? "set" : "seat";
    box.inputMode = "numeric";
    box.maxLength = 4;
    box.autocomplete = "off";
    return box;
  }

  // Show the numbers of the grid. If it has another number of rounds or tables than before, make
  // the table again.
  update() {
    if (this.size !== this.builtSize) this.build();
    for (const [round, cells] of this.grid.rounds.entries()) {
      for (const [table, cell] of cells.entries()) this.updateCell({ round, table }, cell);
    }
  }

  // What is as before is not touched: a screen reader would read it again.
  updateCell({ round, table }, cell) {
    for (let field = 0; field < this.grid.fieldCount; field += 1) {
      const box = this.findBox({ round, table, field });
      const text = String(this.grid.readNumber(round, table, field) || "");
      const label = this.makeLabel({ round, table, field }, cell);
      if (box.value !== text) box.value = text;
      if (box.ariaLabel !== label) box.ariaLabel = label;
    }
    this.findCell({ round, table }).firstChild.classList.toggle("turned", cell.turned);
  }

  makeLabel({ round, table, field }, cell) {
    const fieldName = this.grid.directions[field] ?? "board set";
    const mark = cell.turned ? ", arrow-switched" : "";
    return `${formatPosition({ round, table })}, ${fieldName}${mark}`;
  }

  showSitOuts(sitOuts) {
    for (const round of this.grid.rounds.keys()) {
      document.getElementById(`outs-${round}`).textContent = sitOuts[round + 1] ?? "";
    }
  }

  findBox({ round, table, field }) {
    return document.getElementById(`box-${round}-${table}-${field}`);
  }
  findCell({ round, table }) {
    return document.getElementById(`cell-${round}-${table}`);
  }

  // The position of a box or cell, or null for other elements.
  parsePosition(element) {
    const box = element?.closest?.("input, td");
    const match = box?.id.match(/^(?:box|cell)-(\d+)-(\d+)(?:-(\d+))?$/);
    if (!match) return null;
    const [round, table, field] = match.slice(1).map((digits) => Number(digits ?? 0));
    return { round, table, field };
  }

  focusBox(position) {
    const box = this.findBox(position);
    if (!box) return;
    box.focus();
    box.select();
  }

  // The position `rows` below and `fields` boxes to the right, or null beyond the edge.
  findNeighbour(position, rows, fields) {
    const { fieldCount, rounds, tableCount } = this.grid;
    const columns = Math.floor((position.field + fields) / fieldCount);
    const field = position.field + fields - columns * fieldCount;
    const round = position.round + (this.areTablesRows ? columns : rows);
    const table = position.table + (this.areTablesRows ? rows : columns);
    const isInside = round >= 0 && round < rounds.length && table >= 0 && table < tableCount;
    return isInside ? { round, table, field } : null;
  }

  // The first or last position of the row.
  findRowEnd(position, isLast) {
    const corner = this.findCorner(isLast);
    return this.areTablesRows
      ? { ...corner, table: position.table }
      : { ...corner, round: position.round };
  }

  // The first or last position of the grid.
  findCorner(isLast) {
    const { fieldCount, rounds, tableCount } = this.grid;
    if (!isLast) return { round: 0, table: 0, field: 0 };
    return { round: rounds.length - 1, table: tableCount - 1, field: fieldCount - 1 };
  }

  markPicked(position) {
    this.markOnly("picked", position);
  }
  markDropTarget(position) {
    this.markOnly("over", position);
  }
  markOnly(className, position) {
    for (const cell of this.element.querySelectorAll(`.${className}`)) {
      cell.classList.remove(className);
    }
    if (position) this.findCell(position)?.classList.add(className);
  }

  // Mark the cells of problems and warnings, and in them the boxes meant. The ids are those
  // of the items in the lists.
  markProblems(problems, warnings) {
    for (const cell of this.element.querySelectorAll(".has-problem, .has-warning")) {
      cell.classList.remove("has-problem", "has-warning");
    }
    for (const box of this.element.querySelectorAll("[aria-describedby], [aria-invalid]")) {
      for (const name of MARKS) box.removeAttribute(name);
    }
    for (const [index, warning] of warnings.entries()) {
      this.markCell(warning, "has-warning", `warning-${index}`);
    }
    for (const [index, problem] of problems.entries()) {
      this.markCell(problem, "has-problem", `problem-${index}`);
      this.markContestant(problem);
    }
  }

  // The program counts rounds and tables from 1.
  markCell(problem, className, itemId) {
    if (!problem.round || !problem.table) return;
    const cell = this.findCell({ round: problem.round - 1, table: problem.table - 1 });
    if (!cell) return;
    cell.classList.add(className);
    const boxes = [...cell.querySelectorAll("input")];
    for (const box of boxes) addDescription(box, itemId);
    if (className !== "has-problem") return;
    for (const box of chooseWrongBoxes(boxes, problem)) box.ariaInvalid = "true";
  }

  // Mark all seats of a contestant who sits at two tables of a round: either may be the wrong one.
  markContestant({ round, contestant }) {
    if (!contestant) return;
    const cells = this.grid.rounds[round - 1] ?? [];
    for (const [table, cell] of cells.entries()) {
      for (const [field, number] of cell.seats.entries()) {
        const box = this.findBox({ round: round - 1, table, field });
        if (number === contestant) box.ariaInvalid = "true";
      }
    }
  }
}

function addDescription(box, itemId) {
  const previousIds = box.getAttribute("aria-describedby") ?? "";
  box.setAttribute("aria-describedby", `${previousIds} ${itemId}`.trim());
}

// The boxes that `problem` is about: its set or its contestant, or else the empty ones.
function chooseWrongBoxes(boxes, problem) {
  const isAboutBox = (box) =>
    box.className === "set" ? problem.is_of_boards : Number(box.value) === problem.contestant;
  const wrongBoxes = boxes.filter(isAboutBox);
  return wrongBoxes.length ? wrongBoxes : boxes.filter((box) => !box.value);
}
