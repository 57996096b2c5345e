// The page of a party's table on a phone: reports go out through the queue, and the page is loaded
// again when the table's state has changed.
import { Queue, fetchJson, getRetryPause } from "../core/phones/queue.js";
import { waitForRelease } from "../core/desk/press.js";
import { device, storage } from "../core/phones/storage.js";
import { readList, setUpList } from "./list.js";
import { setUpPoints } from "./points.js";

const FETCH_EVERY = 5_000; // milliseconds, and up to half as much again

const party = document.getElementById("party");
const report = /** @type {HTMLFormElement & {elements: any}} */ (document.getElementById("report"));
const refusal = document.getElementById("refused");
const network = document.getElementById("net");
const newPhoneNote = document.getElementById("came");
const boxes = report ? [...report.querySelectorAll("input:not([type=hidden])")] : [];
const isList = Boolean(report && "list" in report.dataset);
// The name has the round and the players, so that what others typed isn't filled in for those who
// sit here now.
const draftName = `draft.${party.dataset.round}.${party.dataset.players}`;

let failures = 0;
let timer = null;
let isReported = false;
// Browsers of 2021 don't tell a submit event's button.
let pressedButton = null;

const queue = new Queue({ onChange: showQueue, onAnswer: noteAnswer, onStored: finishReport });

// Note whether the program could be reached, and whether it accepts this phone.
function noteAnswer(status, body) {
  const isShut = status === 403 && Boolean(body && body.shut);
  // Something between the phone and the program may answer 403 too.
  const isFailure = status === 0 || status >= 500 || status === 429;
  const isUnreached = !isShut && (isFailure || status === 403);
  failures = isUnreached ? failures + 1 : 0;
  if (!isUnreached) showShutReason(isShut ? body.error : "");
}

// Show why the director doesn't let this phone in, and hide the form as long as that is so.
function showShutReason(reason) {
  if (!reason && !party.dataset.shut) return;
  party.dataset.shut = reason;
  refusal.hidden = !reason;
  refusal.textContent = reason;
  if (report) report.hidden = Boolean(reason);
}

function finishReport() {
  isReported = true;
  storage.remove(draftName);
  fetchState();
}

// Show how many reports wait, which winner they name, and why the program refused one.
function showQueue() {
  const unsentItems = queue.waiting;
  showNetwork(unsentItems.length);
  const lastItem = unsentItems[unsentItems.length - 1];
  for (const button of report ? report.querySelectorAll("[name=winner]") : []) {
    const isWaiting = Boolean(lastItem) && Number(button.value) === lastItem.body.winner;
    button.toggleAttribute("data-kept", isWaiting);
  }
  const refusedItem = queue.all.find((item) => item.refused);
  if (refusedItem) showRefusal(refusedItem);
}

function showNetwork(unsentCount) {
  // One failure may be chance.
  const hasNoNetwork = failures > 1;
  network.className = `net ${unsentCount || hasNoNetwork ? "warn" : "ok"}`;
  if (unsentCount) network.textContent = `↑ waiting to send (${unsentCount})`;
  else network.textContent = hasNoNetwork ? "! no network" : "✓ all sent";
}

// The refused report is still in the form, so the queue needn't keep it.
function showRefusal(item) {
  const { status, error, asks_again: canSaveAnyway } = item.refused;
  refusal.hidden = false;
  refusal.textContent = error;
  if (status === 409 && report && !report.elements.change) addChangeField();
  if (isList) document.getElementById("as-it-is").hidden = !canSaveAnyway;
  queue.remove(item);
}

// Another result is stored. With this field the same form replaces it.
function addChangeField() {
  const field = document.createElement("input");
  Object.assign(field, { type: "hidden", name: "change", value: "1" });
  report.append(field);
}

// Phones came to a table that already had one. The new phone and the earlier ones show a note.
function showNewPhones(phones, ownLabel) {
  const knownLabels = storage.get("phones") || [];
  // If this phone isn't among them, all of them came after it.
  const ownIndex = phones.findIndex(({ phone }) => phone === ownLabel);
  const ownAndLaterPhones = phones.slice(Math.max(0, ownIndex));
  const newPhones = ownAndLaterPhones.filter(({ phone }) => !knownLabels.includes(phone));
  const sentences = newPhones.map((newPhone) => describeNewPhone(newPhone, ownLabel));
  newPhoneNote.hidden = !newPhones.length;
  newPhoneNote.querySelector("p").textContent = sentences.join(" ");
  newPhoneNote.querySelector("button").onclick = () => {
    const newLabels = newPhones.map(({ phone }) => phone);
    storage.store("phones", [...knownLabels, ...newLabels]);
    newPhoneNote.hidden = true;
  };
}

function describeNewPhone({ phone, since, last }, ownLabel) {
  if (phone === ownLabel) return "Welcome to this table.";
  const replaced = last ? `, replacing one last seen at ${last}` : "";
  return `! New phone since ${since}${replaced}. Not yours? Tell the director.`;
}

// Load the page again. The program knows the phone by the key in its cookie, or else by its name in
// the address.
function reloadPage() {
  const query = new URLSearchParams({ device });
  const { pathname } = location;
  location.replace(navigator.cookieEnabled ? pathname : `${pathname}?${query}`);
}

async function fetchState() {
  clearTimeout(timer);
  if (document.hidden) return;
  const query = new URLSearchParams({ device, waiting: String(queue.waiting.length) });
  const { status, body } = await fetchJson(`state.json?${query}`);
  noteAnswer(status, body);
  showQueue();
  if (status === 200) showNewPhones(body.came || [], body.phone);
  else showNewPhones([]);
  await waitForRelease(); // a button that a finger holds down may report a result
  if (status === 200 && isPageOutdated(body)) {
    reloadPage();
    return;
  }
  const pause = failures ? getRetryPause(failures) : FETCH_EVERY * (1 + Math.random() / 2);
  clearTimeout(timer);
  timer = setTimeout(fetchState, pause);
}

// Whether the page has to be loaded again, and nothing would be lost by that.
function isPageOutdated(state) {
  const isChanged = state.version.split("-")[0] !== party.dataset.version;
  return isChanged && !queue.waiting.length && !isTyping(state);
}

// Whether somebody is typing the report of the round that is still played, by the same players.
function isTyping({ round, players }) {
  const isSameRound = round === Number(party.dataset.round);
  const isSamePlayers = players === party.dataset.players;
  const isTyped = boxes.some((box) => box.value !== box.defaultValue);
  return !isReported && isSameRound && isSamePlayers && isTyped;
}

function sendReport() {
  const fields = new FormData(report);
  if (pressedButton && pressedButton.name) fields.set(pressedButton.name, pressedButton.value);
  const body = { round: Number(fields.get("round")), players: fields.get("players") };
  if (fields.has("winner")) body.winner = Number(fields.get("winner"));
  Object.assign(body, isList ? readList(boxes) : readPoints());
  if (isList && fields.has("as-it-is")) body["as-it-is"] = "1";
  const playersOut = [...report.querySelectorAll("[name^=out-]")].map((field) => field.value);
  if (playersOut.some(Boolean)) body.out = playersOut;
  if (fields.has("change")) body.change = true;
  refusal.hidden = true;
  queue.add("results", body, { round: body.round });
}

// Return the figures of both sides, as {points, beside}, of those that the game has.
function readPoints() {
  const points = {};
  for (const name of ["points", "beside"]) {
    const sideBoxes = boxes.filter((box) => box.name.startsWith(`${name}-`));
    if (sideBoxes.length) points[name] = sideBoxes.map((box) => box.value.trim());
  }
  return points;
}

// Somebody has come back to the page, or the network has.
function refresh() {
  if (document.hidden) return;
  queue.send(true);
  fetchState();
}

if (report) {
  report.addEventListener("click", ({ target }) => {
    pressedButton = target.closest("button");
  });
  report.addEventListener("submit", (event) => {
    event.preventDefault();
    sendReport();
  });
  if (isList) setUpList(report, boxes, draftName);
  setUpPoints(report);
}
addEventListener("online", refresh);
addEventListener("pageshow", refresh);
document.addEventListener("visibilitychange", refresh);
showQueue();
