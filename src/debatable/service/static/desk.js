// Comfort at the desk: keys, cards that are dragged, and answers that are sent again until the desk has them.
const KEY = "debatable-desk-unsent";
const PAUSE = 1500;
let busy = false;

function unsent() {
  try {
    return JSON.parse(sessionStorage.getItem(KEY));
  } catch {
    return null;
  }
}

function keep(answer) {
  try {
    if (answer) sessionStorage.setItem(KEY, JSON.stringify(answer));
    else sessionStorage.removeItem(KEY);
  } catch {
    // A browser that keeps nothing still sends.
  }
}

function tell(words) {
  let place = document.getElementById("unsent");
  if (!words) return place?.remove();
  if (!place) {
    place = document.createElement("p");
    place.id = "unsent";
    place.className = "error";
    place.setAttribute("role", "alert");
    document.querySelector("main").prepend(place);
  }
  if (place.textContent !== words) place.textContent = words;
}

function show(text, address) {
  const page = new DOMParser().parseFromString(text, "text/html");
  const main = page.querySelector("main");
  if (!main) return location.assign(address);
  const card = document.activeElement?.closest(".card")?.id;
  document.title = page.title;
  document.querySelector("main").replaceWith(document.adoptNode(main));
  history.replaceState(null, "", address);
  const next = (card && document.getElementById(card)) || document.querySelector("main .card");
  (next ?? document.querySelector("main")).focus({ preventScroll: !next });
  if (document.querySelector("main .judged")) scrollTo(0, 0); // the next item is read from its beginning
}

async function deliver(answer) {
  busy = true;
  keep(answer);
  for (;;) {
    let response;
    try {
      response = await fetch(answer.to, { method: "POST", body: new URLSearchParams(answer.fields) });
    } catch {
      response = null;
    }
    if (response && response.status < 500) {
      busy = false;
      if (response.status === 401) {
        tell("You are not signed in any more. Sign in again in this tab: your answer is kept here and sent then.");
        return;
      }
      keep(null);
      tell("");
      show(await response.text(), response.url);
      return;
    }
    tell("Not kept yet: the desk does not answer. Your answer stays here and is sent again.");
    await new Promise((done) => setTimeout(done, PAUSE));
  }
}

function send(form, button) {
  if (busy) return;
  const fields = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
  if (button?.name) fields.push([button.name, button.value]);
  deliver({ to: form.action, fields, name: document.querySelector("form.who")?.dataset.name });
}

document.addEventListener("submit", (event) => {
  if (!event.target.matches("main form[action=judge], main form[action=group], main form[action=pile], main form[action=undo]")) return;
  event.preventDefault();
  send(event.target, event.submitter);
});

// The second click of a double click falls on the same button of the next item, which nobody has read.
document.addEventListener("click", (event) => {
  if (event.detail > 1 && event.target.closest?.("main form button")) event.preventDefault();
});

// Keys: whatever has the key written on it is pressed; a choice that leaves nothing to say is sent.
function press(key) {
  const wanted = document.querySelector(`main form.answer:not(.small) [data-key="${CSS.escape(key)}"], main .doing [data-key="${CSS.escape(key)}"]`);
  if (!wanted) return false;
  wanted.click();
  if (wanted.type === "radio") {
    wanted.focus();
    const form = wanted.form;
    const grade = form.querySelector("[name=value]:checked");
    if (grade && (grade.dataset.final !== undefined || (wanted.name === "stance"))) send(form);
  }
  return true;
}

function cards() {
  return [...document.querySelectorAll(".card")].filter((card) => card.offsetParent);
}

function step(by) {
  const all = cards();
  const at = all.indexOf(document.activeElement?.closest(".card"));
  all[at < 0 ? 0 : Math.min(Math.max(at + by, 0), all.length - 1)]?.focus();
  return all.length > 0;
}

function put(card, group) {
  const form = card.querySelector("form[action=group]");
  form.elements.new.value = "";
  form.elements.group.value = group;
  send(form);
}

function placed(key) {
  const card = document.activeElement?.closest(".card");
  if (!card) return false;
  const pile = key === "n" ? document.querySelector(".pile.new") : document.querySelector(`.pile[data-number="${CSS.escape(key)}"]`);
  if (!pile) return false;
  put(card, pile.dataset.group);
  return true;
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.matches("select, textarea, input:not([type=radio])")) return;
  if (event.repeat && !event.key.startsWith("Arrow")) return; // held down: it was meant for one item
  if (event.key === "Enter" && event.target.matches("form[data-sided] input[type=radio]")) {
    event.preventDefault();
    event.target.form.requestSubmit();
    return;
  }
  if (event.key.length > 1 && !event.key.startsWith("Arrow")) return;
  const done =
    event.key === "ArrowDown" ? cards().length && step(1)
    : event.key === "ArrowUp" ? cards().length && step(-1)
    : event.key.length === 1 && (placed(event.key) || press(event.key));
  if (done) event.preventDefault();
});

let dragged = null;
document.addEventListener("dragstart", (event) => {
  dragged = event.target.closest?.(".card");
  if (dragged) event.dataTransfer.setData("text/plain", dragged.id);
});
document.addEventListener("dragover", (event) => {
  const pile = dragged && event.target.closest?.(".pile[data-group]");
  for (const one of document.querySelectorAll(".pile.over")) if (one !== pile) one.classList.remove("over");
  if (!pile) return;
  event.preventDefault();
  pile.classList.add("over");
});
document.addEventListener("drop", (event) => {
  const pile = dragged && event.target.closest?.(".pile[data-group]");
  if (!pile) return;
  event.preventDefault();
  put(dragged, pile.dataset.group);
  dragged = null;
});

const left = unsent();
if (left && !document.querySelector("form[action=enter]")) {
  const who = document.querySelector("form.who");
  if (who?.dataset.name === left.name) {
    // Whoever got a new token meanwhile has a new word in their forms, too.
    left.fields = left.fields.map(([name, value]) => [name, name === "guard" ? who.elements.guard.value : value]);
  }
  deliver(left);
}
