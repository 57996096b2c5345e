// Lines that were entered and not stored before the page was closed. Any page of the night sends
// them when it opens.
import { showMessage } from "../../core/desk/messages.js";
import { parseFragment, showParts } from "./answers.js";
import { listStoredLines, removeStoredLine } from "./line_storage.js";
import { findLine, listShownBoxes, updateLine } from "./lines.js";
import { fetchAhead, fetchPage, forgetPrefetch, getShownPath } from "./pages.js";
import { queue } from "./queue.js";

// Send all stored lines of the night, and say what became of them.
export async function sendStoredLines() {
  const sentences = [];
  const savedNames = [];
  for (const { path, boxName, fields } of listStoredLines(location.pathname)) {
    const outcome = await sendStoredLine(path, boxName, fields);
    if (!outcome) continue;
    sentences.push(outcome.sentence);
    if (!outcome.isSaved) continue;
    savedNames.push(boxName);
    showParts(outcome.answer, path);
  }
  if (savedNames.length) await refreshLines(savedNames);
  if (sentences.length) showMessage(sentences.join(" "));
}

// Send one stored line. Return null if the program has not read it, for example because nobody is
// signed in: then it stays stored.
async function sendStoredLine(path, boxName, fields) {
  const makeForm = () => {
    const form = new FormData();
    for (const [name, value] of fields) form.append(name, value);
    return form;
  };
  const response = await queue.fetchAnswer(path, makeForm, { "HX-Request": "true" });
  const isRead = response.ok || response.status === 422;
  if (!isRead) return null;
  // Somebody may have typed the line again since. That entry is stored under the same name.
  if (!queue.hasBox(path, boxName)) removeStoredLine(path, boxName);
  const answer = parseFragment(await response.text());
  const text = new Map(fields).get(boxName);
  const sentence = response.ok
    ? `${text} was entered before this page was closed and is now saved.`
    : `${text} was not saved before the page was closed. ${readReason(answer)}`;
  return { answer, sentence, isSaved: response.ok };
}

function readReason(answer) {
  const reason = answer.querySelector(".refusal .say p")?.textContent ?? "";
  return reason.trim().replace(/\s+/g, " ");
}

// Show the lines with these names as they are stored now. Only they are updated: whoever has begun
// to type in another box keeps the text.
async function refreshLines(boxNames) {
  forgetPrefetch(); // it was fetched before these lines were stored
  const page = await fetchPage(getShownPath());
  const boxes = page ? listShownBoxes().filter((box) => boxNames.includes(box.name)) : [];
  for (const box of boxes) {
    const line = findLine(box);
    const newLine = page.getElementById(line.id);
    if (newLine) updateLine(line, newLine, box.dataset.stored);
  }
  fetchAhead();
}
