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

// A link to an entry opens the tab that it is under.
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
function choose(link) {
  const side = link.closest(".side");
  const chosen = link.hasAttribute("aria-current") ? "" : link.dataset.point;
  for (const other of document.querySelectorAll(".points a[data-point]")) other.removeAttribute("aria-current");
  for (const entry of document.querySelectorAll(".side .entry")) {
    const made = (entry.dataset.points ?? "").split(" ");
    entry.hidden = chosen !== "" && side.contains(entry) && !made.includes(chosen);
  }
  for (const note of document.querySelectorAll(".filtered")) note.hidden = chosen === "" || !side.contains(note);
  if (chosen) link.setAttribute("aria-current", "true");
  const address = new URL(location.href);
  if (chosen) address.searchParams.set("point", chosen);
  else address.searchParams.delete("point");
  history.replaceState(null, "", address);
}

document.addEventListener("click", (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.button) return;
  const link = event.target.closest(".points a[data-point]");
  const all = event.target.closest(".filtered a");
  const current = all?.closest(".side").querySelector(".points a[aria-current]");
  if (!link && !current) return;
  event.preventDefault();
  choose(link ?? current);
});
