// Each clock of a round counts down to its data-ends. Clocks of the room's computers differ, so it
// counts by the program's clock: data-now is the program's time when it made the page.

const clockOffsets = new WeakMap(); // milliseconds that this computer's clock is ahead, by clock

function updateClocks() {
  for (const clock of document.querySelectorAll("[data-ends]")) updateClock(clock);
}

function updateClock(clock) {
  const { ends: endTime, now: pageTime, warn: warningSeconds } = clock.dataset;
  if (!clockOffsets.has(clock)) clockOffsets.set(clock, Date.now() - Date.parse(pageTime));
  const ownEndTime = Date.parse(endTime) + clockOffsets.get(clock);
  const secondsLeft = Math.ceil((ownEndTime - Date.now()) / 1000);
  clock.textContent = formatSeconds(secondsLeft);
  clock.classList.toggle("over", secondsLeft <= 0);
  clock.classList.toggle("last", secondsLeft > 0 && secondsLeft <= Number(warningSeconds));
}

// After the end the clock counts up, with a plus sign.
function formatSeconds(secondsLeft) {
  const sign = secondsLeft < 0 ? "+" : "";
  const minutes = Math.floor(Math.abs(secondsLeft) / 60);
  const seconds = Math.abs(secondsLeft) % 60;
  return `${sign}${minutes}:${String(seconds).padStart(2, "0")}`;
}

updateClocks();
setInterval(updateClocks, 250);
document.addEventListener("htmx:oobAfterSwap", updateClocks);
