// The check of the grid by the program, shortly after each change.
import { readCsrfToken } from "../../../core/desk/csrf.js";
import { waitForRelease } from "../../../core/desk/press.js";
import { showUnchecked } from "./report.js";

const TYPING_PAUSE = 250; // milliseconds after the last key
const RETRY_PAUSE = 5_000; // milliseconds
const OFFLINE =
  "Not checked: the program doesn’t answer. " +
  "Your grid is kept here and is checked as soon as it does.";

export class GridCheck {
  // Send `grid` to `address`, and call `showReport(report)` with each answer.
  constructor(address, grid, showReport) {
    this.address = address;
    this.grid = grid;
    this.showReport = showReport;
  }

  schedule(pause = TYPING_PAUSE) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.send(), pause);
  }

  async send() {
    const gridText = JSON.stringify(this.grid);
    this.controller?.abort(); // the report on an older grid is of no use
    const controller = new AbortController();
    this.controller = controller;
    try {
      const answer = await fetch(this.address, {
        method: "POST",
        body: gridText,
        signal: controller.signal,
        headers: { "Content-Type": "application/json", "X-CSRFToken": readCsrfToken() ?? "" },
      });
      const report = await answer.json();
      await waitForRelease(); // the report may replace what a finger holds down
      const isUnchanged = gridText === JSON.stringify(this.grid);
      if (report.error) showUnchecked(report.error);
      else if (answer.ok && isUnchanged) this.showReport(report);
    } catch {
      if (controller.signal.aborted) return; // a newer grid is on its way
      showUnchecked(OFFLINE);
      this.schedule(RETRY_PAUSE);
    }
  }
}
