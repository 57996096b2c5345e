// Several phones at one table: which are new there, and the page of one that the director does not
// let in.
"use strict";

const knownPhones = () => keeping.get("phones") || [];
const quiet = { class: "quiet" };

function knowPhones(labels) {
  keeping.put("phones", [...new Set([...knownPhones(), ...labels])]);
  draw();
}

// Several phones answer for the side of this one: it is said to all of them, and each may say that
// one is not theirs.
function twiceNote() {
  const labels = (isOwnPhone() && table.state.twice && table.state.twice[mySide()]) || [];
  const others = labels.filter((other) => other !== myPhone());
  if (others.every((other) => knownPhones().includes(other))) return null;
  const know = () => knowPhones(others);
  const call = () => {
    know();
    callDirector(`Unknown phone entering for ${SIDES[mySide()]}`);
  };
  const keys = [
    key("phones-ours", "Both are ours", know, quiet),
    key("phones-other", "This one is theirs", () => show("side"), quiet),
    key("phones-not", "Not ours: call director", call, quiet),
  ];
  return make(
    "div",
    { class: "say warn", role: "status" },
    text("p", `! Another phone is entering for ${SIDES[mySide()]} too.`),
    make("div", { class: "others" }, keys),
  );
}

// A phone came to a table where others were: it is told so itself, and those that were there
// before.
function cameNotes() {
  const { came = [], twice = {} } = table.state;
  const isMeant = (other) =>
    !knownPhones().includes(other.phone) &&
    (settings().confirm !== "own" || other.side) &&
    !(isOwnPhone() && twice[other.side]);
  const later = came.slice(came.findIndex((other) => other.phone === myPhone()) + 1);
  const mine = came.find((other) => other.phone === myPhone());
  return [mine && isMeant(mine) ? tookOver(mine) : null, ...later.filter(isMeant).map(otherCame)];
}

const placeOf = ({ last }) => (last ? `, replacing one last seen at ${last}` : "");

// One line until this phone has sent something; more only where another one holds results back.
function tookOver(phone) {
  const results = phone.held === 1 ? "1 unsent result" : `${phone.held} unsent results`;
  const held = phone.held
    ? ` The phone before it has ${results}: switch it on, or enter what is missing here.`
    : "";
  return make(
    "p",
    { class: "say came", role: "status" },
    `Welcome to table ${table.state.table}.${held}`,
  );
}

function otherCame(other, at) {
  const side = SIDES[other.side];
  const call = () => {
    knowPhones([other.phone]);
    callDirector("Unknown new phone at our table");
  };
  const keys = [
    key(`came-ours-${at}`, "It’s ours", () => knowPhones([other.phone]), quiet),
    key(`came-not-${at}`, "Not ours: call director", call, quiet),
  ];
  return make(
    "div",
    { class: "say warn", role: "status" },
    text("p", `! New phone${side ? ` for ${side}` : ""} since ${other.since}${placeOf(other)}.`),
    make("div", { class: "others" }, keys),
  );
}

// What is kept here is sent as soon as the director lets this phone in.
PAGES.shut = () => {
  const items = queue.waiting.filter((item) => item.board);
  return {
    title: "This phone can’t enter results",
    main: [
      say("bad", `! ${table.shut}`),
      items.length
        ? [
            text("p", "Sent once the director allows this phone:"),
            make(
              "ul",
              {},
              items.map((item) =>
                make("li", {}, `Board ${item.board}: `, writtenOf(itemEntry(item))),
              ),
            ),
          ]
        : null,
    ],
  };
};
