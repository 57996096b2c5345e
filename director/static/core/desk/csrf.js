// Signing in or out changes the browser's CSRF token while other pages are open. So whatever a page
// sends has the token of the cookie, not the one that the page was loaded with.

export const readCsrfToken = () => document.cookie.match(/(?:^|; )csrftoken=([^;]+)/)?.[1];

// Signing out deletes the cookie. The Back button would then still show a page of the desk to the
// next person at this computer; reloading the page asks for the password.
addEventListener("pageshow", () => {
  const isDeskPage = document.querySelector("header form[action$='/sign-out/']") !== null;
  if (isDeskPage && !readCsrfToken()) location.reload();
});

document.addEventListener("htmx:configRequest", ({ detail: { headers, parameters } }) => {
  const token = readCsrfToken();
  if (!token) return;
  headers["X-CSRFToken"] = token;
  if (parameters.csrfmiddlewaretoken) parameters.csrfmiddlewaretoken = token;
});

function updateFormToken(event) {
  const tokenBox = event.target.querySelector("[name=csrfmiddlewaretoken]");
  const token = readCsrfToken();
  if (tokenBox && token) tokenBox.value = token;
}
// In the capture phase, so before any other listener reads the form.
document.addEventListener("submit", updateFormToken, { capture: true });
