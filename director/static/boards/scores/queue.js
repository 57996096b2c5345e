// The queue of entered lines. Each line goes out with the address of its own page, in the order of
// entering, whatever page is shown by then. The program does the same line twice only once, so a
// line whose answer was lost is sent again.
import { readCsrfToken } from "../../core/desk/csrf.js";
import { showMessage } from "../../core/desk/messages.js";
import { waitForRelease } from "../../core/desk/press.js";
import {
  describeShownLines,
  findBox,
  findFocusedBox,
  findLine,
  isRefused,
  isSent,
  isUnsent,
  listAllBoxes,
  markUnstored,
} from "./lines.js";
import { describeShownLinks } from "./links.js";
import { removeStoredLine, storeLine } from "./line_storage.js";

const RETRY_PAUSE = 2_000; // milliseconds
const ANSWER_TIMEOUT = 15_000; // milliseconds
const MAX_SERVER_ERRORS = 3; // for one request, whose content may be what fails

export const SIGNED_OUT =
  "You are signed out, so nothing was saved. " +
  "Sign in in another tab, then send it again: what you typed is still there.";

// A refusal of the whole request is one sentence of plain text.
export const isSentence = (answer) =>
  answer.headers.get("Content-Type")?.startsWith("text/plain") && answer.status < 500;

const isLineJob = (job) => job.line !== undefined;

// A job is a line ({line, text, path, choices}) or a step ({runStep}), which is undo, redo or the
// sending of stored lines. A step runs once all earlier jobs are done.
class SendQueue {
  constructor() {
    this.jobs = [];
    this.isRunning = false;
    this.isUnanswered = false; // whether the last attempt got no answer
    this.isSignedOut = false; // whether the last answer asked for the password
    this.idleResolves = [];
    // scores.js sets these two.
    /** @type {Function} */
    this.onAnswer = () => {};
    this.onChange = () => {};
  }

  get isIdle() {
    return this.jobs.length === 0;
  }

  get hasOnlySteps() {
    return !this.jobs.some(isLineJob);
  }

  get lineCount() {
    return this.jobs.filter(isLineJob).length;
  }

  get lastLine() {
    return this.jobs.findLast(isLineJob)?.line;
  }

  hasLinesOf(path) {
    return this.jobs.some((job) => job.path === path);
  }

  hasBox(path, boxName) {
    return this.jobs.some((job) => job.path === path && findBox(job.line).name === boxName);
  }

  // Append the line of `box`, unless its text was sent or stored before. `choices` are the answers
  // to the question which of two results counts.
  addLine(box, choices = {}) {
    const line = findLine(box);
    const isChosen = Boolean(choices.keep || choices.put);
    if (!isChosen && !needsSending(box)) return;
    line.dataset.sent = box.value;
    const job = { line, text: box.value, path: line.dataset.path, choices };
    this.jobs.push(job);
    storeLine(job.path, box.name, [...this.makeForm([job])]);
    this.sendAll();
  }

  addStep(runStep) {
    this.jobs.push({ runStep });
    this.sendAll();
  }

  waitUntilIdle() {
    if (this.isIdle) return Promise.resolve();
    return new Promise((resolve) => this.idleResolves.push(resolve));
  }

  async sendAll() {
    this.onChange();
    this.endPause?.(); // somebody waits for the new line, so the next attempt begins at once
    if (this.isRunning) return;
    this.isRunning = true;
    while (!this.isIdle) {
      const [firstJob] = this.jobs;
      if (isLineJob(firstJob)) {
        await this.sendBatch(this.selectBatch());
      } else {
        await firstJob.runStep();
        this.jobs.shift();
      }
      this.onChange();
    }
    this.isRunning = false;
    for (const resolve of this.idleResolves.splice(0)) resolve();
  }

  // The jobs at the head of the queue that fit into one request. It has one address, each line
  // once, and no line with choices, which are named alike for every line.
  selectBatch() {
    const [firstJob, ...furtherJobs] = this.jobs;
    const batch = [firstJob];
    if (hasChoices(firstJob)) return batch;
    const lines = new Set([firstJob.line]);
    for (const job of furtherJobs) {
      const isTogether = isLineJob(job) && !hasChoices(job) && job.path === firstJob.path;
      if (!isTogether || lines.has(job.line)) break;
      lines.add(job.line);
      batch.push(job);
    }
    return batch;
  }

  async sendBatch(batch) {
    const { path } = batch[0];
    const answer = await this.fetchAnswer(path, () => this.makeRequestForm(path, batch), {
      "HX-Request": "true",
    });
    this.jobs.splice(0, batch.length);
    // A line that was changed since is in the queue again.
    const waitingLines = new Set(this.jobs.map((job) => job.line));
    const settledLines = batch.map((job) => job.line).filter((line) => !waitingLines.has(line));
    for (const line of settledLines) delete line.dataset.sent;
    const isRead = answer.ok || answer.status === 422; // 422 has refused lines
    if (!isRead) {
      await this.handleRefusal(answer, batch);
      return;
    }
    for (const line of settledLines) removeStoredLine(path, findBox(line).name);
    this.onAnswer(batch, await answer.text());
  }

  // The program has stored nothing of `batch`. The texts stay in their boxes, and are sent again
  // with the next line that is entered.
  async handleRefusal(answer, batch) {
    const isForbidden = answer.status === 403;
    if (isForbidden && !readCsrfToken()) showMessage(SIGNED_OUT);
    else if (isSentence(answer)) showMessage(await answer.text());
    else showMessage(describeFailure(batch));
    for (const { line } of batch) markUnstored(line);
    if (isForbidden) this.removeLines();
  }

  // The program would refuse the other lines for the same reason.
  removeLines() {
    for (const { line } of this.jobs.filter(isLineJob)) {
      delete line.dataset.sent;
      markUnstored(line);
    }
    this.jobs = this.jobs.filter((job) => !isLineJob(job));
  }

  makeRequestForm(path, batch) {
    const form = this.makeForm(batch);
    const shownLines = describeShownLines(path);
    form.set("lines", shownLines);
    if (shownLines !== "other") form.set("links", describeShownLinks());
    return form;
  }

  // The versions in the form are read at each attempt: an earlier answer may have changed them.
  makeForm(batch) {
    const form = new FormData();
    for (const { line, text, choices } of batch) {
      for (const field of line.querySelectorAll("input[type=hidden]")) {
        form.set(field.name, field.value);
      }
      form.set(findBox(line).name, text);
      for (const [name, value] of Object.entries(choices)) form.set(name, value);
    }
    return form;
  }

  // Fetch `path` again and again until the program answers. With `makeForm`, send what it returns.
  async fetchAnswer(path, makeForm = null, headers = {}) {
    for (let serverErrors = 0; ;) {
      try {
        const answer = await fetchWhole(path, makeForm?.(), headers);
        await waitForRelease(); // the answer may replace what a finger holds down
        if (answer.status >= 500) serverErrors += 1;
        if (answer.status >= 500 && serverErrors < MAX_SERVER_ERRORS) {
          throw new Error(`The program failed with ${answer.status}.`);
        }
        this.isUnanswered = false;
        const isSignInPage = new URL(answer.url).pathname.endsWith("/sign-in/");
        this.isSignedOut = answer.status === 403 || isSignInPage;
        return answer;
      } catch {
        this.isUnanswered = true;
        this.onChange();
        await this.pause();
      }
    }
  }

  pause() {
    return new Promise((resolve) => {
      this.endPause = resolve;
      setTimeout(resolve, RETRY_PAUSE);
    });
  }
}

// An answer can break off in its text, so the text belongs to the attempt.
async function fetchWhole(path, form, headers) {
  const answer = await fetch(path, {
    method: form ? "POST" : "GET",
    headers: form ? { ...headers, "X-CSRFToken": readCsrfToken() } : headers,
    body: form,
    signal: AbortSignal.timeout(ANSWER_TIMEOUT),
  });
  const text = await answer.text();
  return {
    ok: answer.ok,
    status: answer.status,
    url: answer.url,
    headers: answer.headers,
    text: async () => text,
  };
}

const hasChoices = (job) => Object.keys(job.choices).length > 0;

// Whether the text in `box` differs from what the program got last. Spaces at its ends matter only
// after a sending or a refusal: whoever adds one then wants to send the text again.
function needsSending(box) {
  const line = findLine(box);
  if (isSent(line)) return box.value !== line.dataset.sent;
  if (isRefused(line)) return box.value !== box.defaultValue;
  return box.value.trim() !== box.dataset.stored;
}

function describeFailure(batch) {
  const texts = batch.map((job) => findBox(job.line).value || "an empty line").join(", ");
  return `Something went wrong, so ${texts} was not saved. Press Enter there to try again.`;
}

export const queue = new SendQueue();

// The line that was entered last: its score stays in sight when the next board comes.
let lastSentLine = null;
export const isLastSent = (line) => line === lastSentLine;

// Send the line that the cursor leaves, and with it those that could not be sent before.
export function sendLine(box) {
  for (const otherBox of listAllBoxes()) {
    const isLeftUnsent = isUnsent(findLine(otherBox)) && otherBox !== findFocusedBox();
    if (otherBox === box || isLeftUnsent) queue.addLine(otherBox);
  }
  const line = findLine(box);
  if (isSent(line)) lastSentLine = line;
}

// Send every line again that was typed and is not stored.
export function sendUnsentLines() {
  for (const box of listAllBoxes()) if (isUnsent(findLine(box))) queue.addLine(box);
}

export function sendAllLines() {
  for (const box of listAllBoxes()) queue.addLine(box);
}
