// Cards typed one after the other: Enter goes to the next box, and saves in the last one. Each card
// is sent while the next one is typed, in order, and waits here until the program has answered.
import { waitForRelease } from "../core/desk/press.js";
import { makeKey } from "../core/desk/resend.js";

{
  const ANSWER_WITHIN = 12_000; // milliseconds
  const RETRY_AFTER = 3_000; // milliseconds

  const typingForm = document.querySelector("[data-card=typing]");
  const { number: numberBox, total: totalBox, half: halfBox, second: secondBox } =
    typingForm.elements;
  const unsentNote = document.getElementById("card-waits");
  const liveSum = document.getElementById("card-live");
  const refusedCards = document.getElementById("cards-refused");
  // The number of a stored card can't be changed.
  const isCorrecting = numberBox.readOnly;

  // Cards that the program hasn't answered yet, as {address, body}.
  const unsentCards = [];
  let isSending = false;

  const getState = () => document.getElementById("cards-state");
  const listCardBoxes = (form) =>
    [...form.querySelectorAll("input.n")].filter((box) => box.offsetParent && !box.readOnly);
  const listUnsentNumbers = () => unsentCards.map(({ body }) => body.get("number"));

  function queueCard(form) {
    unsentCards.push({ address: form.action, body: new FormData(form) });
    form.elements.idempotency_key.value = makeKey();
    sendNext();
  }

  async function sendNext() {
    if (isSending || !unsentCards.length) return;
    isSending = true;
    showUnsentCount();
    let isAnswered = false;
    try {
      const page = await sendCard(unsentCards[0]);
      await waitForRelease(); // the answer may replace what a finger holds down
      unsentCards.shift();
      showAnswer(page);
      isAnswered = true;
    } catch {
      setTimeout(sendNext, RETRY_AFTER);
    }
    isSending = false;
    if (isAnswered) sendNext();
    showUnsentCount();
  }

  // Return the page with which the program answers. Raise if something else answers.
  async function sendCard({ address, body }) {
    const response = await fetch(address, {
      method: "POST",
      body,
      headers: { "HX-Request": "true" },
      signal: AbortSignal.timeout(ANSWER_WITHIN),
    });
    if (response.status !== 200 && response.status !== 422) {
      throw new Error(String(response.status));
    }
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    if (!page.getElementById("cards-state")) throw new Error("no answer");
    return page;
  }

  // Show which cards are stored, and a refused card with all that was typed.
  function showAnswer(page) {
    const newState = document.importNode(page.getElementById("cards-state"), true);
    getState().replaceWith(newState);
    htmx.process(newState);
    const refusedCard = page.querySelector(".refused-card");
    if (refusedCard) refusedCards.append(document.importNode(refusedCard, true));
    fillNextNumber();
  }

  function showUnsentCount() {
    // The card that is just being sent isn't late.
    const isLate = unsentCards.length > (isSending ? 1 : 0);
    unsentNote.hidden = !isLate;
    unsentNote.textContent = isLate
      ? `${unsentCards.length} cards have not been saved yet. ` +
        "They will be sent as soon as the connection is back."
      : "";
    showSum();
  }

  // Fill in the number of the next card while nobody types. A number whose card is on its way is
  // out of date.
  function fillNextNumber() {
    const figureBoxes = listCardBoxes(typingForm).filter((box) => box !== numberBox);
    if (isCorrecting || figureBoxes.some((box) => box.value)) return;
    const nextNumber = getState().dataset.next;
    const isUnsent = listUnsentNumbers().includes(nextNumber);
    if (!isUnsent && numberBox !== document.activeElement) numberBox.value = nextNumber;
  }

  // Show what the halves of the typed card come to, and the sum of the room with this card.
  function showSum() {
    const { saved } = getState().dataset;
    const sentences = saved ? [`${saved}.`] : [];
    const total = readFigure(totalBox);
    const halves = readFigure(halfBox) + readFigure(secondBox);
    if (halves && total && halves !== total) {
      const [half, second] = [readFigure(halfBox), readFigure(secondBox)];
      sentences.push(`${half} + ${second} = ${halves}, not ${total}.`);
    }
    const { wanted } = getState().dataset;
    if (wanted && total && !isCorrecting) sentences.push(describeRoomSum(total));
    liveSum.textContent = sentences.join(" ");
  }

  // Return NaN, which is neither true nor equal to anything, if the box is empty or missing.
  const readFigure = (box) => Number(box?.value || NaN);

  function describeRoomSum(total) {
    const { sum, wanted, missing } = getState().dataset;
    const sumWithCard = Number(sum) + total;
    const missingCards = Math.max(Number(missing) - 1, 0);
    const excess = sumWithCard - Number(wanted);
    let verdict = "correct";
    if (missingCards) verdict = `${missingCards} missing`;
    else if (excess) verdict = `${Math.abs(excess)} too ${excess > 0 ? "many" : "few"}`;
    return `With this card: ${sumWithCard} of ${wanted}, ${verdict}.`;
  }

  // Send the typed card, or go to the box that it lacks.
  function submitTypedCard() {
    const isNumberTyped = numberBox.value.trim();
    const hasFigures = totalBox.value.trim() || secondBox?.value.trim();
    if (!isNumberTyped || !hasFigures) {
      (isNumberTyped ? totalBox : numberBox).focus();
      return;
    }
    queueCard(typingForm);
    for (const box of typingForm.querySelectorAll("input.n")) box.value = "";
    typingForm.elements.version.value = "0";
    numberBox.focus();
    numberBox.value = findNextNumber();
    numberBox.select();
  }

  // Return the first number of the room whose card is neither stored nor sent.
  function findNextNumber() {
    const unsentNumbers = listUnsentNumbers();
    const missingNumbers = getState().dataset.order.split(" ");
    return missingNumbers.find((number) => !unsentNumbers.includes(number)) ?? "";
  }

  document.addEventListener("keydown", (event) => {
    const form = event.target.closest?.("[data-card]");
    if (event.key !== "Enter" || !form || !event.target.matches("input")) return;
    // Few cards have rounds, so Enter passes their box over.
    const boxes = listCardBoxes(form).filter((box) => box.name !== "rounds");
    const nextBox = boxes[boxes.indexOf(event.target) + 1];
    if (!nextBox || event.target.name === "rounds") return; // the last box saves
    event.preventDefault();
    nextBox.focus();
    nextBox.select();
  });

  // In the capture phase, so that the desk's own handling of forms never sees a queued card.
  document.addEventListener(
    "submit",
    (event) => {
      const form = event.target.closest("[data-card]");
      if (!form || event.submitter?.hasAttribute("data-plain") || isCorrecting) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      if (form === typingForm) {
        submitTypedCard();
        return;
      }
      queueCard(form);
      form.closest(".refused-card").remove();
    },
    true,
  );

  document.addEventListener("click", (event) => {
    const discardLink = event.target.closest("[data-drop]");
    if (!discardLink) return;
    event.preventDefault();
    discardLink.closest(".refused-card").remove();
  });

  typingForm.addEventListener("input", showSum);
  document.addEventListener("htmx:afterSettle", () => {
    fillNextNumber();
    showSum();
  });
  // The browser asks before it leaves a page with unsent cards.
  addEventListener("beforeunload", (event) => {
    if (unsentCards.length) event.preventDefault();
  });

  const isNumberKnown = isCorrecting || totalBox.value;
  (isNumberKnown ? totalBox : numberBox).focus();
  numberBox.select();
  showSum();
}
