// Who sits here: in the first round of a table, where the club asks. Names are sent at once and
// never wait.
"use strict";

const naming = { seat: "", typed: "", offered: [], error: "", key: "", isSending: false };

const emptySeats = () => ["N", "S", "E", "W"].filter((seat) => !nameOf(seat));
const mayName = () => settings().names && emptySeats().length > 0;
const isNumber = (words) => /^\d{2,}$/.test(words);

async function lookFor(words) {
  const isAsked = (words.match(/\p{L}/gu) || []).length > 1;
  const { status, body } = isAsked
    ? await ask(`people.json?${new URLSearchParams({ q: words, device })}`)
    : { status: 0 };
  if (words !== naming.typed.trim()) return; // somebody has typed on
  naming.offered = status === 200 ? body.people : [];
  draw();
}

// Send who sits in the seat that was chosen. What had no answer is sent again under its key.
async function nameSeat(who) {
  if (naming.isSending) return;
  naming.isSending = true;
  const said = JSON.stringify({ seat: naming.seat, ...who });
  if (naming.said !== said) Object.assign(naming, { said, key: randomText(16) });
  const { status, body } = await ask("names", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ ...JSON.parse(said), key: naming.key, device }),
  });
  naming.isSending = false;
  if (status === 200 || status === 201) {
    table.asked += 1; // an answer that is on its way is older than this
    table.state.seats[body.seat] = body.name;
    Object.assign(naming, { seat: "", typed: "", offered: [], error: "" });
    askSoon(0);
    if (!mayName()) return show("round");
    draw();
    return document.getElementById("person").focus(); // the next one is typed at once
  } else {
    naming.error =
      body && body.error ? body.error : "No network. Try again, or play on and tell the director.";
  }
  return draw();
}

PAGES.names = () => {
  if (!emptySeats().includes(naming.seat)) naming.seat = emptySeats()[0] || "";
  const words = naming.typed.trim();
  const box = make("input", {
    id: "person",
    autocomplete: "off",
    autocapitalize: "words",
    maxlength: "80",
  });
  box.value = naming.typed;
  box.addEventListener("input", () => {
    Object.assign(naming, { typed: box.value, error: "" });
    clearTimeout(naming.timer);
    naming.timer = setTimeout(() => lookFor(naming.typed.trim()), 250);
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
    back: () => show("round"),
    main: [
      group(
        "Seat",
        "pad two",
        emptySeats().map((seat) =>
          key(`seat-${seat}`, SEATS[seat], choose(seat), {
            "aria-pressed": String(seat === naming.seat),
          }),
        ),
      ),
      make(
        "div",
        { class: "type" },
        make(
          "label",
          { for: "person" },
          `${SEATS[naming.seat] || "Name"} `,
          text("small", "name or membership number"),
        ),
        box,
      ),
      naming.error ? make("p", { class: "say bad", role: "alert" }, naming.error) : null,
      naming.offered.map((name, at) =>
        key(`person-${at}`, name, () => nameSeat({ name }), { class: "wide quiet" }),
      ),
      isNumber(words)
        ? key("number", `Number ${words}`, () => nameSeat({ number: words }), {
            class: "wide quiet",
          })
        : null,
      isNew
        ? key(
            "visitor",
            `Add ${words} as a visitor`,
            () => nameSeat({ name: words, visitor: true }),
            { class: "wide quiet" },
          )
        : null,
      compass(),
    ],
  };
};
