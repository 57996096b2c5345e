// Who sits here: players type their names in the first round, if the club asks for them. A name is
// sent at once and never waits in the queue.
import { fetchChangedState } from "./answers.js";
import { SEATS } from "./bridge.js";
import {
  createAlert,
  createBox,
  createElement,
  createGroup,
  createKey,
  createText,
  createWideKey,
} from "./elements.js";
import { fetchJson, postJson } from "./queue.js";
import { getSeatName, renderCompass } from "./seating.js";
import { getSettings, table } from "./state.js";
import { device, makeRandomText } from "./storage.js";
import { draw, showScreen } from "./ui.js";

const LOOK_UP_AFTER = 250; // milliseconds after the last key

const nameEntry = {
  seat: "",
  typed: "",
  suggestions: [],
  error: "",
  key: "",
  sentText: "",
  isSending: false,
};

const listEmptySeats = () => ["N", "S", "E", "W"].filter((seat) => !getSeatName(seat));
export const canNameSeats = () => getSettings().names && listEmptySeats().length > 0;
const isMembershipNumber = (text) => /^\d{2,}$/.test(text);

async function lookUpPeople(text) {
  const letters = text.match(/\p{L}/gu) || [];
  const hasEnoughLetters = letters.length > 1;
  const query = new URLSearchParams({ q: text, device });
  const answer = hasEnoughLetters ? await fetchJson(`people.json?${query}`) : null;
  const hasTypedOn = text !== nameEntry.typed.trim();
  if (hasTypedOn) return;
  nameEntry.suggestions = answer && answer.status === 200 ? answer.body.people : [];
  draw();
}

// Send who sits in the chosen seat. `person` is {name}, {name, visitor: true} or {number}.
async function sendPerson(person) {
  if (nameEntry.isSending) return;
  nameEntry.isSending = true;
  const payload = { seat: nameEntry.seat, ...person };
  // The same name is sent again under the same key, so the program takes it once.
  const sentText = JSON.stringify(payload);
  if (nameEntry.sentText !== sentText) {
    Object.assign(nameEntry, { sentText, key: makeRandomText(16) });
  }
  const { status, body } = await postJson("names", { ...payload, key: nameEntry.key, device });
  nameEntry.isSending = false;
  if (status !== 200 && status !== 201) {
    const hasReason = body && body.error;
    nameEntry.error = hasReason
      ? body.error
      : "No network. Try again, or play on and tell the director.";
    draw();
    return;
  }
  table.state.seats[body.seat] = body.name;
  Object.assign(nameEntry, { seat: "", typed: "", suggestions: [], error: "" });
  fetchChangedState();
  if (!canNameSeats()) {
    showScreen("round");
    return;
  }
  draw();
  document.getElementById("person").focus(); // for the name of the next player
}

export function makeNamesPage() {
  const emptySeats = listEmptySeats();
  // Another phone may have named the chosen seat.
  if (!emptySeats.includes(nameEntry.seat)) nameEntry.seat = emptySeats[0] || "";
  const { seat, error, suggestions } = nameEntry;
  return {
    title: "Who sits here?",
    back: () => showScreen("round"),
    main: [
      createGroup("Seat", "pad two", emptySeats.map(createSeatKey)),
      createElement(
        "div",
        { class: "type" },
        createElement(
          "label",
          { for: "person" },
          `${SEATS[seat] || "Name"} `,
          createText("small", "name or membership number"),
        ),
        createPersonBox(),
      ),
      error ? createAlert(error) : null,
      suggestions.map((name, index) =>
        createWideKey(`person-${index}`, name, () => sendPerson({ name })),
      ),
      renderTypedPersonKey(),
      renderCompass(),
    ],
  };
}

function createSeatKey(seat) {
  const choose = () => {
    nameEntry.seat = seat;
    draw();
  };
  return createKey(`seat-${seat}`, SEATS[seat], choose, {
    "aria-pressed": String(seat === nameEntry.seat),
  });
}

function createPersonBox() {
  const attributes = { id: "person", autocapitalize: "words", maxlength: "80" };
  return createBox(attributes, nameEntry.typed, (typed) => {
    Object.assign(nameEntry, { typed, error: "" });
    clearTimeout(nameEntry.timer);
    nameEntry.timer = setTimeout(() => lookUpPeople(nameEntry.typed.trim()), LOOK_UP_AFTER);
  });
}

// Return the key that sends what is typed: a membership number, or a visitor whom the club doesn't
// know yet.
function renderTypedPersonKey() {
  const text = nameEntry.typed.trim();
  if (isMembershipNumber(text)) {
    return createWideKey("number", `Number ${text}`, () => sendPerson({ number: text }));
  }
  const names = nameEntry.suggestions.map((name) => name.toLowerCase());
  const isKnown = names.includes(text.toLowerCase());
  // A single word is the beginning of the names that are suggested.
  const isWholeName = text.includes(" ") || !names.length;
  if (text.length < 2 || isKnown || !isWholeName) return null;
  return createWideKey("visitor", `Add ${text} as a visitor`, () =>
    sendPerson({ name: text, visitor: true }),
  );
}
