// A page that asks for news by itself says since when it has heard none, and takes that back with
// the next answer.
"use strict";
{
  const PATIENCE = 25_000; // two or three questions without an answer, at any page's pace
  let heard = new Date();
  // Nobody asks while the page is hidden, so waiting begins when it is seen again.
  let waitingFrom = heard;
  let line = null;

  const ASKS = "[hx-trigger*=every]";

  function noteAnswer() {
    heard = waitingFrom = new Date();
    line?.remove();
    line = null;
  }

  function warnIfSilent() {
    if (
      line ||
      document.hidden ||
      Date.now() - waitingFrom.getTime() < PATIENCE ||
      !document.querySelector(ASKS)
    ) {
      return;
    }
    line = document.createElement("p");
    line.className = "say warn";
    line.id = "unheard";
    line.setAttribute("role", "status");
    const since = heard.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
    line.textContent =
      `No connection since ${since}. This page may be out of date. ` +
      "It updates by itself when the connection is back.";
    (document.getElementById("messages")?.parentElement ?? document.body).prepend(line);
  }

  document.addEventListener("htmx:afterRequest", (event) => {
    // Who asked may have been replaced by the answer. Any answer but the program's own stumbling is
    // a word from it.
    const { requestConfig, xhr } = event.detail;
    if (requestConfig.elt.matches(ASKS) && xhr.status && xhr.status < 500) noteAnswer();
  });
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) waitingFrom = new Date();
  });
  addEventListener("pageshow", (event) => {
    if (event.persisted) waitingFrom = new Date();
  });
  setInterval(warnIfSilent, 1000);
}
