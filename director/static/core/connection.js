// If a page that asks for news every few seconds gets no answer, a line says since when. The next
// answer removes the line.

const POLLING_ELEMENTS = "[hx-trigger*=every]";
const WARN_AFTER = 25_000; // milliseconds, in which any page asks two or three times

let lastAnswerTime = new Date();
// A hidden page doesn't ask, so the wait begins when the page is shown again.
let waitStart = lastAnswerTime;
let warningLine = null;

function noteAnswer() {
  lastAnswerTime = new Date();
  waitStart = lastAnswerTime;
  warningLine?.remove();
  warningLine = null;
}

function restartWait() {
  waitStart = new Date();
}

function warnIfUnanswered() {
  const isWaitOver = Date.now() - waitStart.getTime() >= WARN_AFTER;
  const isPolling = document.querySelector(POLLING_ELEMENTS) !== null;
  if (warningLine || document.hidden || !isWaitOver || !isPolling) return;
  warningLine = makeWarningLine();
  const container = document.getElementById("messages")?.parentElement ?? document.body;
  container.prepend(warningLine);
}

function makeWarningLine() {
  const time = lastAnswerTime.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
  const line = document.createElement("p");
  line.className = "say warn";
  line.id = "unheard";
  line.setAttribute("role", "status");
  line.textContent =
    `No connection since ${time}. This page may be out of date. ` +
    "It updates by itself when the connection is back.";
  return line;
}

// The event is of the request's element, which the answer may have replaced: so the listener is on
// the document, and the element comes from the request.
document.addEventListener("htmx:afterRequest", ({ detail: { requestConfig, xhr } }) => {
  const isPoll = requestConfig.elt.matches(POLLING_ELEMENTS);
  const isAnswered = xhr.status > 0 && xhr.status < 500; // a refusal is an answer too
  if (isPoll && isAnswered) noteAnswer();
});
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) restartWait();
});
addEventListener("pageshow", (event) => {
  if (event.persisted) restartWait();
});
setInterval(warnIfUnanswered, 1000);
