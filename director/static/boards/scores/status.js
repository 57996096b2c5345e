// The line below the lines: what is not saved, what was refused, and which keys are waiting.
import { heldKeys } from "./held_keys.js";
import { findBox, findFocusedBox, isChanged, unmarkUnstored } from "./lines.js";
import { queue } from "./queue.js";
import { unusedKeys } from "./unused_keys.js";

const WARN_AFTER = 25_000; // milliseconds without news, in which the page asks five times

let lastNewsTime = new Date();
export function noteNews() {
  lastNewsTime = new Date();
}

export function showStatus() {
  unmarkUnchangedLines();
  const sentences = [
    describeConnection(),
    describeUnstored(),
    describeRefusals(),
    describeUnusedKeys(),
    describeHeldKeys(),
  ];
  const text = sentences.filter(Boolean).join(" ");
  const statusLine = document.getElementById("waiting");
  if (statusLine.textContent !== text) statusLine.textContent = text;
  statusLine.hidden = !text;
}

function unmarkUnchangedLines() {
  for (const line of document.querySelectorAll(".line.unstored")) {
    if (!isChanged(line)) unmarkUnstored(line);
  }
}

// "1 result was" or "2 results were".
const countResults = (count, singularVerb, pluralVerb) =>
  count === 1 ? `1 result ${singularVerb}` : `${count} results ${pluralVerb}`;

function describeConnection() {
  if (queue.isUnanswered) {
    const count = queue.lineCount;
    const unsaved = count ? ` ${countResults(count, "isn’t", "aren’t")} saved yet.` : "";
    return `No connection.${unsaved} Keep this page open: it tries again by itself.`;
  }
  if (Date.now() - lastNewsTime.getTime() < WARN_AFTER) return "";
  const time = lastNewsTime.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
  return `No connection since ${time}. Results of others may be missing here.`;
}

function describeUnstored() {
  const count = document.querySelectorAll(".line.unstored").length;
  const unsaved = count ? `${countResults(count, "is", "are")} not saved.` : "";
  if (queue.isSignedOut) {
    const advice = heldKeys.isHolding
      ? "this page continues by itself"
      : "then press Enter on a line";
    const start = ["You are signed out.", unsaved].filter(Boolean).join(" ");
    return `${start} Keep this page open and sign in in another tab: ${advice}.`;
  }
  return unsaved ? `${unsaved} Press Enter on a line to send again.` : "";
}

function describeRefusals() {
  const refusedLines = [...document.querySelectorAll(".line.wrong:not([data-sent])")];
  const count = refusedLines.filter((line) => findBox(line) !== findFocusedBox()).length;
  if (!count) return "";
  const pronoun = count === 1 ? "it" : "them";
  return `${countResults(count, "was", "were")} refused. Press Esc to go back to ${pronoun}.`;
}

function describeUnusedKeys() {
  if (!unusedKeys.text) return "";
  return `Not used: ${unusedKeys.text}. Press an arrow key to return to the lines.`;
}

const describeHeldKeys = () => (heldKeys.text ? `Typed ahead: ${heldKeys.text}` : "");
