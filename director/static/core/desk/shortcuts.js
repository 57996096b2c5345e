// Single keys that press a button: data-key names the key. Your account can switch them off
// (data-keys=off on the body).

const TYPING_BOXES = "input, select, textarea, [contenteditable]";
const CARD_BOXES = "[data-card]";
const isLetter = (key) => /^[a-z]$/i.test(key);

document.addEventListener("keydown", (event) => {
  const { key, target } = event;
  const hasModifier = event.ctrlKey || event.altKey || event.metaKey;
  if (document.body.dataset.keys === "off" || hasModifier || event.repeat) return;
  // A letter typed into a box belongs to its text. Card boxes take only figures, so there it can
  // only mean a button.
  const isTyping = target.closest(TYPING_BOXES) !== null;
  const isLetterInCard = target.closest(CARD_BOXES) !== null && isLetter(key);
  if (isTyping && !isLetterInCard) return;
  const button = document.querySelector(
    `[data-key="${CSS.escape(key.toLowerCase())}"]:not(:disabled)`,
  );
  if (!button) return;
  event.preventDefault();
  button.click();
});
