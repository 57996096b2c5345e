// Calling the director.
import {
  createBox,
  createElement,
  createForm,
  createGroup,
  createKey,
  createNote,
  createPrimaryKey,
  createText,
  createWideKey,
} from "./elements.js";
import { queue, table } from "./state.js";
import { setNote, showHome, ui } from "./ui.js";

export const WRONG_OPPONENTS = "Wrong opponents";
const REASONS = ["Lead out of turn", "Revoke", "Wrong or fouled board", WRONG_OPPONENTS];

export function callDirector(reason) {
  ui.callReason = "";
  queue.add("calls", { what: "director", ...(reason ? { reason } : {}) });
  setNote("The director has been called.");
  showHome();
}

export const renderCallKey = (id, reason) =>
  createWideKey(id, "Call the director", () => callDirector(reason));

export function makeCallPage() {
  const title = "Call director";
  const { call } = table.state;
  if (call) {
    const reason = call.what ? `: ${call.what}` : "";
    const main = createNote("ok", `Director called at ${call.since}${reason}.`);
    return { title, back: showHome, main };
  }
  const callWithTypedReason = () => callDirector(ui.callReason.trim());
  const box = createBox({ id: "reason", maxlength: "100" }, ui.callReason, (reason) => {
    ui.callReason = reason;
  });
  const reasonKeys = REASONS.map((reason, index) =>
    createKey(`reason-${index}`, reason, () => callDirector(reason)),
  );
  return {
    title,
    back: showHome,
    main: [
      createText("p", "Choose a reason, or just call."),
      createGroup("Reason", "pad plain", reasonKeys),
      createForm(
        callWithTypedReason,
        createElement("label", { for: "reason" }, "Other reason"),
        box,
      ),
    ],
    primary: createPrimaryKey("call-only", "Call the director", callWithTypedReason),
  };
}
