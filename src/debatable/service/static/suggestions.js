// Offers claims of the corpus while somebody types.
const box = document.getElementById("q");
const list = document.getElementById("suggestions");
let waiting;
let asked = "";

async function suggest() {
  const words = box.value.trim();
  if (words.length < 3 || words.length > 200 || words === asked) return;
  asked = words;
  const answer = await fetch(`api/v1/claims?${new URLSearchParams({ q: words, limit: "8" })}`);
  if (!answer.ok || words !== asked) return;
  const { claims } = await answer.json();
  list.replaceChildren(
    ...claims.map((claim) => {
      const option = document.createElement("option");
      option.value = claim.text;
      return option;
    }),
  );
}

box?.addEventListener("input", () => {
  clearTimeout(waiting);
  waiting = setTimeout(() => suggest().catch(() => {}), 150);
});
