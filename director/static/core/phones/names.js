// Who sits here: in the first round of a table, where the club asks. Names are sent at once and
// never wait.
import { SEATS } from "./bridge.js";
import { PAGES } from "./pages.js";
import {
  createElement,
  createGroup,
  createKey,
  createText,
  getSeatName,
  renderCompass,
} from "./parts.js";
import { fetchJson } from "./queue.js";
import { getSettings, scheduleFetch, table } from "./state.js";
import { device, makeRandomText } from "./storage.js";
import { draw, showScreen } from "./table.js";

const naming = { seat: "", typed: "", offered: [], error: "", key: "", isSending: false };

const listEmptySeats = () => ["N", "S", "E", "W"].filter((seat) => !getSeatName(seat));
export const canNameSeats = () => getSettings().names && listEmptySeats().length > 0;
const isNumber = (words) => /^\d{2,}$/.test(words);

async function lookUpPeople(words) {
  const isAsked = (words.match(/\p{L}/gu) || []).length > 1;
  const { status, body } = isAsked
    ? await fetchJson(`people.json?${new URLSearchParams({ q: words, device })}`)
    : { status: 0 };
  if (words !== naming.typed.trim()) return; // somebody has typed on
  naming.offered = status === 200 ? body.people : [];
  draw();
}

// Send who sits in the seat that was chosen. What had no answer is sent again under its key.
async function sendName(who) {
  if (naming.isSending) return;
  naming.isSending = true;
  const said = JSON.stringify({ seat: naming.seat, ...who });
  if (naming.said !== said) Object.assign(naming, { said, key: makeRandomText(16) });
  const { status, body } = await fetchJson("names", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ ...JSON.parse(said), key: naming.key, device }),
  });
  naming.isSending = false;
  if (status === 200 || status === 201) {
    table.asked += 1; // an answer that is on its way is older than this
    table.state.seats[body.seat] = body.name;
    Object.assign(naming, { seat: "", typed: "", offered: [], error: "" });
    scheduleFetch(0);
    if (!canNameSeats()) return showScreen("round");
    draw();
    return document.getElementById("person").focus(); // the next one is typed at once
  } else {
    naming.error =
      body && body.error ? body.error : "No network. Try again, or play on and tell the director.";
  }
  return draw();
}

PAGES.names = () => {
  if (!listEmptySeats().includes(naming.seat)) naming.seat = listEmptySeats()[0] || "";
  const words = naming.typed.trim();
  const box = createElement("input", {
    id: "person",
    autocomplete: "off",
    autocapitalize: "words",
    maxlength: "80",
  });
  box.value = naming.typed;
  box.addEventListener("input", () => {
    Object.assign(naming, { typed: box.value, error: "" });
    clearTimeout(naming.timer);
    naming.timer = setTimeout(() => lookUpPeople(naming.typed.trim()), 250);
  });
  const isKnown = naming.offered.some((name) => name.toLowerCase() === words.toLowerCase());
  const isNew =
    words.length > 1 &&
    !isNumber(words) &&
    !isKnown &&
    (words.includes(" ") || !naming.offered.length);
  const choose = (seat) => () => {
    naming.seat = seat;
    draw();
  };
  return {
    title: "Who sits here?",
    back: () => showScreen("round"),
    main: [
      createGroup(
        "Seat",
        "pad two",
        listEmptySeats().map((seat) =>
          createKey(`seat-${seat}`, SEATS[seat], choose(seat), {
            "aria-pressed": String(seat === naming.seat),
          }),
        ),
      ),
      createElement(
        "div",
        { class: "type" },
        createElement(
          "label",
          { for: "person" },
          `${SEATS[naming.seat] || "Name"} `,
          createText("small", "name or membership number"),
        ),
        box,
      ),
      naming.error ? createElement("p", { class: "say bad", role: "alert" }, naming.error) : null,
      naming.offered.map((name, at) =>
        createKey(`person-${at}`, name, () => sendName({ name }), { class: "wide quiet" }),
      ),
      isNumber(words)
        ? createKey("number", `Number ${words}`, () => sendName({ number: words }), {
            class: "wide quiet",
          })
        : null,
      isNew
        ? createKey(
            "visitor",
            `Add ${words} as a visitor`,
            () => sendName({ name: words, visitor: true }),
            { class: "wide quiet" },
          )
        : null,
      renderCompass(),
    ],
  };
};
