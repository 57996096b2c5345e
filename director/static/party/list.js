// The signed list of a party's table, on a phone: the phone keeps it while somebody types it, and
// the program checks it after each box.
import { postJson } from "../core/phones/queue.js";
import { storage } from "../core/phones/storage.js";

export const readList = (boxes) =>
  Object.fromEntries(boxes.map((box) => [box.name, box.value.trim()]));

// `draftName` is the name under which the phone keeps the list.
export function setUpList(form, boxes, draftName) {
  const draft = storage.get(draftName);
  // A list that is stored already is corrected as it was stored.
  if (draft && !form.elements.change) {
    for (const box of boxes) box.value = draft[box.name] || box.value;
  }
  const check = makeListCheck(form, boxes);
  form.addEventListener("input", () => storage.store(draftName, readList(boxes)));
  form.addEventListener("change", check);
  if (draft) check();
}

// Return a function that shows what the program says of the list.
function makeListCheck(form, boxes) {
  const note = document.getElementById("list-check");
  let lastCheckNumber = 0;
  return async () => {
    lastCheckNumber += 1;
    const checkNumber = lastCheckNumber;
    const { status, body } = await postJson("results", {
      check: true,
      round: Number(form.elements.round.value),
      players: form.elements.players.value,
      ...readList(boxes),
    });
    // The list has changed since then.
    if (checkNumber !== lastCheckNumber) return;
    let text = "";
    if (status === 200) text = body.check || "";
    if (status === 422) text = body.error || "";
    const isRight = status === 200 && body.agrees;
    note.hidden = !text;
    note.textContent = text;
    note.className = `say ${isRight ? "ok" : "warn"}`;
  };
}
