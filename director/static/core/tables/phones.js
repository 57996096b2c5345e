// Several phones at one table: which are new there, and the page of one that the director does not let in.
"use strict";

const knownPhones = () => keeping.get("phones") || [];
const quiet = { class: "quiet" };

function knowPhones(devices) {
  keeping.put("phones", [...new Set([...knownPhones(), ...devices])]);
  draw();
}

// Several phones answer for the side of this one: it is said to all of them, and each may say that one is not theirs.
function twiceNote() {
  const devices = (isOwnPhone() && table.state.twice && table.state.twice[mySide()]) || [];
  const others = devices.filter((other) => other !== device);
  if (others.every((other) => knownPhones().includes(other))) return null;
  const know = () => knowPhones(others);
  const call = () => {
    know();
    callDirector(`A phone that is not ours answers for ${SIDES[mySide()]}`);
  };
  const keys = [key("phones-ours", "Both are ours", know, quiet), key("phones-other", "This one is theirs", () => show("side"), quiet), key("phones-not", "Not ours: call the director", call, quiet)];
  return make("div", { class: "say warn", role: "status" }, text("p", `! Another phone answers for ${SIDES[mySide()]} at this table too.`), make("div", { class: "others" }, keys));
}

// A phone came to a table where others were: it is told so itself, and those that were there before.
function cameNotes() {
  const { came = [], twice = {} } = table.state;
  const isMeant = (phone) => !knownPhones().includes(phone.device) && (settings().confirm !== "own" || phone.side) && !(isOwnPhone() && twice[phone.side]);
  const later = came.slice(came.findIndex((phone) => phone.device === device) + 1);
  const mine = came.find((phone) => phone.device === device);
  return [mine && isMeant(mine) ? tookOver(mine) : null, ...later.filter(isMeant).map(otherCame)];
}

const placeOf = ({ last }) => (last ? `, in place of the one heard last at ${last}` : "");

function tookOver(phone) {
  const held = phone.held ? ` That one kept ${phone.held} ${phone.held === 1 ? "entry" : "entries"} which it had not sent: switch it on again, or enter here what is missing.` : "";
  const words = `This phone is new at table ${table.state.table}${placeOf(phone)}. It goes on where the table stands.${held}`;
  return make("div", { class: "say", role: "status" }, text("p", words), make("div", { class: "others" }, key("came-mine", "All right", () => knowPhones([device]), quiet)));
}

function otherCame(phone, at) {
  const side = SIDES[phone.side];
  const call = () => {
    knowPhones([phone.device]);
    callDirector("A new phone at our table is not ours");
  };
  const keys = [key(`came-ours-${at}`, "It is ours", () => knowPhones([phone.device]), quiet), key(`came-not-${at}`, "Not ours: call the director", call, quiet)];
  return make("div", { class: "say warn", role: "status" }, text("p", `! New phone at your table${side ? ` for ${side}` : ""} since ${phone.since}${placeOf(phone)}.`), make("div", { class: "others" }, keys));
}

// What is kept here is sent as soon as the director lets this phone in.
PAGES.shut = () => {
  const items = queue.waiting.filter((item) => item.board);
  return {
    title: "This phone is not let in",
    main: [
      say("bad", `! ${table.shut}`),
      items.length ? [text("p", "These are kept here, and are sent once it is let in:"), make("ul", {}, items.map((item) => make("li", {}, `Board ${item.board}: `, writtenOf(itemEntry(item)))))] : null,
    ],
  };
};
