// Comfort only: everything works without it.
import "./recent.js";
import "./suggestions.js";

const box = document.getElementById("q");
const entries = () => [...document.querySelectorAll(".entry")].filter((entry) => entry.offsetParent);

function step(event, by) {
  const all = entries();
  const at = all.indexOf(document.activeElement.closest(".entry"));
  const next = all[at < 0 ? (by > 0 ? 0 : -1) : at + by];
  if (!next) return;
  event.preventDefault();
  next.tabIndex = -1;
  next.focus();
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest("input, select, textarea")) return;
  if (event.key === "/" && box) {
    event.preventDefault();
    box.focus();
    box.select();
  } else if (event.key === "ArrowDown") step(event, 1);
  else if (event.key === "ArrowUp") step(event, -1);
  else if (event.key === "Enter" && event.target.matches(".entry")) {
    const why = event.target.querySelector(".why");
    if (why) why.open = !why.open;
  }
});

// A link to an entry opens the tab that it is under; the style sheet need not show it beside another tab then.
document.querySelector(".sides")?.classList.add("live");

function reveal() {
  const wanted = document.getElementById(location.hash.slice(1));
  const side = wanted?.closest(".side");
  const tab = side && document.getElementById(`tab-${side.classList[1]}`);
  if (!tab) return;
  tab.checked = true;
  wanted.scrollIntoView({ block: "center" });
}

addEventListener("hashchange", reveal);
reveal();

// A point filters the list of its side in place; without this, its link does.
function show(point) {
  const side = point ? document.getElementById(`side-${point.split("-")[0]}`) : null;
  for (const link of document.querySelectorAll(".points a[data-point]")) {
    if (link.dataset.point === point) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
  for (const entry of document.querySelectorAll(".side .entry")) {
    const made = (entry.dataset.points ?? "").split(" ");
    entry.hidden = side?.contains(entry) === true && !made.includes(point);
  }
  for (const note of document.querySelectorAll(".filtered")) note.hidden = side?.contains(note) !== true;
  return side;
}

// Each choice is an entry of the history, so that Back leads to the one before.
function choose(point) {
  show(point);
  const address = new URL(location.href);
  if (point) address.searchParams.set("point", point);
  else address.searchParams.delete("point");
  history.pushState(null, "", address);
}

addEventListener("popstate", () => {
  const side = show(new URLSearchParams(location.search).get("point") ?? "");
  if (side) document.getElementById(`tab-${side.classList[1]}`).checked = true;
});

document.addEventListener("click", (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.button) return;
  const link = event.target.closest(".points a[data-point]");
  if (!link && !event.target.closest(".filtered a")) return;
  event.preventDefault();
  choose(link && !link.hasAttribute("aria-current") ? link.dataset.point : "");
});
