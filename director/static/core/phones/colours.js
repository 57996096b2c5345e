// Suits in two or four colours, as somebody has chosen on this phone.
import { createSpokenText, createWideKey } from "./elements.js";
import { renderSuit } from "./results.js";
import { getGame } from "./state.js";
import { storage } from "./storage.js";
import { draw } from "./ui.js";

const hasFourColours = () => Boolean(storage.get("colours"));

export const applyColours = () =>
  document.documentElement.classList.toggle("four-colours", hasFourColours());

function switchColours() {
  storage.store("colours", !hasFourColours());
  applyColours();
  draw();
}

export function renderColoursKey() {
  if (getGame() === "whist") return null; // no suit is shown
  const label = "Four-colour suits";
  const suits = ["C", "D", "H", "S"].map((letter) => [" ", renderSuit(letter)]);
  return createWideKey("colours", createSpokenText(label, label, suits), switchColours, {
    "aria-pressed": String(hasFourColours()),
  });
}
