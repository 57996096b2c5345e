// Cards typed one after the other: Enter goes on to the next box and stores at the last; each card
// goes out by itself while the next one is typed, in order, and is kept here until it is answered.
"use strict";
/* global makeKey -- core/desk.js */

{
  const typing = document.querySelector("[data-card=typing]");
  const waits = document.getElementById("card-waits");
  const live = document.getElementById("card-live");
  const refusedCards = document.getElementById("cards-refused");
  const isCorrecting = typing.elements.number.readOnly;
  const waiting = [];
  let isSending = false;

  const findState = () => document.getElementById("cards-state");
  const listCardBoxes = (form) =>
    [...form.querySelectorAll("input.n")].filter((box) => box.offsetParent && !box.readOnly);

  function sendNext() {
    if (isSending || !waiting.length) return;
    isSending = true;
    const { address, body } = waiting[0];
    fetch(address, {
      method: "POST",
      body,
      headers: { "HX-Request": "true" },
      signal: AbortSignal.timeout(12_000),
    })
      .then(async (answer) => {
        if (answer.status !== 200 && answer.status !== 422) throw new Error(String(answer.status));
        const page = new DOMParser().parseFromString(await answer.text(), "text/html");
        if (!page.getElementById("cards-state")) throw new Error("no answer");
        waiting.shift();
        showAnswer(page);
        isSending = false;
        sendNext();
      })
      .catch(() => {
        isSending = false;
        setTimeout(sendNext, 3_000);
      })
      .finally(showWaiting);
    showWaiting();
  }

  // What an answer says: the cards that are in, and a refused one with all that was typed.
  function showAnswer(page) {
    const comes = document.importNode(page.getElementById("cards-state"), true);
    findState().replaceWith(comes);
    htmx.process(comes);
    const refused = page.querySelector(".refused-card");
    if (refused) refusedCards.append(document.importNode(refused, true));
    fillNextNumber();
  }

  function showWaiting() {
    const late = waiting.length > (isSending ? 1 : 0);
    waits.hidden = !late;
    waits.textContent = late
      ? `${waiting.length} cards have not been saved yet. ` +
        "They will be sent as soon as the connection is back."
      : "";
    showSum();
  }

  // The number of the next card stands there while nothing is typed; those that are on their way
  // are passed over.
  function fillNextNumber() {
    if (
      isCorrecting ||
      [...listCardBoxes(typing)].some((box) => box.name !== "number" && box.value)
    ) {
      return;
    }
    const next = findState().dataset.next;
    const isOnItsWay = waiting.some((item) => item.body.get("number") === next);
    if (!isOnItsWay && typing.elements.number !== document.activeElement) {
      typing.elements.number.value = next;
    }
  }

  // What the room would have made with the card that is being typed.
  function showSum() {
    const { sum, wanted, missing, saved } = findState().dataset;
    const [half, second, total] = ["half", "second", "total"].map((name) =>
      Number(typing.elements[name]?.value || NaN),
    );
    const said = saved ? [`${saved}.`] : [];
    if (half + second && total && half + second !== total) {
      said.push(`${half} + ${second} = ${half + second}, not ${total}.`);
    }
    if (wanted && total && !isCorrecting) {
      const now = Number(sum) + total;
      const left = Math.max(Number(missing) - 1, 0);
      const off = now - Number(wanted);
      let state = "correct";
      if (left) state = `${left} missing`;
      else if (off) state = `${Math.abs(off)} too ${off > 0 ? "many" : "few"}`;
      said.push(`With this card: ${now} of ${wanted}, ${state}.`);
    }
    live.textContent = said.join(" ");
  }

  function queueCard(form) {
    waiting.push({ address: form.action, body: new FormData(form) });
    form.elements.idempotency_key.value = makeKey();
    sendNext();
  }

  document.addEventListener("keydown", (event) => {
    const form = event.target.closest?.("[data-card]");
    if (event.key !== "Enter" || !form || !event.target.matches("input")) return;
    const boxes = listCardBoxes(form).filter((box) => box.name !== "rounds");
    const next = boxes[boxes.indexOf(event.target) + 1];
    if (!next || event.target.name === "rounds") return; // the last box stores
    event.preventDefault();
    next.focus();
    next.select();
  });

  document.addEventListener(
    "submit",
    (event) => {
      const form = event.target.closest("[data-card]");
      if (!form || event.submitter?.hasAttribute("data-plain") || isCorrecting) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      if (form !== typing) {
        queueCard(form);
        form.closest(".refused-card").remove();
        return;
      }
      const typed = typing.elements.number.value.trim();
      if (!typed || !(typing.elements.total.value.trim() || typing.elements.second?.value.trim())) {
        (typed ? typing.elements.total : typing.elements.number).focus();
        return;
      }
      queueCard(form);
      for (const box of typing.querySelectorAll("input.n")) box.value = "";
      typing.elements.version.value = "0";
      typing.elements.number.focus();
      const sent = new Set(waiting.map((item) => item.body.get("number")));
      const next = findState()
        .dataset.order.split(" ")
        .find((number) => !sent.has(number));
      typing.elements.number.value = next ?? "";
      typing.elements.number.select();
    },
    true,
  );

  document.addEventListener("click", (event) => {
    const drop = event.target.closest("[data-drop]");
    if (!drop) return;
    event.preventDefault();
    drop.closest(".refused-card").remove();
  });

  typing.addEventListener("input", showSum);
  document.addEventListener("htmx:afterSettle", () => {
    fillNextNumber();
    showSum();
  });
  addEventListener("beforeunload", (event) => {
    if (waiting.length) event.preventDefault();
  });
  typing.elements[isCorrecting || typing.elements.total.value ? "total" : "number"].focus();
  typing.elements.number.select();
  showSum();
}
