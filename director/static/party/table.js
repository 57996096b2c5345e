// A party's table: what is tapped goes out through the queue, and the page is asked for anew when
// something changed.
import { Queue, fetchJson, getRetryPause } from "../core/phones/queue.js";
import { device, storage } from "../core/phones/storage.js";

const ASK_EVERY = 5_000; // milliseconds, and up to half as much again
const party = document.getElementById("party");
const report = /** @type {HTMLFormElement & {elements: any}} */ (document.getElementById("report"));
const refused = document.getElementById("refused");
const net = document.getElementById("net");
const came = document.getElementById("came");
const boxes = report ? [...report.querySelectorAll("input:not([type=hidden])")] : [];
const isList = Boolean(report && "list" in report.dataset);
// What was typed for other players of the round is not filled in for those who sit here now.
const DRAFT = `draft.${party.dataset.round}.${party.dataset.players}`;
let failures = 0;
let timer = null;

let isHandedIn = false;

const queue = new Queue({ changed: showQueue, answered: noteAnswer, stored: finishReport });

function noteAnswer(status, body) {
  const isShut = status === 403 && Boolean(body && body.shut);
  failures =
    !isShut && (status === 0 || status >= 500 || status === 403 || status === 429)
      ? failures + 1
      : 0;
  if (!failures) showShut(isShut ? body.error : "");
}

// The director does not let this phone in: it says so, and shows nothing to tap until it is.
function showShut(why) {
  if (!why && !party.dataset.shut) return;
  party.dataset.shut = why;
  refused.hidden = !why;
  refused.textContent = why;
  if (report) report.hidden = Boolean(why);
}

function finishReport() {
  isHandedIn = true;
  storage.remove(DRAFT);
  fetchState(0);
}

// What waits here, and what was refused: with what was sent still in its place.
function showQueue() {
  const waiting = queue.waiting.length;
  net.className = `net ${waiting || failures > 1 ? "warn" : "ok"}`;
  net.textContent = "✓ all sent";
  if (waiting) net.textContent = `↑ waiting to send (${waiting})`;
  else if (failures > 1) net.textContent = "! no network";
  const [last] = queue.waiting.slice(-1);
  for (const button of report ? report.querySelectorAll("[name=winner]") : []) {
    button.toggleAttribute("data-kept", Boolean(last) && Number(button.value) === last.body.winner);
  }
  const [bad] = queue.all.filter((item) => item.refused);
  if (!bad) return;
  refused.hidden = false;
  refused.textContent = bad.refused.error;
  if (bad.refused.status === 409 && report && !report.elements.change) {
    report.append(
      Object.assign(document.createElement("input"), {
        type: "hidden",
        name: "change",
        value: "1",
      }),
    );
  }
  if (isList) document.getElementById("as-it-is").hidden = !bad.refused.asks_again;
  queue.remove(bad);
}

// A phone came to the table where others were: it is told so itself, and those that were there
// before.
function showNewPhones(phones, mine) {
  const known = storage.get("phones") || [];
  const place = ({ last }) => (last ? `, replacing one last seen at ${last}` : "");
  // -1 if this phone is not among them: then all of them are new here.
  const ownIndex = phones.findIndex(({ phone }) => phone === mine);
  const fromOwnOn = phones.slice(Math.max(0, ownIndex));
  const newPhones = fromOwnOn.filter(({ phone }) => !known.includes(phone));
  came.hidden = !newPhones.length;
  came.querySelector("p").textContent = newPhones
    .map((other) =>
      other.phone === mine
        ? "Welcome to this table. "
        : `! New phone since ${other.since}${place(other)}. Not yours? Tell the director. `,
    )
    .join("")
    .trim();
  came.querySelector("button").onclick = () => {
    storage.store("phones", [...known, ...newPhones.map(({ phone }) => phone)]);
    came.hidden = true;
  };
}

// The page again, made for this phone: by its cookie, else by its name in the address.
function reloadPage() {
  const isKnown = navigator.cookieEnabled; // by the key in its cookie
  location.replace(
    isKnown ? location.pathname : `${location.pathname}?${new URLSearchParams({ device })}`,
  );
}

async function fetchState(pause) {
  clearTimeout(timer);
  if (pause) {
    timer = setTimeout(() => fetchState(0), pause);
    return;
  }
  if (document.hidden) return;
  const { status, body } = await fetchJson(
    `state.json?${new URLSearchParams({ device, waiting: String(queue.waiting.length) })}`,
  );
  noteAnswer(status, body);
  showQueue();
  if (status === 200) showNewPhones(body.came || [], body.phone);
  else showNewPhones([]);
  const isTyping =
    !isHandedIn &&
    body?.round === Number(party.dataset.round) &&
    body.players === party.dataset.players &&
    boxes.some((box) => box.value !== box.defaultValue);
  if (
    status === 200 &&
    body.version.split("-")[0] !== party.dataset.version &&
    !queue.waiting.length &&
    !isTyping
  ) {
    reloadPage();
    return;
  }
  fetchState(failures ? getRetryPause(failures) : ASK_EVERY * (1 + Math.random() / 2));
}

if (report) {
  // Which button it was, a submit event does not tell in browsers of 2021.
  let pressed = null;
  report.addEventListener("click", ({ target }) => {
    pressed = target.closest("button");
  });
  report.addEventListener("submit", (event) => {
    event.preventDefault();
    const sent = new FormData(report);
    if (pressed && pressed.name) sent.set(pressed.name, pressed.value);
    const body = { round: Number(sent.get("round")), players: sent.get("players") };
    if (sent.has("winner")) body.winner = Number(sent.get("winner"));
    for (const name of ["points", "beside"]) {
      const namedBoxes = boxes.filter((box) => box.name.startsWith(`${name}-`));
      if (namedBoxes.length && !isList) body[name] = namedBoxes.map((box) => box.value.trim());
    }
    if (isList) Object.assign(body, readList());
    if (isList && sent.has("as-it-is")) body["as-it-is"] = "1";
    const out = [...report.querySelectorAll("[name^=out-]")].map((field) => field.value);
    if (out.some(Boolean)) body.out = out;
    if (sent.has("change")) body.change = true;
    refused.hidden = true;
    queue.add("results", body, { round: body.round });
  });
}

// A list is kept on this phone while it is typed, and looked over by the program as soon as it is
// whole.
const readList = () => Object.fromEntries(boxes.map((box) => [box.name, box.value.trim()]));

if (isList) {
  const check = document.getElementById("list-check");
  const draft = storage.get(DRAFT);
  if (draft && !report.elements.change) {
    for (const box of boxes) box.value = draft[box.name] || box.value;
  }

  // How often it was looked over: an answer that another has overtaken says nothing any more.
  let looked = 0;
  const checkList = async () => {
    const mine = ++looked;
    const body = JSON.stringify({
      check: true,
      round: Number(report.elements.round.value),
      players: report.elements.players.value,
      ...readList(),
    });
    const { status, body: told } = await fetchJson("results", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body,
    });
    if (mine !== looked) return;
    const words = (status === 200 && told.check) || (status === 422 && told.error) || "";
    check.hidden = !words;
    check.textContent = words;
    check.className = `say ${status === 200 && told.agrees ? "ok" : "warn"}`;
  };

  report.addEventListener("input", () => storage.store(DRAFT, readList()));
  report.addEventListener("change", checkList);
  if (draft) checkList();
}

// One side's tricks give the other's, unless that was typed itself by now; a key adds what one hand
// brought.
if (report) {
  report.addEventListener("input", ({ target }) => {
    if (!target.matches("[data-whole]")) return;
    delete target.dataset.follows;
    const [rival, ...more] = [...report.querySelectorAll("[data-whole]")].filter(
      (box) => box !== target,
    );
    if (
      !rival ||
      more.length ||
      (rival.value && rival.value !== rival.defaultValue && !("follows" in rival.dataset))
    ) {
      return;
    }
    const tricks = Number(target.value);
    const allTricks = Number(target.dataset.whole);
    const isTricks = /^\d+$/.test(target.value.trim()) && tricks <= allTricks;
    rival.value = isTricks ? String(allTricks - tricks) : "";
    rival.dataset.follows = "";
  });
  report.addEventListener("click", ({ target }) => {
    const key = target.closest("[data-add]");
    if (!key) return;
    const box = key.closest(".keys").previousElementSibling;
    box.value = String((Number(box.value) || 0) + Number(key.dataset.add));
    stopAtGoal();
  });
  report.addEventListener("input", stopAtGoal);
  stopAtGoal();
}

// At the goal the keys stop, and it is told who has made it.
function stopAtGoal() {
  const boxes = [...report.querySelectorAll("[data-goal]")];
  if (!boxes.length) return;
  const first = boxes.find((box) => Number(box.value) >= Number(box.dataset.goal));
  for (const key of report.querySelectorAll("[data-add]")) key.disabled = Boolean(first);
  const told = report.querySelector("[data-reached]");
  told.hidden = !first;
  told.textContent = first ? `${first.dataset.side}: ${first.value} points: game won.` : "";
}

function refresh() {
  if (document.hidden) return;
  queue.send(true);
  fetchState(0);
}

addEventListener("online", refresh);
addEventListener("pageshow", refresh);
document.addEventListener("visibilitychange", refresh);
showQueue();
