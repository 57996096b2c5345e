// What the program answers about lines: which were stored or refused, and what that changes
// elsewhere on the page.
import { removeScriptMessages } from "../../core/desk/messages.js";
import { returnToRefused } from "./caret.js";
import { isRefused, updateLine } from "./lines.js";
import { updateLinks } from "./links.js";
import { updateOtherLines } from "./other_lines.js";
import { fetchAhead, forgetPrefetchOf, getShownPath, removeSettledLines } from "./pages.js";

export function parseFragment(text) {
  const template = document.createElement("template");
  template.innerHTML = text;
  return template.content;
}

// Show the answer to the lines of `batch`, which are of one page.
export function showAnswer(batch, text) {
  const answer = parseFragment(text);
  const jobs = new Map(batch.map((job) => [job.line.id, job]));
  for (const newLine of answer.querySelectorAll(".line")) {
    const job = jobs.get(newLine.id);
    if (job) updateLine(job.line, newLine, job.text);
  }
  const { path, line: lastLine } = batch.at(-1);
  showNews(answer, path);
  removeScriptMessages();
  forgetPrefetchOf(path); // it was fetched before these lines were stored
  removeSettledLines();
  fetchAhead();
  if (isRefused(lastLine)) returnToRefused(lastLine);
}

export const showNewsText = (text, path) => showNews(parseFragment(text), path);

// Show what others have changed, and the other parts that the answer to the page at `path` has.
function showNews(answer, path) {
  updateOtherLines(answer);
  showParts(answer, path);
}

export function showParts(answer, path) {
  for (const template of answer.querySelectorAll("template")) {
    for (const part of template.content.querySelectorAll("[hx-swap-oob]")) showPart(part, path);
  }
}

// Show `newPart` of an answer to the page at `path`. By now another page may be shown.
function showPart(newPart, path) {
  const isOfShownPage = path === getShownPath();
  newPart.removeAttribute("hx-swap-oob");
  if (newPart.id === "stops") {
    updateLinks(newPart, { isNewest: true });
    return;
  }
  const part = document.getElementById(newPart.id);
  if (newPart.id === "entry-status") {
    part.textContent = newPart.textContent; // a screen reader reads a changed text
    if (isOfShownPage) updateForm(newPart.dataset);
    return;
  }
  // The doubts are about the lines of one page; all other parts are about the night.
  const isWanted = newPart.id !== "doubts" || isOfShownPage;
  if (part && isWanted) part.replaceWith(newPart);
}

function updateForm({ next, state }) {
  const form = document.getElementById("lines");
  form.dataset.next = next;
  if (state) form.dataset.state = state;
}
