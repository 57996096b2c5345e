// Requests that get no answer, or no page to show. Without a message nobody would notice them.
//
// If no answer comes, nobody knows whether the program saved what was sent. The program does each
// idempotency key only once, so sending the same key again is safe. A form with data-again is sent
// until an answer comes.
import { removeScriptMessages, showMessage } from "./messages.js";
import { RESEND_EVENT } from "./press.js";

const NO_ANSWER = "There was no answer, so this may not have been saved.";
const CHECK_LINK = "Check what was saved";
const ANSWER_TIMEOUT = 15_000; // milliseconds, for forms with data-again; others wait without limit
const LONGEST_PAUSE = 10_000; // milliseconds between two attempts
const PROXY_STATUSES = [502, 503, 504];

const resendTimers = new Map(); // by the element whose request is sent again
const isPoll = (element) => element.hasAttribute("data-poll");

const toHexadecimal = (byte) => byte.toString(16).padStart(2, "0");

export function makeKey() {
  const randomBytes = crypto.getRandomValues(new Uint8Array(9));
  return Array.from(randomBytes, toHexadecimal).join("");
}

// A form stays on the page after its answer, so each sending needs its own key.
document.addEventListener("htmx:configRequest", ({ detail }) => {
  const isResent = detail.triggeringEvent?.type === RESEND_EVENT;
  if (detail.verb === "post" && !isResent) detail.parameters.idempotency_key = makeKey();
  if (detail.elt.hasAttribute("data-again")) detail.timeout = ANSWER_TIMEOUT;
});

// A page that the Back button restores still has the keys of the forms sent from it.
addEventListener("pageshow", (event) => {
  if (!event.persisted) return;
  for (const box of document.querySelectorAll("input[name=idempotency_key]")) box.value = makeKey();
});

// Whoever sends the form again by hand needs no automatic sending.
document.addEventListener("htmx:beforeRequest", ({ detail: { elt } }) => {
  clearTimeout(resendTimers.get(elt));
  resendTimers.delete(elt);
});

for (const eventName of ["htmx:sendError", "htmx:timeout"]) {
  document.addEventListener(eventName, (event) => handleLostAnswer(event.detail));
}

document.addEventListener("htmx:responseError", ({ detail }) => {
  const { elt, xhr } = detail;
  if (isPoll(elt)) return;
  const isText = xhr.getResponseHeader("Content-Type")?.startsWith("text/plain");
  if (isText && xhr.responseText) {
    showMessage(xhr.responseText); // the program's own sentence, such as that the disk is full
  } else if (PROXY_STATUSES.includes(xhr.status)) {
    handleLostAnswer(detail); // a proxy answered, because the program didn't
  } else if (xhr.status >= 500) {
    showMessage("Something went wrong, so this may not have been saved.", CHECK_LINK);
  } else {
    showMessage("Nothing was saved. Reload the page and try again.");
  }
});

document.addEventListener("htmx:afterRequest", ({ detail }) => {
  if (detail.successful && !isPoll(detail.elt)) removeSettledMessage();
});

function handleLostAnswer({ elt, requestConfig }) {
  if (isPoll(elt)) return;
  if (!elt.hasAttribute("data-again")) {
    showMessage(NO_ANSWER, CHECK_LINK);
    return;
  }
  showMessage(`${NO_ANSWER} It is sent again until the program answers.`);
  const attempts = countAttempts(requestConfig.triggeringEvent) + 1;
  const pause = Math.min(1000 * 2 ** (attempts - 1), LONGEST_PAUSE);
  const timer = setTimeout(() => resendRequest(elt, requestConfig, attempts), pause);
  resendTimers.set(elt, timer);
}

// The attempts before a request. Only the event of `resendRequest` carries a number.
const countAttempts = (event) => event?.detail?.attempts ?? 0;

function resendRequest(elt, { verb, path, formData }, attempts) {
  // Another answer has replaced the form: the page shows what was saved.
  if (!elt.isConnected) {
    resendTimers.delete(elt);
    removeSettledMessage();
    return;
  }
  const event = new CustomEvent(RESEND_EVENT, { detail: { attempts } });
  // If this request gets no answer either, htmx:sendError leads to the next attempt.
  htmx.ajax(verb, path, { source: elt, event, values: formData }).catch(() => {});
}

// The message is about all forms that are sent again, so it stays until the last one is answered.
function removeSettledMessage() {
  if (!resendTimers.size) removeScriptMessages();
}
