// The grid editor: a movement is typed cell by cell, by keys, mouse and buttons. The program checks
// it after every change. Until it is used, the browser keeps it as a draft.
import { changeGrid } from "./grid_editor/actions.js";
import { listenToDragging } from "./grid_editor/cell_dragging.js";
import { listDraftQueries, readDraft, removeDraft, storeDraft } from "./grid_editor/drafts.js";
import { EditedGrid } from "./grid_editor/edited_grid.js";
import { GridCheck } from "./grid_editor/grid_check.js";
import { formatPosition, GridTable, isSameCell } from "./grid_editor/grid_table.js";
import { listenToCellButtons, showReport } from "./grid_editor/report.js";

const MAX_BOARDS = 40; // in a round

// Keys in the grid, and the actions of their buttons.
const LETTER_ACTIONS = { n: "number", r: "rule", x: "pick", c: "clear", t: "turn" };
const SHIFT_LETTER_ACTIONS = { ...LETTER_ACTIONS, t: "turnRound" };

const findPart = (name) => document.getElementById(`grid-${name}`);

class GridEditor {
  constructor(form) {
    this.form = form;
    this.grid = new EditedGrid(JSON.parse(findPart("read").textContent));
    this.position = { round: 0, table: 0, field: 0 }; // of the cursor
    this.enteredCell = null; // what the cell of the cursor held when the cursor came; Esc restores
    this.pickedPosition = null; // of the cell that Swap has picked up
    this.report = JSON.parse(findPart("figures").textContent);
    this.lastMessage = "";
    this.gridTable = new GridTable(form.querySelector("#cells"), this.grid);
    this.check = new GridCheck(form.dataset.check, this.grid, (report) => this.showReport(report));
    const isRestored = this.restoreDraft();
    this.gridTable.build();
    this.showGrid();
    this.listenToTable();
    this.listenToForm();
    this.listenToUndoKeys();
    this.showReport(this.report);
    if (isRestored) {
      this.finishChange("Your unfinished changes are shown. Undo restores the movement.");
    }
    // With a finger, the focus would bring up the keyboard of the screen.
    const hasMouse = matchMedia("(pointer: fine)").matches;
    if (hasMouse) this.gridTable.findBox(this.position)?.focus();
  }

  // Load the draft of this address as a change that can be undone. Return whether there was one.
  restoreDraft() {
    const { draft: draftName } = this.form.dataset;
    const draft = readDraft(draftName);
    // The program has refused the grid, and the page has it as it was sent.
    if ("refusedGrid" in this.form.dataset) {
      this.storeGrid();
      return false;
    }
    if (!draft?.grid) return false;
    // A used draft is needed only by Back and Reload. A link to this page begins again.
    const [navigation] = performance.getEntriesByType("navigation");
    if (draft.isUsed && navigation?.["type"] === "navigate") {
      removeDraft(draftName);
      return false;
    }
    if (draft.grid.contest !== this.grid.settings.contest) return false;
    try {
      return this.grid.change(() => this.grid.load(draft.grid));
    } catch {
      removeDraft(draftName); // another version of the program has stored it
      return false;
    }
  }

  storeGrid({ isUsed = false } = {}) {
    storeDraft(this.form.dataset.draft, { grid: this.grid, isUsed });
  }

  showGrid() {
    const { grid } = this;
    this.gridTable.update();
    // A new value would move the cursor of whoever types in the box.
    const nameBox = findPart("name");
    const boardsBox = findPart("boards");
    if (document.activeElement !== nameBox) nameBox.value = grid.settings.name;
    if (document.activeElement !== boardsBox) boardsBox.value = grid.settings.boards_per_set;
    this.findButton("undo").disabled = !grid.undoStates.length;
    this.findButton("redo").disabled = !grid.redoStates.length;
    this.showRule();
  }

  findButton(action) {
    return this.form.querySelector(`[data-act=${action}]`);
  }

  showMessage(text) {
    this.lastMessage = text;
    this.showStatus();
  }

  // What is wrong in the cell of the cursor is shown in place of the last message.
  showStatus() {
    const problems = this.report.problems.filter((problem) => this.isAtCursor(problem));
    const text = problems.map((problem) => problem.text).join(" ") || this.lastMessage;
    const tone = problems.length ? "say bad" : "say";
    const statusLine = findPart("status");
    statusLine.className = text ? tone : "";
    if (statusLine.textContent !== text) statusLine.textContent = text;
  }

  // The program counts rounds and tables from 1.
  isAtCursor(problem) {
    return problem.round === this.position.round + 1 && problem.table === this.position.table + 1;
  }

  showRule() {
    const { round } = this.position;
    const rule = this.grid.describeMove(round);
    findPart("rule").textContent = rule ? `From round ${round} to ${round + 1}: ${rule}.` : "";
  }

  // Show, store and check the grid after a change. Without a `message`, the last one stays.
  finishChange(message = null) {
    const { grid, gridTable, position } = this;
    position.round = Math.min(position.round, grid.rounds.length - 1);
    position.table = Math.min(position.table, grid.tableCount - 1);
    const isRebuilt = gridTable.size !== gridTable.builtSize;
    const hadFocus = gridTable.element.contains(document.activeElement);
    this.showGrid();
    if (isRebuilt) this.pickNothing();
    if (isRebuilt && hadFocus) gridTable.focusBox(position);
    if (message !== null) this.showMessage(message);
    this.storeGrid();
    this.check.schedule();
  }

  runAction(name) {
    const { position } = this;
    if (name === "copy") return this.copyText();
    if (name === "pick") return this.pickOrSwap(position);
    if (name === "layout") return this.swapRowsAndColumns();
    this.finishChange(changeGrid(this.grid, position, name));
    this.rememberCell();
  }

  swapRowsAndColumns() {
    this.gridTable.areTablesRows = !this.gridTable.areTablesRows;
    this.gridTable.build();
    this.pickNothing();
    this.showGrid();
    this.showReport(this.report);
  }

  // Pick up the cell at `position`, or swap it with the one that was picked up.
  pickOrSwap(position) {
    const { pickedPosition } = this;
    if (pickedPosition && isSameCell(pickedPosition, position)) {
      this.pickNothing();
      this.showMessage("Not swapped.");
    } else if (pickedPosition) {
      this.swapCells(pickedPosition, position);
    } else {
      this.setPicked({ ...position });
      this.showMessage(
        `${formatPosition(position)} is picked up. ` +
          "Go to the other cell and press X or Swap, or click it.",
      );
    }
  }

  swapCells(first, second) {
    this.pickNothing();
    this.grid.swapCells(first, second);
    const secondName = formatPosition(second).toLowerCase();
    this.finishChange(`${formatPosition(first)} and ${secondName} are swapped.`);
  }

  setPicked(position) {
    this.pickedPosition = position;
    this.findButton("pick").ariaPressed = String(position !== null);
    this.gridTable.markPicked(position);
  }
  pickNothing() {
    this.setPicked(null);
  }

  async copyText() {
    const { text } = this.report;
    if (!text) return this.showMessage("Nothing to copy yet: no table is complete.");
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      this.copyByCommand(text);
    }
    this.showMessage("Copied. Paste it into a spreadsheet, a letter or Custom movement.");
  }

  // On a plain http address browsers have no clipboard, only the old command.
  copyByCommand(text) {
    const box = document.createElement("textarea");
    box.value = text;
    this.form.append(box);
    box.select();
    document.execCommand("copy");
    box.remove();
  }

  handleKey(event) {
    const { key, shiftKey } = event;
    const position = this.gridTable.parsePosition(event.target);
    if (event.ctrlKey || event.metaKey) return this.handleControlKey(event);
    if (event.altKey) return;
    const findTarget = this.getMove(key, shiftKey);
    const isDigit = /^\d$/.test(key);
    const isOtherText = key.length === 1 && !isDigit;
    if (findTarget) {
      event.preventDefault();
      const target = findTarget(position);
      if (target) this.gridTable.focusBox(target);
    } else if (key === "Escape") {
      event.preventDefault();
      this.leaveCell(position);
    } else if (isOtherText) {
      event.preventDefault();
      this.runLetter(key.toLowerCase(), shiftKey);
    }
  }

  // The function that finds the position to which `key` moves the cursor, if any.
  getMove(key, isShift) {
    const { gridTable } = this;
    const moves = {
      ArrowUp: (position) => gridTable.findNeighbour(position, -1, 0),
      ArrowDown: (position) => gridTable.findNeighbour(position, 1, 0),
      ArrowLeft: (position) => gridTable.findNeighbour(position, 0, -1),
      ArrowRight: (position) => gridTable.findNeighbour(position, 0, 1),
      Enter: (position) => gridTable.findNeighbour(position, isShift ? -1 : 1, 0),
      Home: (position) => gridTable.findRowEnd(position, false),
      End: (position) => gridTable.findRowEnd(position, true),
    };
    return moves[key];
  }

  runLetter(letter, isShift) {
    const action = (isShift ? SHIFT_LETTER_ACTIONS : LETTER_ACTIONS)[letter];
    // The grid of an individual has no button for an arrow-switch.
    if (!action || !this.findButton(action)) return;
    this.runAction(action);
    this.gridTable.findBox(this.position)?.select();
  }

  handleControlKey(event) {
    if (event.key !== "Home" && event.key !== "End") return;
    event.preventDefault();
    this.gridTable.focusBox(this.gridTable.findCorner(event.key === "End"));
  }

  // Restore what the cell held. If nothing was changed, leave the grid for its buttons.
  leaveCell(position) {
    if (this.pickedPosition) return this.pickOrSwap(this.pickedPosition);
    const isRestored =
      this.enteredCell && this.grid.setCell(position.round, position.table, this.enteredCell);
    if (isRestored) {
      this.finishChange(`${formatPosition(position)} is as before.`);
      this.gridTable.findBox(position).select();
    } else {
      this.form.querySelector(".tools button:not(:disabled)").focus();
    }
  }

  // From now on Esc restores what the cell of the cursor holds now.
  rememberCell() {
    const { round, table } = this.position;
    this.enteredCell = structuredClone(this.grid.rounds[round][table]);
  }

  handleFocus(position) {
    const isEntered = this.enteredCell === null || !isSameCell(position, this.position);
    this.position = position;
    if (isEntered) this.rememberCell();
    this.grid.endTyping();
    this.gridTable.findBox(position).select();
    this.showStatus();
    this.showRule();
  }

  listenToTable() {
    const { gridTable } = this;
    const { element } = gridTable;
    element.addEventListener("keydown", (event) => this.handleKey(event));
    element.addEventListener("focusin", ({ target }) => {
      const position = gridTable.parsePosition(target);
      if (position) this.handleFocus(position);
    });
    element.addEventListener("focusout", ({ relatedTarget }) => {
      if (!element.contains(relatedTarget)) this.enteredCell = null;
    });
    element.addEventListener("input", ({ target }) => this.typeInto(target));
    element.addEventListener("pointerdown", (event) => {
      const position = gridTable.parsePosition(event.target);
      if (!this.pickedPosition || !position || event.button) return;
      event.preventDefault();
      event.stopImmediatePropagation(); // the press swaps, so it doesn't begin to drag
      this.pickOrSwap(position);
    });
    listenToDragging(gridTable, (startPosition, target) => {
      this.swapCells(startPosition, target);
      gridTable.focusBox({ ...target, field: 0 });
    });
    listenToCellButtons((position) => gridTable.focusBox(position));
  }

  typeInto(box) {
    const { round, table, field } = this.gridTable.parsePosition(box);
    const digits = box.value.replace(/\D/g, "").slice(0, 4);
    if (box.value !== digits) box.value = digits;
    const isChanged = this.grid.typeNumber(round, table, field, Number(digits));
    if (isChanged) this.finishChange("");
  }

  listenToForm() {
    this.form.addEventListener("click", ({ target }) => {
      const action = target.closest("[data-act]")?.dataset.act;
      if (action) this.runAction(action);
    });
    this.form.addEventListener("submit", () => {
      findPart("data").value = JSON.stringify(this.grid);
    });
    for (const button of this.form.querySelectorAll("[data-ends]")) {
      button.addEventListener("click", () => this.storeGrid({ isUsed: true }));
    }
    findPart("name").addEventListener("input", ({ target }) => this.changeName(target.value));
    findPart("boards").addEventListener("input", ({ target }) => this.changeBoards(target));
    // Enter in these boxes would use the movement.
    for (const name of ["name", "boards", "note"]) {
      findPart(name).addEventListener("keydown", (event) => {
        if (event.key === "Enter") event.preventDefault();
      });
    }
    addEventListener("online", () => this.check.schedule());
  }

  changeName(name) {
    const isChanged = this.grid.change(() => {
      this.grid.settings.name = name;
    });
    if (isChanged) this.finishChange();
  }

  changeBoards(box) {
    const boards = Number(box.value);
    const isValid = Number.isInteger(boards) && boards >= 1 && boards <= MAX_BOARDS;
    box.ariaInvalid = String(!isValid);
    if (!isValid) {
      this.showMessage(`Boards per round: type a number from 1 to ${MAX_BOARDS}.`);
      return;
    }
    const isChanged = this.grid.change(() => {
      this.grid.settings.boards_per_set = boards;
    });
    if (isChanged) this.finishChange("");
  }

  // Undo and redo work on the whole page, except in boxes where the browser undoes typing.
  listenToUndoKeys() {
    document.addEventListener("keydown", (event) => {
      const isControl = event.ctrlKey || event.metaKey;
      if (!isControl || event.target.closest("#grid-name, #grid-note")) return;
      const key = event.key.toLowerCase();
      if (key !== "y" && key !== "z") return;
      const isRedo = key === "y" || event.shiftKey;
      event.preventDefault();
      this.runAction(isRedo ? "redo" : "undo");
    });
  }

  showReport(report) {
    this.report = report;
    showReport(report, this.grid.isEmpty);
    this.gridTable.markProblems(report.problems, report.warnings);
    this.gridTable.showSitOuts(report.sit_outs);
    this.showStatus();
  }
}

// On the page without a grid: links to the drafts that were begun and not used.
function showDrafts(draftsLine) {
  const { drafts: section, address } = draftsLine.dataset;
  for (const query of listDraftQueries(section)) {
    const { grid } = readDraft(`${section}?${query}`);
    const tableCount = grid.rounds[0].length;
    const link = document.createElement("a");
    link.href = `${address}?${query}`;
    link.textContent = `${grid.name}, ${tableCount} tables by ${grid.rounds.length} rounds`;
    draftsLine.append(" ", link);
    draftsLine.hidden = false;
  }
}

const editorForm = document.getElementById("editor");
export const gridEditor = editorForm && new GridEditor(editorForm);
const draftsLine = document.getElementById("drafts");
if (draftsLine) showDrafts(draftsLine);
