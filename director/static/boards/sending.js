// Step 5, sending: what was entered waits in one queue, each line with its own address, and goes
// out in that order whatever the page shows by then. Sending the same again is safe, so a lost
// answer is asked for once more.
"use strict";
/* global leftover -- boards/leftover.js */
/* global readCsrfToken, showMessage, waitForClick -- core/desk.js */

const TRY_AGAIN_AFTER = 2_000; // milliseconds
const GIVE_UP_AFTER = 15_000; // milliseconds without an answer
const STUMBLES = 3; // answers of a program in trouble, until what was sent is set aside

const findLine = (box) => box.closest("tbody");
const findBox = (line) => line.querySelector(".entry-box");
const isWrong = (line) => line.classList.contains("wrong");
const isSent = (line) => line.dataset.sent !== undefined;
const isChanged = (line) => findBox(line).value.trim() !== findBox(line).dataset.stored;

// What was typed and is not stored, but for what was refused and not mended yet.
const isUnsent = (line) =>
  isChanged(line) && (!isWrong(line) || line.classList.contains("unstored"));

// A line that was sent and not taken says so until it is.
function markUnstored(line) {
  if (!isChanged(line) || line.classList.contains("unstored")) return;
  line.classList.add("unstored");
  findBox(line).after(
    Object.assign(document.createElement("span"), {
      className: "flag warn",
      textContent: "not saved",
    }),
  );
}
function unmarkUnstored(line) {
  line.classList.remove("unstored");
  line.querySelector(".typed .flag")?.remove();
}

const SIGNED_OUT =
  "You are signed out, so nothing was saved. " +
  "Sign in in another tab, then send it again: what you typed is still there.";
const isSentence = (answer) =>
  answer.headers.get("Content-Type")?.startsWith("text/plain") && answer.status < 500;

// A queue of lines and of steps back. It tells `on.stored(path, answer)` what came back,
// `on.waiting()` whenever anything changed, and runs a step as `job.step()`.
class SendQueue {
  constructor(on) {
    this.on = on;
    this.jobs = [];
    this.isBusy = false;
    this.isUnanswered = false; // whether the program did not answer the last time
    this.isSignedOut = false; // whether it wanted the password the last time
    this.afterwards = [];
  }

  get isIdle() {
    return this.jobs.length === 0;
  }

  // Put what is in `box` at the end of the queue, once; a refused line only if something else was
  // typed.
  addLine(box, more = {}) {
    const line = findLine(box);
    let before = box.dataset.stored;
    if (isSent(line)) before = line.dataset.sent;
    else if (isWrong(line)) before = box.defaultValue;
    const isNews =
      more.keep ||
      more.put ||
      (isWrong(line) || isSent(line) ? box.value !== before : box.value.trim() !== before);
    if (!isNews) return;
    line.dataset.sent = box.value;
    const job = { line, text: box.value, path: line.dataset.path, more };
    this.jobs.push(job);
    leftover.store(job.path, box.name, [...this.makeForm([job])]);
    this.sendAll();
  }

  addStep(act) {
    this.jobs.push({ step: act });
    this.sendAll();
  }

  // When nothing waits any more.
  waitUntilSent() {
    return this.isIdle ? Promise.resolve() : new Promise((done) => this.afterwards.push(done));
  }

  async sendAll() {
    this.on.waiting();
    this.wake?.();
    if (this.isBusy) return;
    this.isBusy = true;
    while (!this.isIdle) {
      const [first] = this.jobs;
      if (first.step) {
        await first.step();
        this.jobs.shift();
      } else {
        await this.sendBatch(this.selectBatch());
      }
      this.on.waiting();
    }
    this.isBusy = false;
    for (const done of this.afterwards.splice(0)) done();
  }

  // The lines at the head of the queue that can go in one request: of one page, each once.
  selectBatch() {
    const [first] = this.jobs;
    const isAlone = (job) => job.step || Object.keys(job.more).length > 0;
    const lines = new Set();
    const end = this.jobs.findIndex(
      (job) => isAlone(job) || job.path !== first.path || lines.size === lines.add(job.line).size,
    );
    return this.jobs.slice(0, end === -1 ? undefined : Math.max(end, 1));
  }

  async sendBatch(batch) {
    const answer = await this.fetchAnswer(batch[0].path, () => this.makeForm(batch), {
      "HX-Request": "true",
    });
    this.jobs.splice(0, batch.length);
    const waits = new Set(this.jobs.map((job) => job.line));
    for (const { line } of batch) if (!waits.has(line)) delete line.dataset.sent;
    if (answer.ok || answer.status === 422) {
      for (const { line, path } of batch) {
        if (!waits.has(line)) leftover.remove(path, findBox(line).name);
      }
      this.on.stored(batch, await answer.text());
    } else {
      await this.handleRefusal(answer, batch);
    }
  }

  // Nothing of `batch` was taken: it stays in its boxes, and goes out again with the next line that
  // is entered.
  async handleRefusal(answer, batch) {
    const isOut = answer.status === 403;
    if (isOut && !readCsrfToken()) showMessage(SIGNED_OUT);
    else if (isSentence(answer)) showMessage(await answer.text());
    else {
      const lines = batch.map((job) => findBox(job.line).value || "an empty line").join(", ");
      showMessage(
        `Something went wrong, so ${lines} was not saved. Press Enter there to try again.`,
      );
    }
    for (const { line } of batch) markUnstored(line);
    if (!isOut) return;
    for (const { line } of this.jobs.filter((job) => job.line)) {
      // the others would hear the same
      delete line.dataset.sent;
      markUnstored(line);
    }
    this.jobs = this.jobs.filter((job) => job.step);
  }

  // The versions are those of now: an answer since may have brought newer ones.
  makeForm(batch) {
    const form = new FormData();
    for (const { line, text, more } of batch) {
      for (const field of line.querySelectorAll("input[type=hidden]")) {
        form.set(field.name, field.value);
      }
      form.set(findBox(line).name, text);
      for (const [name, value] of Object.entries(more)) form.set(name, value);
    }
    return form;
  }

  // Ask until there is an answer; one that stumbled may do better a little later. `form` makes what
  // is sent anew.
  async fetchAnswer(path, form, headers = {}) {
    for (let stumbles = 0; ;) {
      try {
        const answer = await fetch(path, {
          method: form ? "POST" : "GET",
          headers: form ? { ...headers, "X-CSRFToken": readCsrfToken() } : headers,
          body: form?.(),
          signal: AbortSignal.timeout(GIVE_UP_AFTER),
        });
        const text = await answer.text(); // the answer may break off as well
        await waitForClick(); // what it changes may be under the finger
        if (answer.status >= 500 && ++stumbles < STUMBLES) throw new Error(answer.statusText);
        this.isUnanswered = false;
        this.isSignedOut =
          answer.status === 403 || new URL(answer.url).pathname.endsWith("/sign-in/");
        return {
          ok: answer.ok,
          status: answer.status,
          url: answer.url,
          headers: answer.headers,
          text: async () => text,
        };
      } catch {
        this.isUnanswered = true;
        this.on.waiting();
        await this.pause();
      }
    }
  }

  // A while, or until something else is entered.
  pause() {
    return new Promise((wake) => {
      this.wake = wake;
      setTimeout(wake, TRY_AGAIN_AFTER);
    });
  }
}

// Bring a line up to date with its answer, but not the box: the caret stays, and so does what was
// typed since `text`.
function updateLine(line, fresh, text) {
  const [box, news] = [findBox(line), findBox(fresh)];
  const [cell, newCell] = [box.parentElement, news.parentElement];
  const cells = [...fresh.rows[0].children];
  unmarkUnstored(line);
  line.className = fresh.className;
  for (const other of [...line.rows[0].children]) if (other !== cell) other.remove();
  cell.before(...cells.slice(0, cells.indexOf(newCell)));
  cell.after(...cells.slice(cells.indexOf(newCell) + 1));
  for (const field of cell.querySelectorAll("[type=hidden]")) field.remove();
  cell.append(...newCell.querySelectorAll("[type=hidden]"));
  line.querySelector(".refusal")?.remove();
  line.append(...fresh.querySelectorAll(".refusal"));
  box.dataset.stored = news.dataset.stored;
  for (const name of ["aria-invalid", "aria-describedby"]) {
    if (news.hasAttribute(name)) box.setAttribute(name, news.getAttribute(name));
    else box.removeAttribute(name);
  }
  const isSame = box.value === text;
  box.defaultValue = news.value;
  if (!isSame || box.value === news.value) return;
  box.value = news.value;
  if (box === document.activeElement) box.select();
}
