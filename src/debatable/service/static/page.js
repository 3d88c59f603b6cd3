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
