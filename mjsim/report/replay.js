"use strict";
(() => {
  const game = JSON.parse(document.getElementById("game").textContent);
  const frames = game.frames, back = 42;
  const get = (id) => document.getElementById(id);
  let at = 0, timer = 0;

  const tile = (id, marks) => `<svg class="${marks || ""}"><use href="#t${id}"/></svg>`;
  const row = (html, marks) => (html ? `<div class="row ${marks || ""}">${html}</div>` : "");

  function meld(m) {
    // A concealed kong shows its outer tiles only.
    const tiles = m.t.map((id, i) => tile(m.k && (i === 0 || i === 3) ? back : id, i === m.c ? "took" : ""));
    return `<span class="meld">${tiles.join("")}</span>`;
  }

  function seat(s, n, frame, previous) {
    const shown = get("hands").value;
    const open = shown === "all" || shown === String(n) || s.w;
    const hand = s.h.map((id, i) => tile(open ? id : back, s.d && i === s.h.length - 1 ? "gap last" : ""));
    const grown = previous && s.r.length > previous.s[n].r.length;
    const river = s.r.map(([id, marks], i) =>
      tile(id, (marks & 1 ? "gone " : "") + (marks & 2 ? "said " : "") + (grown && i === s.r.length - 1 ? "last" : "")));
    const facts = game.facts;
    const tags = (facts.dealer === n ? '<span class="tag">庄 dealer</span>' : "") + (s.t ? '<span class="tag">听 ready</span>' : "");
    const pay = s.p === undefined ? "" : `<span class="pay">${s.p > 0 ? "+" : ""}${s.p}</span>`;
    const name = document.createElement("span");
    name.textContent = facts.strategies[n];
    const aside = (ids, label) => (ids ? row(`<span class="label">${label}</span>` + ids.map((id) => tile(id)).join(""), "small") : "");
    const worth = document.createElement("div");
    worth.textContent = s.w ? "和 " + s.w : "";
    return `<div class="name"><strong>Seat ${n}</strong>${name.outerHTML}${tags}${pay}</div>` +
      row(hand.join("") + (s.m.length ? '<span class="gap"></span>' : "") + s.m.map(meld).join("")) +
      aside(s.f, "flowers") + aside(s.l, "laid") + row(river.join(""), "river") +
      (s.w ? `<div class="worth">${worth.innerHTML}</div>` : "");
  }

  function draw() {
    const frame = frames[at];
    frame.s.forEach((s, n) => {
      const place = get("s" + n);
      place.innerHTML = seat(s, n, frame, frames[at - 1]);
      place.className = "seat" + (frame.a === n ? " now" : "") + (s.w ? " won" : "");
    });
    const turned = Object.entries(frame.o || {}).map(([label, ids]) =>
      `<div class="row small" style="justify-content:center"><span class="label">${label}</span>${ids.map((id) => tile(id)).join("")}</div>`);
    get("mid").innerHTML = `<b>${frame.n}</b> tiles left` + turned.join("");
    get("what").textContent = frame.c;
    get("count").textContent = `${at + 1} / ${frames.length}`;
    get("slide").value = at;
  }

  function go(n) {
    at = Math.max(0, Math.min(frames.length - 1, n));
    if (at === frames.length - 1) stop();
    draw();
    history.replaceState(null, "", "#" + (at + 1));
  }
  function stop() { clearInterval(timer); timer = 0; get("play").textContent = "▶ play"; }
  function play() {
    if (timer) return stop();
    if (at === frames.length - 1) go(0);
    get("play").textContent = "❚❚ stop";
    timer = setInterval(() => go(at + 1), 700);
  }
  /* Jump to the next discard of anybody, a whole turn. */
  function turn(step) {
    let n = at + step;
    while (n > 0 && n < frames.length - 1 && !/ discards /.test(frames[n].c)) n += step;
    go(n);
  }

  const keys = {
    ArrowRight: () => go(at + 1), ArrowLeft: () => go(at - 1), ArrowDown: () => turn(1), ArrowUp: () => turn(-1),
    Home: () => go(0), End: () => go(frames.length - 1), " ": play,
    h: () => { const hands = get("hands"); hands.selectedIndex = (hands.selectedIndex + 1) % hands.length; draw(); },
  };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.target.tagName === "SELECT") return;
    if (event.key === " " && event.target.tagName === "BUTTON") return;
    const action = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (action) { event.preventDefault(); action(); }
  });
  get("first").onclick = keys.Home; get("last").onclick = keys.End;
  get("back").onclick = keys.ArrowLeft; get("next").onclick = keys.ArrowRight; get("play").onclick = play;
  get("hands").onchange = draw;
  get("slide").max = frames.length - 1;
  get("slide").oninput = (event) => go(Number(event.target.value));
  window.onhashchange = () => go(Number(location.hash.slice(1)) - 1 || 0);
  go(Number(location.hash.slice(1)) - 1 || 0);
})();
