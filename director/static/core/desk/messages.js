// Messages of scripts. They stand where the program puts its own, and have the attribute
// data-by-script, because a script may remove only its own.

const SCRIPT_MESSAGES = "#messages [data-by-script]";

// Replace all messages with `text`. With a `linkText`, a link that reloads the page follows.
export function showMessage(text, linkText = "") {
  const message = document.createElement("p");
  message.className = "say bad";
  message.dataset.byScript = "";
  message.textContent = text;
  if (linkText) message.append(" ", makeReloadLink(linkText));
  document.getElementById("messages").replaceChildren(message);
  message.scrollIntoView({ block: "nearest" });
}

// The link has the page's address without its hash: a hash would only scroll the page.
function makeReloadLink(text) {
  const link = document.createElement("a");
  link.href = location.pathname + location.search;
  link.textContent = text;
  return link;
}

export const listScriptMessages = () => [...document.querySelectorAll(SCRIPT_MESSAGES)];

export function removeScriptMessages() {
  for (const message of listScriptMessages()) message.remove();
}
