// The top of every screen: the table, the clock and the network.
import { createElement, createText } from "./elements.js";
import { queue, table } from "./state.js";

export function renderHead() {
  const { tone, text } = describeNetwork();
  return [
    createElement("p", { class: "where" }, createText("b", `Table ${table.state.table}`)),
    createText("p", "", { id: "time", role: "timer" }),
    createText("p", text, { class: `net ${tone}`, role: "status" }),
  ];
}

function describeNetwork() {
  const unsentCount = queue.waiting.length;
  if (unsentCount) return { tone: "warn", text: `↑ waiting to send (${unsentCount})` };
  // One failure may be chance.
  if (table.failures > 1) return { tone: "warn", text: "! no network" };
  return { tone: "ok", text: "✓ all sent" };
}

// Write the clock into the page without drawing the page anew.
export function updateClock() {
  const clock = document.getElementById("time");
  const text = formatClock();
  if (clock && clock.textContent !== text) clock.textContent = text;
}

// Return the time that is left. It is always the difference to the program's clock, because a phone
// that sleeps counts no seconds.
function formatClock() {
  const { clock } = table.state;
  if (!clock) return "";
  if (clock.round > table.state.round) return ""; // a note says which round is being played
  if (clock.state === "paused") return formatPause(clock.seconds_left);
  const isRunning = clock.state === "running" && clock.ends_at;
  if (!isRunning || table.clockLead === null) return "";
  const milliseconds = Date.parse(clock.ends_at) - Date.now() - table.clockLead;
  const seconds = Math.ceil(milliseconds / 1000);
  if (seconds > 0) return `${formatMinutes(seconds)} left`;
  // The clock of an earlier round has run out, but nobody has started the clock of this one.
  return clock.round < table.state.round ? "" : "time’s up";
}

const formatPause = (seconds) => (seconds ? `paused, ${formatMinutes(seconds)} left` : "paused");

function formatMinutes(seconds) {
  const minutes = Math.floor(seconds / 60);
  const rest = Math.floor(seconds % 60);
  return `${minutes}:${String(rest).padStart(2, "0")}`;
}
