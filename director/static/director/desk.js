// Small helps for the desk; every page works without them.
"use strict";

// Hints that are true only with scripts.
for (const hint of document.querySelectorAll("[data-needs-script]")) hint.hidden = false;

// A page that asks for news by itself stays quiet while nobody looks at it.
document.addEventListener("htmx:beforeRequest", (event) => {
  if (document.hidden && event.detail.elt.hasAttribute("data-poll")) event.preventDefault();
});

// Signing in changes the token of every open page: what is sent takes the one of now, from the cookie.
const token = () => document.cookie.match(/(?:^|; )csrftoken=([^;]+)/)?.[1];
document.addEventListener("htmx:configRequest", (event) => {
  if (!token()) return;
  event.detail.headers["X-CSRFToken"] = token();
  if (event.detail.parameters.csrfmiddlewaretoken) event.detail.parameters.csrfmiddlewaretoken = token();
});
document.addEventListener("submit", (event) => {
  const box = event.target.querySelector("[name=csrfmiddlewaretoken]");
  if (box && token()) box.value = token();
}, true);

// What was asked and got no answer, or no page to show: say so, because nothing else would.
function say(text) {
  const line = document.createElement("p");
  line.className = "say bad";
  line.dataset.said = "";
  line.textContent = text;
  document.getElementById("messages").replaceChildren(line);
  line.scrollIntoView({ block: "nearest" });
}
document.addEventListener("htmx:sendError", (event) => {
  if (!event.detail.elt.hasAttribute("data-poll")) say("The program did not answer, so nothing was stored. See that it still runs, then send it again.");
});
document.addEventListener("htmx:responseError", (event) => {
  if (event.detail.elt.hasAttribute("data-poll")) return;
  const { xhr } = event.detail;
  say(xhr.getResponseHeader("Content-Type")?.startsWith("text/plain") && xhr.status < 500
    ? xhr.responseText
    : "The program stumbled over this, so nothing was stored. Load the page again and try once more.");
});
document.addEventListener("htmx:afterRequest", (event) => {
  if (event.detail.successful && !event.detail.elt.hasAttribute("data-poll")) document.querySelector("#messages [data-said]")?.remove();
});

// The round clock counts down to data-ends by the program's own time, which data-now tells.
const clocks = new WeakMap();
function tick() {
  const clock = document.querySelector("[data-ends]");
  if (!clock) return;
  if (!clocks.has(clock)) clocks.set(clock, Date.now() - Date.parse(clock.dataset.now));
  const left = Math.ceil((Date.parse(clock.dataset.ends) + clocks.get(clock) - Date.now()) / 1000);
  const [minutes, seconds] = [Math.floor(Math.abs(left) / 60), Math.abs(left) % 60];
  clock.textContent = `${left < 0 ? "+" : ""}${minutes}:${String(seconds).padStart(2, "0")}`;
  clock.classList.toggle("over", left <= 0);
}
tick();
setInterval(tick, 250);
document.addEventListener("htmx:oobAfterSwap", tick);

// A form that shows what follows from it while it is filled in: an answer to less than stands there by now would take
// away what was typed meanwhile, so it is left out; the answer to the rest comes with the next change.
const asked = new WeakMap();
const filled = (form) => new URLSearchParams(new FormData(form)).toString();
document.addEventListener("htmx:beforeRequest", (event) => {
  if (event.detail.elt.matches("form[data-look]")) asked.set(event.detail.elt, filled(event.detail.elt));
});
let pressed = null; // a button between being pressed and let go; swapped away meanwhile, it would never be clicked
document.addEventListener("pointerdown", (event) => { pressed = event.target.closest("button"); });
for (const end of ["click", "pointercancel"]) document.addEventListener(end, () => { pressed = null; });
document.addEventListener("htmx:beforeSwap", (event) => {
  const form = event.detail.requestConfig.elt;
  if (asked.has(form) && (asked.get(form) !== filled(form) || form.contains(pressed))) event.detail.shouldSwap = false;
});

// One key each for the buttons that name one; never while somebody types.
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.repeat) return;
  if (event.target.closest("input, select, textarea, [contenteditable]")) return;
  const button = document.querySelector(`[data-key="${CSS.escape(event.key.toLowerCase())}"]:not(:disabled)`);
  if (!button) return;
  event.preventDefault();
  button.click();
});

// Enter in a box for names goes on to the next box instead of sending the whole page.
document.addEventListener("keydown", (event) => {
  const box = event.target.closest?.("input[data-enter=next]");
  if (!box || event.key !== "Enter" || event.ctrlKey || event.isComposing) return;
  const boxes = [...box.form.querySelectorAll("input[data-enter=next]")];
  const next = boxes[boxes.indexOf(box) + 1];
  if (!next) return;
  event.preventDefault();
  next.focus();
});

// Scores: every line is stored by Enter or by leaving it; nothing needs the mouse.
const entries = document.getElementById("lines");
if (entries) {
  let latest = null; // the box that was typed in last
  let after = null; // what to do once every line is stored
  let ahead = ""; // what is typed meanwhile: it belongs to the next page
  const boxes = () => [...document.querySelectorAll(".entry-box")];
  const line = (box) => box.closest("tbody");
  const isEmpty = (box) => box.value.trim() === "";
  const isRefused = (box) => line(box).classList.contains("wrong");
  const isTouched = (box) => box.value.trim() !== box.dataset.stored || isRefused(box);
  const enter = (box) => {
    if (!box) return;
    box.focus();
    box.select();
  };

  // Send a line once, however it was left; a refused one only if something else was typed.
  function save(box) {
    const isNews = isRefused(box) ? box.value !== box.defaultValue : isTouched(box);
    if (!isNews || line(box).dataset.sent === box.value) return;
    line(box).dataset.sent = box.value;
    htmx.trigger(line(box), "save");
  }

  // Go away from this page, but not before every line is stored, and not from one that was refused.
  const isWaiting = () => document.querySelector("tbody[data-sent]") !== null;
  const go = (path) => whenStored(() => location.assign(path));
  function whenStored(act) {
    after = act;
    if (isWaiting()) return;
    const refused = document.querySelector(".line.wrong .entry-box");
    if (refused) {
      stay();
      enter(refused);
    } else {
      sessionStorage.setItem("ahead", ahead);
      after = () => {}; // once only, also when a line settles before the next page is here
      act();
    }
  }
  function stay() {
    after = null;
    ahead = "";
    sessionStorage.removeItem("ahead");
  }

  function saveAndNext(box) {
    const all = boxes();
    const at = all.indexOf(box);
    const wasEmpty = box.dataset.stored === "";
    save(box);
    if (isRefused(box) && !line(box).dataset.sent) return;
    const empty = all.slice(at + 1).find(isEmpty) || all.slice(0, at).find(isEmpty);
    if (empty) enter(empty);
    else if (wasEmpty && !isEmpty(box) && entries.dataset.next) go(entries.dataset.next);
    else enter(all[at + 1] || box);
  }

  function restore(box) {
    if (line(box).dataset.sent) return; // too late: Ctrl+Z takes it back
    const theirs = line(box).querySelector("[name=keep]");
    if (theirs) {
      theirs.click(); // somebody changed the line: as it was is what they put
      return;
    }
    box.value = box.dataset.stored;
    line(box).querySelector(".refusal")?.remove();
    line(box).classList.remove("wrong");
    box.removeAttribute("aria-invalid");
    box.select();
  }

  function step(box, by) {
    const all = boxes();
    enter(all[all.indexOf(box) + by]);
  }

  document.addEventListener("focusin", (event) => {
    if (event.target.matches(".entry-box")) latest = event.target.id;
  });
  document.addEventListener("change", (event) => {
    if (event.target.matches(".entry-box")) save(event.target);
  });
  document.addEventListener("keydown", (event) => {
    if (after) {
      event.preventDefault();
      if (event.key === "Escape") stay();
      else if (event.key.length === 1) sessionStorage.setItem("ahead", (ahead += event.key));
      return;
    }
    const box = event.target.closest(".entry-box");
    const plain = !event.ctrlKey && !event.altKey && !event.metaKey && !event.shiftKey;
    const keys = {
      Enter: box && (() => saveAndNext(box)),
      Escape: box && (() => restore(box)),
      ArrowDown: box && (() => step(box, 1)),
      ArrowUp: box && (() => step(box, -1)),
      PageDown: () => turn("next-page", box),
      PageUp: () => turn("previous-page", box),
      F2: () => {
        const help = document.getElementById("adjust");
        help.open = true;
        help.querySelector("[data-fill]").focus();
      },
    };
    const act = plain && keys[event.key];
    if (act) {
      event.preventDefault();
      act();
    } else if ((event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === "z") {
      const button = document.querySelector("#undo button");
      if (!button || (box && box.value !== box.defaultValue)) return; // the browser undoes what is being typed
      event.preventDefault();
      whenStored(undo);
    }
  });
  const undo = () => document.querySelector("#undo button")?.click(); // the button of now, not of before the wait

  // The mouse may be quicker than a line that is on its way.
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[href]");
    if (!link || !isWaiting()) return;
    event.preventDefault();
    go(link.href);
  });
  document.addEventListener("submit", (event) => {
    if (!isWaiting()) return;
    event.preventDefault();
    whenStored(event.target.id === "undo-form" ? undo : () => event.target.requestSubmit());
  });
  addEventListener("pageshow", () => {
    stay(); // also when the browser brings the page back
    if (document.activeElement === document.body) begin(); // going to #line-… takes the focus away
  });

  function turn(id, box) {
    const link = document.getElementById(id);
    if (box) save(box);
    if (link) go(link.href);
  }

  // An adjusted score goes into the line that was typed in last; Enter then stores it.
  for (const button of document.querySelectorAll("[data-fill]")) {
    button.disabled = false;
    button.addEventListener("click", () => {
      const box = document.getElementById(latest) || boxes()[0];
      enter(box);
      box.value = button.dataset.fill;
    });
  }

  // A line came back, stored or refused.
  document.addEventListener("htmx:afterSettle", (event) => {
    if (!event.detail.elt.matches(".line")) return;
    if (event.detail.xhr.status !== 422) {
      if (after) whenStored(after);
      return;
    }
    // Back to the refused line, unless something is being typed elsewhere already.
    stay();
    const now = document.activeElement;
    if (!now.matches(".entry-box") || !isTouched(now)) enter(event.detail.elt.querySelector(".entry-box"));
  });
  for (const failure of ["htmx:sendError", "htmx:responseError"]) {
    document.addEventListener(failure, (event) => {
      const unsent = event.detail.elt.closest(".line");
      if (unsent) delete unsent.dataset.sent; // it can be sent again
      stay();
    });
  }

  function begin() {
    const marked = location.hash.startsWith("#line-") && document.getElementById(location.hash.slice(1));
    enter(marked ? marked.querySelector(".entry-box") : document.querySelector(".entry-box[autofocus]"));
  }
  begin();
  const typed = sessionStorage.getItem("ahead");
  if (typed && document.activeElement.matches(".entry-box")) document.activeElement.value = typed;
}
