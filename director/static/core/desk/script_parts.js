// Parts of a page that work only with scripts, such as Copy and Show password. They are hidden in
// the template (data-needs-script hidden), so that nobody without scripts sees them.

export function revealScriptParts() {
  for (const part of document.querySelectorAll("[data-needs-script]")) part.hidden = false;
}
revealScriptParts();

// Show password. data-shows is the id of the password's box.
document.addEventListener("change", ({ target }) => {
  const passwordBox = document.getElementById(target.dataset.shows);
  if (passwordBox) passwordBox.type = target.checked ? "text" : "password";
});

// Copy. data-copy is the id of the box with the text.
document.addEventListener("click", async ({ target }) => {
  const button = target.closest?.("[data-copy]");
  if (!button) return;
  const box = document.getElementById(button.dataset.copy);
  let isCopied = true;
  try {
    await navigator.clipboard.writeText(box.value);
  } catch {
    // On a plain http address browsers have no clipboard, only the old command.
    box.select();
    isCopied = document.execCommand("copy");
  }
  button.nextElementSibling.textContent = isCopied ? "Copied." : "Press Ctrl C to copy.";
});
