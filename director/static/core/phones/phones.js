// Several phones at one table: which are new there, and the page of one that the director does not
// let in.
import { SIDES, formatEntry } from "./bridge.js";
import { callDirector, parseItem } from "./decisions.js";
import { PAGES } from "./pages.js";
import { createElement, createKey, createNote, createText } from "./parts.js";
import { getOwnLabel, getOwnSide, getSettings, isPhoneOfOneSide, queue, table } from "./state.js";
import { storage } from "./storage.js";
import { draw, showScreen } from "./table.js";

export const listKnownPhones = () => storage.get("phones") || [];
const quiet = { class: "quiet" };

function addKnownPhones(labels) {
  storage.store("phones", [...new Set([...listKnownPhones(), ...labels])]);
  draw();
}

// Several phones answer for the side of this one: it is said to all of them, and each may say that
// one is not theirs.
export function renderSecondPhoneNote() {
  const labels = (isPhoneOfOneSide() && table.state.twice && table.state.twice[getOwnSide()]) || [];
  const others = labels.filter((other) => other !== getOwnLabel());
  if (others.every((other) => listKnownPhones().includes(other))) return null;
  const know = () => addKnownPhones(others);
  const call = () => {
    know();
    callDirector(`Unknown phone entering for ${SIDES[getOwnSide()]}`);
  };
  const keys = [
    createKey("phones-ours", "Both are ours", know, quiet),
    createKey("phones-other", "This one is theirs", () => showScreen("side"), quiet),
    createKey("phones-not", "Not ours: call director", call, quiet),
  ];
  return createElement(
    "div",
    { class: "say warn", role: "status" },
    createText("p", `! Another phone is entering for ${SIDES[getOwnSide()]} too.`),
    createElement("div", { class: "others" }, keys),
  );
}

// A phone came to a table where others were: it is told so itself, and those that were there
// before.
export function renderNewPhoneNotes() {
  const { came = [], twice = {} } = table.state;
  const isMeant = (other) =>
    !listKnownPhones().includes(other.phone) &&
    (getSettings().confirm !== "own" || other.side) &&
    !(isPhoneOfOneSide() && twice[other.side]);
  const later = came.slice(came.findIndex((other) => other.phone === getOwnLabel()) + 1);
  const mine = came.find((other) => other.phone === getOwnLabel());
  return [
    mine && isMeant(mine) ? renderWelcome(mine) : null,
    ...later.filter(isMeant).map(renderNewPhone),
  ];
}

const describeReplaced = ({ last }) => (last ? `, replacing one last seen at ${last}` : "");

// One line until this phone has sent something; more only where another one holds results back.
function renderWelcome(phone) {
  const results = phone.held === 1 ? "1 unsent result" : `${phone.held} unsent results`;
  const held = phone.held
    ? ` The phone before it has ${results}: switch it on, or enter what is missing here.`
    : "";
  return createElement(
    "p",
    { class: "say came", role: "status" },
    `Welcome to table ${table.state.table}.${held}`,
  );
}

function renderNewPhone(other, at) {
  const side = SIDES[other.side];
  const call = () => {
    addKnownPhones([other.phone]);
    callDirector("Unknown new phone at our table");
  };
  const keys = [
    createKey(`came-ours-${at}`, "It’s ours", () => addKnownPhones([other.phone]), quiet),
    createKey(`came-not-${at}`, "Not ours: call director", call, quiet),
  ];
  return createElement(
    "div",
    { class: "say warn", role: "status" },
    createText(
      "p",
      `! New phone${side ? ` for ${side}` : ""} since ${other.since}${describeReplaced(other)}.`,
    ),
    createElement("div", { class: "others" }, keys),
  );
}

// What is kept here is sent as soon as the director lets this phone in.
PAGES.shut = () => {
  const items = queue.waiting.filter((item) => item.board);
  return {
    title: "This phone can’t enter results",
    main: [
      createNote("bad", `! ${table.shut}`),
      items.length
        ? [
            createText("p", "Sent once the director allows this phone:"),
            createElement(
              "ul",
              {},
              items.map((item) =>
                createElement("li", {}, `Board ${item.board}: `, formatEntry(parseItem(item))),
              ),
            ),
          ]
        : null,
    ],
  };
};
