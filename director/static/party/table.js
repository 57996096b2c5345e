// A party's table: what is tapped goes out through the queue, and the page is asked for anew when something changed.
"use strict";

const ASK_EVERY = 5_000; // milliseconds, and up to half as much again
const party = document.getElementById("party");
const report = document.getElementById("report");
const refused = document.getElementById("refused");
const net = document.getElementById("net");
let failures = 0;
let timer = null;

const queue = new Queue({ changed: tell, answered: heard, stored: () => look(0) });

function heard(status) {
  failures = status === 0 || status >= 500 || status === 403 || status === 429 ? failures + 1 : 0;
}

// What waits here, and what was refused: with what was sent still in its place.
function tell() {
  const waiting = queue.waiting.length;
  net.className = `net ${waiting || failures > 1 ? "warn" : "ok"}`;
  net.textContent = waiting ? `↑ kept here, waiting (${waiting})` : failures > 1 ? "! no network" : "✓ all sent";
  const [last] = queue.waiting.slice(-1);
  for (const button of report ? report.querySelectorAll("[name=winner]") : []) {
    button.toggleAttribute("data-kept", Boolean(last) && Number(button.value) === last.body.winner);
  }
  const [bad] = queue.all.filter((item) => item.refused);
  if (!bad) return;
  refused.hidden = false;
  refused.textContent = bad.refused.error;
  if (bad.refused.status === 409 && report && !report.elements.change) {
    report.append(Object.assign(document.createElement("input"), { type: "hidden", name: "change", value: "1" }));
  }
  queue.drop(bad);
}

async function look(pause) {
  clearTimeout(timer);
  if (pause) {
    timer = setTimeout(() => look(0), pause);
    return;
  }
  if (document.hidden) return;
  const { status, body } = await ask(`state.json?${new URLSearchParams({ device, waiting: queue.waiting.length })}`);
  heard(status);
  tell();
  const box = document.activeElement;
  const isTyping = report && report.contains(box) && box.matches("input") && box.value !== box.defaultValue;
  if (status === 200 && body.version !== party.dataset.version && !queue.waiting.length && !isTyping) {
    location.replace(location.pathname);
    return;
  }
  look(failures ? pauseAfter(failures) : ASK_EVERY * (1 + Math.random() / 2));
}

if (report) {
  report.addEventListener("submit", (event) => {
    event.preventDefault();
    const sent = new FormData(report);
    if (event.submitter && event.submitter.name) sent.set(event.submitter.name, event.submitter.value);
    const points = [...report.querySelectorAll("[inputmode=numeric]")].map((box) => box.value.trim());
    const body = { round: Number(sent.get("round")) };
    if (sent.has("winner")) body.winner = Number(sent.get("winner"));
    if (points.length) body.points = points;
    if (sent.has("change")) body.change = true;
    refused.hidden = true;
    queue.add("results", body, { round: body.round });
  });
}

// One side's tricks give the other's, unless that was typed itself; a key adds what one hand brought.
if (report) {
  report.addEventListener("input", ({ target }) => {
    if (!target.matches("[data-whole]")) return;
    delete target.dataset.follows;
    const [rival, ...more] = [...report.querySelectorAll("[data-whole]")].filter((box) => box !== target);
    if (!rival || more.length || (rival.value && !("follows" in rival.dataset))) return;
    const own = Number(target.value);
    const isTricks = /^\d+$/.test(target.value.trim()) && own <= Number(target.dataset.whole);
    rival.value = isTricks ? String(Number(target.dataset.whole) - own) : "";
    rival.dataset.follows = "";
  });
  report.addEventListener("click", ({ target }) => {
    const key = target.closest("[data-add]");
    if (!key) return;
    const box = key.closest(".keys").previousElementSibling;
    box.value = String((Number(box.value) || 0) + Number(key.dataset.add));
  });
}

function wake() {
  if (document.hidden) return;
  queue.go(true);
  look(0);
}

addEventListener("online", wake);
addEventListener("pageshow", wake);
document.addEventListener("visibilitychange", wake);
tell();
