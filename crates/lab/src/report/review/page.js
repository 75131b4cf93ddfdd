// Steps through the positions of a game. Every position has an element of its own, and every way to it is a link, so
// that the page can be read without this script, too.
"use strict";
(() => {
  const positions = Array.from(document.querySelectorAll(".position"));
  const moves = document.querySelector(".moves");
  const news = document.querySelector(".news");
  const place = (hash) => {
    const match = /^#p(\d+)$/.exec(hash);
    return match && Number(match[1]) < positions.length ? Number(match[1]) : null;
  };
  let at = 0;

  const show = (next, address = true) => {
    at = Math.max(0, Math.min(positions.length - 1, next));
    positions.forEach((position, index) => position.classList.toggle("current", index === at));
    for (const link of document.querySelectorAll("[aria-current]")) link.removeAttribute("aria-current");
    for (const link of document.querySelectorAll(`a[href="#p${at}"]:not([rel])`)) {
      link.setAttribute("aria-current", "true");
      if (moves.contains(link)) {
        const top = link.offsetTop - moves.clientHeight / 2;
        moves.scrollTop = Math.max(0, top);
      }
    }
    news.textContent = positions[at].querySelector(".played").textContent;
    if (!address) return;
    // A page within another may not be allowed to change its address.
    try { history.replaceState(null, "", `#p${at}`); } catch { /* The address stays. */ }
  };

  document.querySelector(".positions").classList.add("scripted");
  document.addEventListener("click", (event) => {
    const link = event.target.closest('a[href^="#p"]');
    const next = link && place(link.getAttribute("href"));
    if (next === null || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    show(next);
    // The button that was pressed is hidden now: its twin takes the focus.
    const twin = link.rel && positions[at].querySelector(`a[rel="${link.rel}"]`);
    if (twin) twin.focus({ preventScroll: true });
    if (link.closest(".mistakes")) positions[at].scrollIntoView({ block: "nearest" });
  });
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const next = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: positions.length - 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    show(next);
  });
  window.addEventListener("hashchange", () => {
    const next = place(location.hash);
    if (next !== null) show(next);
  });
  show(place(location.hash) ?? 0, false);
})();
