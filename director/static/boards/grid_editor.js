// The grid editor on its page: boxes for every cell, keys, mouse and buttons, and the program's
// word on every change. What is typed is kept in the browser until it is used.
"use strict";
/* global EditedGrid -- boards/movement_grid.js */
/* global readCsrfToken -- core/desk.js */

const DRAFTS = "kalamazoo.grid.";
const CHECK_AFTER = 250; // milliseconds after the last key
const TRY_AGAIN = 5_000;
const OFFLINE =
  "Not checked: the program doesn’t answer. " +
  "Your grid is kept here and is checked as soon as it does.";

const drafts = {
  read(name) {
    try {
      return JSON.parse(localStorage.getItem(DRAFTS + name));
    } catch {
      return null; // nothing is kept here
    }
  },

  store(name, draft) {
    try {
      localStorage.setItem(DRAFTS + name, JSON.stringify(draft));
    } catch {
      /* the page itself still keeps it */
    }
  },

  remove(name) {
    try {
      localStorage.removeItem(DRAFTS + name);
    } catch {
      /* was never there */
    }
  },

  // The drafts of a section, each with the query of the address at which it was begun.
  list(section) {
    let names = [];
    try {
      names = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index));
    } catch {
      /* nothing is kept here */
    }
    const start = `${DRAFTS}${section}?`;
    const queries = names
      .filter((name) => name.startsWith(start))
      .map((name) => name.slice(start.length));
    return queries.filter((query) => drafts.read(`${section}?${query}`)?.grid).sort();
  },
};

class GridEditor {
  constructor(form) {
    this.form = form;
    this.part = (name) => document.getElementById(`grid-${name}`);
    this.table = form.querySelector("#cells");
    this.grid = new EditedGrid(JSON.parse(this.part("read").textContent));
    this.place = { round: 0, table: 0, field: 0 };
    this.entered = null; // the cell of the focus, and what it held before
    this.picked = null;
    this.figures = JSON.parse(this.part("figures").textContent);
    const fitsTurned = this.grid.tables > this.grid.rounds.length;
    this.areTablesRows = matchMedia("(max-width: 900px)").matches && fitsTurned;
    this.lastMessage = "";
    this.restoreDraft();
    this.buildTable();
    this.listen();
    this.showFigures(this.figures);
    if (this.isRestored) {
      this.finishChange("Your unfinished changes are shown. Undo restores the movement.");
    }
    // A finger asks for its keyboard itself.
    if (matchMedia("(pointer: fine)").matches) this.findBox(this.place)?.focus();
  }

  // Take up the draft that was left here; undoing it shows what the program sent.
  restoreDraft() {
    const draft = drafts.read(this.form.dataset.draft);
    if ("refusedGrid" in this.form.dataset) return this.store();
    if (!draft?.grid) return;
    const [visit] = performance.getEntriesByType("navigation");
    if (draft.isUsed && visit?.["type"] === "navigate") {
      return drafts.remove(this.form.dataset.draft);
    }
    if (draft.grid.contest !== this.grid.head.contest) return;
    try {
      this.isRestored = this.grid.change(() => this.grid.load(draft.grid));
    } catch {
      drafts.remove(this.form.dataset.draft); // of another version of the program
    }
  }

  store(isUsed = false) {
    drafts.store(this.form.dataset.draft, { grid: this.grid, isUsed });
  }

  // The table and its boxes

  buildTable() {
    const { grid } = this;
    const [rows, columns] = this.areTablesRows
      ? [grid.tables, grid.rounds.length]
      : [grid.rounds.length, grid.tables];
    const [rowName, columnName] = this.areTablesRows ? ["Table", "Round"] : ["Round", "Table"];
    const head = document.createElement("tr");
    head.append(this.makeHeader(rowName, "col"));
    for (let column = 1; column <= columns; column += 1) {
      head.append(this.makeHeader(`${columnName} ${column}`, "col"));
    }
    const lines = [];
    for (let row = 0; row < rows; row += 1) {
      const line = document.createElement("tr");
      line.append(this.makeHeader(String(row + 1), "row"));
      for (let column = 0; column < columns; column += 1) {
        line.append(this.areTablesRows ? this.makeCell(column, row) : this.makeCell(row, column));
      }
      lines.push(line);
    }
    if (this.areTablesRows) {
      const line = document.createElement("tr");
      line.append(
        this.makeHeader("Sits out", "row"),
        ...grid.rounds.map((_, round) => this.makeSitOutCell(round)),
      );
      lines.push(line);
    } else {
      head.append(this.makeHeader("Sits out", "col"));
      for (const [round, line] of lines.entries()) line.append(this.makeSitOutCell(round));
    }
    const [top, body] = [document.createElement("thead"), document.createElement("tbody")];
    top.append(head);
    body.append(...lines);
    this.table.replaceChildren(top, body);
    this.picked = null; // it may be at another place now
    this.findButton("pick").ariaPressed = "false";
    this.fillBoxes();
  }

  makeHeader(text, scope) {
    return Object.assign(document.createElement("th"), { scope, textContent: text });
  }

  makeSitOutCell(round) {
    const cell = Object.assign(document.createElement("td"), {
      className: "outs",
      id: `outs-${round}`,
    });
    cell.setAttribute("role", "gridcell");
    return cell;
  }

  makeCell(round, table) {
    const cell = Object.assign(document.createElement("td"), { id: `cell-${round}-${table}` });
    cell.setAttribute("role", "gridcell");
    const boxes = Object.assign(document.createElement("div"), { className: "cell" });
    for (let field = 0; field < this.grid.fields; field += 1) {
      const isSet = field === this.grid.lines.length;
      const box = Object.assign(document.createElement("input"), {
        id: `box-${round}-${table}-${field}`,
        className: isSet ? "set" : "seat",
        inputMode: "numeric",
        maxLength: 4,
        autocomplete: "off",
      });
      boxes.append(box);
    }
    cell.append(boxes);
    return cell;
  }

  findBox({ round, table, field }) {
    return document.getElementById(`box-${round}-${table}-${field}`);
  }
  findCell({ round, table }) {
    return document.getElementById(`cell-${round}-${table}`);
  }

  parsePlace(element) {
    const box = element?.closest?.("input, td");
    const numbers = box?.id.match(/^(?:box|cell)-(\d+)-(\d+)(?:-(\d+))?$/);
    return (
      numbers && {
        round: Number(numbers[1]),
        table: Number(numbers[2]),
        field: Number(numbers[3] ?? 0),
      }
    );
  }

  formatPlace({ round, table }) {
    return `Round ${round + 1}, table ${table + 1}`;
  }

  // Put the numbers of the grid into the boxes.
  fillBoxes() {
    const { grid } = this;
    if (document.activeElement !== this.part("name")) this.part("name").value = grid.head.name;
    if (document.activeElement !== this.part("boards")) {
      this.part("boards").value = grid.head.boards_per_set;
    }
    for (const [round, cells] of grid.rounds.entries()) {
      for (const [table, cell] of cells.entries()) {
        for (let field = 0; field < grid.fields; field += 1) {
          const box = this.findBox({ round, table, field });
          const text = String(grid.read(round, table, field) || "");
          if (box.value !== text) box.value = text;
          const line = grid.lines[field] ?? "board set";
          const turned = cell.turned ? ", arrow-switched" : "";
          const label = `${this.formatPlace({ round, table })}, ${line}${turned}`;
          if (box.ariaLabel !== label) box.ariaLabel = label;
        }
        this.findCell({ round, table }).firstChild.classList.toggle("turned", cell.turned);
      }
    }
    this.findButton("undo").disabled = !grid.done.length;
    this.findButton("redo").disabled = !grid.undone.length;
    this.showRule();
  }

  findButton(act) {
    return this.form.querySelector(`[data-act=${act}]`);
  }

  showStatus(text) {
    this.lastMessage = text;
    this.showStatusHere();
  }

  // What is wrong in the cell of the focus comes before what was done last.
  showStatusHere() {
    const faultsHere = this.figures.faults.filter((fault) => this.isHere(fault));
    const line = this.part("said");
    const text = faultsHere.map((fault) => fault.text).join(" ") || this.lastMessage;
    const tone = faultsHere.length ? "say bad" : "say";
    line.className = text ? tone : "";
    if (line.textContent !== text) line.textContent = text;
  }

  isHere(fault) {
    return fault.round === this.place.round + 1 && fault.table === this.place.table + 1;
  }

  showRule() {
    const { round } = this.place;
    const words = this.grid.describeMove(round);
    this.part("rule").textContent = words ? `From round ${round} to ${round + 1}: ${words}.` : "";
  }

  // What is done

  finishChange(message) {
    const { place } = this;
    const { rounds, tables } = this.grid;
    place.round = Math.min(place.round, rounds.length - 1);
    place.table = Math.min(place.table, tables - 1);
    const size = `${rounds.length} ${tables}`;
    if (this.size !== undefined && this.size !== size) {
      const hadFocus = this.table.contains(document.activeElement);
      this.buildTable();
      if (hadFocus) this.focusBox(place);
    } else {
      this.fillBoxes();
    }
    this.size = size;
    if (message !== undefined) this.showStatus(message);
    this.store();
    this.scheduleCheck();
  }

  runAction(name) {
    const { grid, place } = this;
    if (name === "copy") return this.copy();
    if (name === "pick") return this.pick(place);
    if (name === "layout") {
      this.areTablesRows = !this.areTablesRows;
      this.buildTable();
      return this.showFigures(this.figures);
    }
    this.size ??= `${grid.rounds.length} ${grid.tables}`;
    const actions = {
      rule: () => grid.continueByRule().message,
      undo: () => (grid.undo() ? "Undone." : "Nothing to undo."),
      redo: () => (grid.redo() ? "Redone." : "Nothing to redo."),
      number: () =>
        grid.numberFirstRound()
          ? "Round 1 is numbered. Type table 1 of round 2, then continue by rule."
          : "Round 1 is numbered so already.",
      turn: () =>
        grid.turn(place.round, place.table)
          ? `${this.formatPlace(place)}: arrow-switch changed.`
          : "Nobody sits there.",
      turnRound: () =>
        grid.turnRound(place.round)
          ? `Round ${place.round + 1}: arrow-switch changed.`
          : "Nobody sits there.",
      clear: () =>
        grid.clear(place.round, place.table)
          ? `${this.formatPlace(place)} is empty.`
          : "The cell is empty already.",
      addRound: () =>
        grid.addRound() ? `Round ${grid.rounds.length} added.` : "The grid can’t be larger.",
      addTable: () =>
        grid.addTable() ? `Table ${grid.tables} added.` : "The grid can’t be larger.",
      removeRound: () =>
        grid.removeRound(place.round)
          ? `Round ${place.round + 1} removed.`
          : "The last round stays.",
      removeTable: () =>
        grid.removeTable(place.table)
          ? `Table ${place.table + 1} removed.`
          : "The last table stays.",
    };
    this.finishChange(actions[name]());
    this.rememberCell();
  }

  // Pick up the cell at `place`, or swap it with the one that was picked up.
  pick(place) {
    const first = this.picked;
    this.picked = null;
    if (first && (first.round !== place.round || first.table !== place.table)) {
      this.grid.swap(first, place);
      this.finishChange(
        `${this.formatPlace(first)} and ${this.formatPlace(place).toLowerCase()} are swapped.`,
      );
    } else if (first) {
      this.showStatus("Not swapped.");
    } else {
      this.picked = { ...place };
      this.showStatus(
        `${this.formatPlace(place)} is picked up. ` +
          "Go to the other cell and press X or Swap, or click it.",
      );
    }
    this.findButton("pick").ariaPressed = String(this.picked !== null);
    for (const cell of this.table.querySelectorAll(".picked")) cell.classList.remove("picked");
    if (this.picked) this.findCell(this.picked).classList.add("picked");
  }

  async copy() {
    const text = this.figures.text;
    if (!text) return this.showStatus("Nothing to copy yet: no table is complete.");
    const box = Object.assign(document.createElement("textarea"), { value: text });
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      // a browser allows that only on a secure address
      this.form.append(box);
      box.select();
      document.execCommand("copy");
      box.remove();
    }
    this.showStatus("Copied. Paste it into a spreadsheet, a letter or Custom movement.");
  }

  // Keys and mouse

  focusBox(place) {
    const box = this.findBox(place);
    if (!box) return;
    box.focus();
    box.select();
  }

  // The place `by` rows below and `fields` boxes to the right, or null beyond the edge.
  findNeighbour(place, by, fields) {
    const { grid } = this;
    let { round, table, field } = place;
    field += fields;
    const step = Math.floor(field / grid.fields);
    field -= step * grid.fields;
    if (this.areTablesRows) [round, table] = [round + step, table + by];
    else [round, table] = [round + by, table + step];
    const isInside = round >= 0 && round < grid.rounds.length && table >= 0 && table < grid.tables;
    return isInside ? { round, table, field } : null;
  }

  findEdge(place, isEnd, isCorner) {
    const { grid } = this;
    const last = { round: grid.rounds.length - 1, table: grid.tables - 1 };
    const target = { ...place, field: isEnd ? grid.fields - 1 : 0 };
    if (isCorner || this.areTablesRows) target.round = isEnd ? last.round : 0;
    if (isCorner || !this.areTablesRows) target.table = isEnd ? last.table : 0;
    return target;
  }

  handleKey(event) {
    const { key } = event;
    const place = this.parsePlace(event.target);
    if (event.ctrlKey || event.metaKey) return this.handleControlKey(event, place);
    if (event.altKey) return;
    const letters = {
      n: "number",
      r: "rule",
      x: "pick",
      c: "clear",
      t: event.shiftKey ? "turnRound" : "turn",
    };
    const moves = {
      ArrowUp: () => this.findNeighbour(place, -1, 0),
      ArrowDown: () => this.findNeighbour(place, 1, 0),
      ArrowLeft: () => this.findNeighbour(place, 0, -1),
      ArrowRight: () => this.findNeighbour(place, 0, 1),
      Enter: () => this.findNeighbour(place, event.shiftKey ? -1 : 1, 0),
      Home: () => this.findEdge(place, false, false),
      End: () => this.findEdge(place, true, false),
    };
    if (key in moves) {
      event.preventDefault();
      const target = moves[key]();
      if (target) this.focusBox(target);
    } else if (key === "Escape") {
      event.preventDefault();
      this.leaveCell(place);
    } else if (key.length === 1 && !/\d/.test(key)) {
      event.preventDefault(); // only figures are typed
      const act = letters[key.toLowerCase()];
      if (!act || !this.findButton(act)) return;
      this.runAction(act);
      this.findBox(this.place)?.select();
    }
  }

  handleControlKey(event, place) {
    const key = event.key.toLowerCase();
    if (key === "home" || key === "end") {
      event.preventDefault();
      this.focusBox(this.findEdge(place, key === "end", true));
    }
  }

  // Put back what the cell held; if nothing was changed, leave the grid for its buttons.
  leaveCell(place) {
    if (this.picked) return this.pick(this.picked);
    if (this.entered && this.grid.setCell(place.round, place.table, this.entered.cell)) {
      this.finishChange(`${this.formatPlace(place)} is as before.`);
      this.findBox(place).select();
    } else {
      this.form.querySelector(".tools button:not(:disabled)").focus();
    }
  }

  // Esc goes back to what the cell holds now: at its first box, or after a button.
  rememberCell() {
    const { round, table } = this.place;
    this.entered = { round, table, cell: structuredClone(this.grid.rounds[round][table]) };
  }

  handleFocus(place) {
    const isOther = this.entered?.round !== place.round || this.entered?.table !== place.table;
    this.place = place;
    if (isOther) this.rememberCell();
    this.grid.endTyping();
    this.findBox(place).select();
    this.showStatusHere();
    this.showRule();
  }

  listen() {
    const { table } = this;
    table.addEventListener("keydown", (event) => this.handleKey(event));
    table.addEventListener("focusin", ({ target }) => {
      const place = this.parsePlace(target);
      if (place) this.handleFocus(place);
    });
    table.addEventListener("focusout", ({ relatedTarget }) => {
      if (!table.contains(relatedTarget)) this.entered = null;
    });
    table.addEventListener("input", ({ target }) => {
      const { round, table: tableAt, field } = this.parsePlace(target);
      const digits = target.value.replace(/\D/g, "").slice(0, 4);
      if (target.value !== digits) target.value = digits;
      if (this.grid.typeNumber(round, tableAt, field, Number(digits))) this.finishChange("");
    });
    this.form.addEventListener("click", ({ target }) => {
      const act = target.closest("[data-act]")?.dataset.act;
      if (act) this.runAction(act);
    });
    this.form.addEventListener("submit", () => {
      this.part("data").value = JSON.stringify(this.grid);
    });
    // After these buttons the draft is needed only if the program refuses.
    for (const button of this.form.querySelectorAll("[data-ends]")) {
      button.addEventListener("click", () => this.store(true));
    }
    this.part("name").addEventListener(
      "input",
      ({ target }) =>
        this.grid.change(() => {
          this.grid.head.name = target.value;
        }) && this.finishChange(),
    );
    this.part("boards").addEventListener("input", ({ target }) => {
      const boards = Number(target.value);
      const isRight = Number.isInteger(boards) && boards >= 1 && boards <= 40;
      target.ariaInvalid = String(!isRight);
      if (!isRight) this.showStatus("Boards per round: type a number from 1 to 40.");
      else if (
        this.grid.change(() => {
          this.grid.head.boards_per_set = boards;
        })
      ) {
        this.finishChange("");
      }
    });
    // Enter in these boxes would use the movement.
    for (const name of ["name", "boards", "note"]) {
      this.part(name).addEventListener("keydown", (event) => {
        if (event.key === "Enter") event.preventDefault();
      });
    }
    document.addEventListener("keydown", (event) => {
      if (!(event.ctrlKey || event.metaKey) || event.target.closest("#grid-name, #grid-note")) {
        return;
      }
      const key = event.key.toLowerCase();
      if (key !== "y" && key !== "z") return;
      const isRedo = key === "y" || event.shiftKey;
      event.preventDefault();
      this.runAction(isRedo ? "redo" : "undo");
    });
    this.listenToMouse();
    addEventListener("online", () => this.scheduleCheck());
    for (const list of ["faults", "remarks"]) {
      this.part(list).addEventListener("click", ({ target }) => {
        const { round, table: tableAt } = target.closest("button")?.dataset ?? {};
        if (round) {
          this.focusBox({ round: Number(round) - 1, table: Number(tableAt || 1) - 1, field: 0 });
        }
      });
    }
  }

  // A cell that is dragged onto another changes places with it; with fingers, which scroll, there
  // is the button.
  listenToMouse() {
    const { table } = this;
    let from = null;
    const over = (place) => {
      for (const cell of table.querySelectorAll(".over")) cell.classList.remove("over");
      if (place) this.findCell(place).classList.add("over");
    };
    table.addEventListener("pointerdown", (event) => {
      const place = this.parsePlace(event.target);
      if (!place || event.button) return;
      if (this.picked) {
        event.preventDefault();
        this.pick(place);
      } else if (event.pointerType === "mouse") {
        from = place;
      }
    });
    table.addEventListener("pointermove", (event) => {
      const place = from && this.parsePlace(event.target);
      if (!place) return;
      const isAway = place.round !== from.round || place.table !== from.table;
      if (isAway) getSelection().removeAllRanges();
      over(isAway ? place : null);
    });
    table.addEventListener("pointerup", (event) => {
      const place = this.parsePlace(event.target);
      const isAway = from && place && (place.round !== from.round || place.table !== from.table);
      if (isAway) {
        this.picked = from;
        this.pick(place);
        this.focusBox({ ...place, field: 0 });
      }
    });
    addEventListener("pointerup", () => {
      from = null;
      over(null);
    });
  }

  // What the program says

  scheduleCheck(after = CHECK_AFTER) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.check(), after);
  }

  async check() {
    const text = JSON.stringify(this.grid);
    this.asking?.abort();
    this.asking = new AbortController();
    const asked = this.asking;
    try {
      const answer = await fetch(this.form.dataset.check, {
        method: "POST",
        body: text,
        signal: asked.signal,
        headers: { "Content-Type": "application/json", "X-CSRFToken": readCsrfToken() ?? "" },
      });
      const figures = await answer.json();
      if (figures.error) return this.showUnchecked(figures.error);
      if (answer.ok && text === JSON.stringify(this.grid)) this.showFigures(figures);
    } catch {
      if (asked !== this.asking || asked.signal.aborted) return; // a newer grid is asked about
      this.showUnchecked(OFFLINE);
      this.scheduleCheck(TRY_AGAIN);
    }
  }

  showUnchecked(sentence) {
    const state = this.part("state");
    state.textContent = sentence;
    state.className = "say warn";
  }

  showFigures(figures) {
    this.figures = figures;
    const state = this.part("state");
    state.className = "";
    state.textContent = this.describeState(figures);
    this.showList(this.part("faults"), figures.faults, "fault");
    if (figures.unlisted_faults) {
      this.part("faults").append(this.makeItem(`… and ${figures.unlisted_faults} more.`));
    }
    this.showList(this.part("remarks"), figures.remarks, "remark");
    this.part("remarks-head").hidden = !figures.remarks.length;
    this.markCells(figures);
    for (const [round] of this.grid.rounds.entries()) {
      document.getElementById(`outs-${round}`).textContent = figures.sit_outs[round + 1] ?? "";
    }
    this.showFacts(figures.facts);
    this.showMeetings(figures.meetings);
    this.showStatusHere();
  }

  describeState({ faults, unlisted_faults: unlisted, empty_rounds: empty, is_ready: isReady }) {
    const count = faults.length + unlisted;
    const still = empty ? ` Still empty: ${empty}.` : "";
    if (count) return `${count === 1 ? "1 fault" : `${count} faults`}.${still}`;
    if (isReady) return "No faults. The movement can be used.";
    return this.grid.isEmpty ? "Nothing is typed yet" : `No faults so far.${still}`;
  }

  showList(list, faults, kind) {
    list.replaceChildren(
      ...faults.map((fault, index) => {
        const item = this.makeItem(fault.text);
        item.id = `${kind}-${index}`;
        if (fault.round) {
          const button = Object.assign(document.createElement("button"), {
            type: "button",
            className: "quiet",
          });
          button.textContent = fault.table
            ? `Round ${fault.round}, table ${fault.table}`
            : `Round ${fault.round}`;
          button.dataset.round = fault.round;
          button.dataset.table = fault.table ?? "";
          item.prepend(button);
        }
        return item;
      }),
    );
  }

  makeItem(text) {
    return Object.assign(document.createElement("li"), { textContent: text });
  }

  // Mark the cells of faults and remarks, and in them the boxes that are meant.
  markCells({ faults, remarks }) {
    for (const cell of this.table.querySelectorAll(".faulty, .remarked")) {
      cell.classList.remove("faulty", "remarked");
    }
    for (const box of this.table.querySelectorAll("[aria-describedby], [aria-invalid]")) {
      for (const name of ["aria-describedby", "aria-invalid"]) box.removeAttribute(name);
    }
    for (const [index, remark] of remarks.entries()) {
      this.markCell(remark, "remarked", `remark-${index}`);
    }
    for (const [index, fault] of faults.entries()) {
      this.markCell(fault, "faulty", `fault-${index}`);
      this.markContestant(fault);
    }
  }

  markCell(fault, mark, id) {
    const place = { round: fault.round - 1, table: fault.table - 1 };
    const cell = fault.table && fault.round && this.findCell(place);
    if (!cell) return;
    cell.classList.add(mark);
    const boxes = [...cell.querySelectorAll("input")];
    const isMeant = (box) =>
      box.className === "set" ? fault.is_of_boards : Number(box.value) === fault.contestant;
    const meant = boxes.filter(isMeant);
    for (const box of boxes) {
      box.setAttribute(
        "aria-describedby",
        `${box.getAttribute("aria-describedby") ?? ""} ${id}`.trim(),
      );
      if (mark === "faulty" && (meant.length ? meant.includes(box) : !box.value)) {
        box.ariaInvalid = "true";
      }
    }
  }

  // Where a contestant sits who is at two tables of a round: either may be the wrong one.
  markContestant({ round, contestant }) {
    const row = this.grid.rounds[round - 1] ?? [];
    for (const [table, cell] of row.entries()) {
      for (const [field, number] of cell.seats.entries()) {
        if (contestant && number === contestant) {
          this.findBox({ round: round - 1, table, field }).ariaInvalid = "true";
        }
      }
    }
  }

  showFacts(facts) {
    const shown = facts.length
      ? facts
      : [["Figures", "as soon as the typed rounds have no faults"]];
    this.part("facts").replaceChildren(
      ...shown.flatMap(([name, figure]) => [
        Object.assign(document.createElement("dt"), { textContent: name }),
        Object.assign(document.createElement("dd"), { textContent: figure }),
      ]),
    );
  }

  showMeetings(meetings) {
    const table = this.part("meetings");
    table.closest("details").hidden = !meetings;
    if (!meetings) return;
    const head = document.createElement("tr");
    head.append(
      document.createElement("td"),
      ...meetings.columns.map((number) => this.makeHeader(String(number), "col")),
    );
    table.replaceChildren(
      head,
      ...meetings.rows.map((number, row) => {
        const line = document.createElement("tr");
        line.append(
          this.makeHeader(String(number), "row"),
          ...meetings.columns.map((other, column) =>
            this.makeMeetingCell(number, other, meetings.counts[row][column]),
          ),
        );
        return line;
      }),
    );
  }

  makeMeetingCell(number, other, count) {
    const cell = Object.assign(document.createElement("td"), {
      textContent: number === other ? "" : String(count),
    });
    if (!count) cell.className = "none";
    else if (count > 1) cell.className = "many";
    return cell;
  }
}

const editorForm = document.getElementById("editor");
const gridEditor = editorForm && new GridEditor(editorForm);

// On the page without a grid: what was begun here and not used.
const draftsLine = document.getElementById("drafts");
if (draftsLine) {
  const { drafts: section, address } = draftsLine.dataset;
  for (const query of drafts.list(section)) {
    const { grid } = drafts.read(`${section}?${query}`);
    const text = `${grid.name}, ${grid.rounds[0].length} tables by ${grid.rounds.length} rounds`;
    draftsLine.append(
      " ",
      Object.assign(document.createElement("a"), {
        href: `${address}?${query}`,
        textContent: text,
      }),
    );
    draftsLine.hidden = false;
  }
}
