// Remembers what was asked, in this browser alone.
const KEY = "debatable-asked";
const MOST = 8;
const section = document.querySelector(".recent");

function remembered() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY));
    return Array.isArray(kept) ? kept.filter((claim) => typeof claim === "string").slice(0, MOST) : [];
  } catch {
    return [];
  }
}

function keep(claims) {
  try {
    localStorage.setItem(KEY, JSON.stringify(claims));
  } catch {
    // A browser that keeps nothing is fine.
  }
}

const claim = new URLSearchParams(location.search).get("q")?.trim();
if (claim && claim.length <= 300 && document.querySelector(".sides")) {
  keep([claim, ...remembered().filter((other) => other !== claim)].slice(0, MOST));
}

if (section && remembered().length) {
  section.querySelector("ul").replaceChildren(
    ...remembered().map((text) => {
      const item = document.createElement("li");
      const link = item.appendChild(document.createElement("a"));
      link.href = `?${new URLSearchParams({ q: text })}`;
      link.textContent = text;
      return item;
    }),
  );
  section.hidden = false;
  section.querySelector("button").addEventListener("click", () => {
    keep([]);
    section.hidden = true;
  });
}
