// Every page works without this. With it, odds follow each tap, others' rulings appear by
// themselves, and what was tapped is kept while the connection is gone.
"use strict";

const byId = (id) => document.getElementById(id);
const later = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
const PATIENCE = [500, 1000, 2000, 3000]; // between two tries while the connection is gone

// The join code stands behind the '#' of the scanned address, which no browser sends to a server.
const carried = decodeURIComponent(window.location.hash.slice(1));
if (byId("code") && carried) {
  byId("code").value = carried;
  history.replaceState(null, "", window.location.pathname);
}

// Whether the server can be heard, said at once.
let lost = false;
function connection(isLost) {
  if (isLost === lost) return;
  lost = isLost;
  const notice = byId("connection");
  notice.textContent = isLost ? "Connection lost. What you tapped is kept; trying again ..." : "";
  notice.hidden = !isLost;
  if (!isLost) refresh();
}

// Ask until the server answers; a newer question takes the place of an older one.
async function insist(address, options, isStale) {
  for (let tries = 0; !(isStale && isStale()); tries++) {
    try {
      const answer = await fetch(address, options);
      connection(false);
      return answer;
    } catch (trouble) {
      if (trouble.name === "AbortError") return null;
      connection(true);
      await later(PATIENCE[Math.min(tries, PATIENCE.length - 1)]);
    }
  }
  return null;
}

// The question: its odds follow each tap.
const form = byId("ask");
let latest = 0;
let waiting = null;

function answers() {
  const given = new URLSearchParams();
  const left = untouched();
  for (const [name, value] of new FormData(form)) {
    if (!name.startsWith("_") && left.get(name) !== value) given.append(name, value);
  }
  return given;
}

// What stands in the form as it was shown, and nobody has said.
function untouched() {
  return new URLSearchParams(form.elements._shown.value);
}

function touch(name) {
  const left = untouched();
  left.delete(name);
  form.elements._shown.value = left;
}

// What follows from a tap stands in the form too, each answer with where it comes from.
function fill(origins) {
  for (const [name, value] of untouched()) {
    for (const input of form.querySelectorAll(`[name="${CSS.escape(name)}"]`)) {
      if (input.type === "radio") input.checked = input.value === value;
      else input.value = value;
    }
  }
  for (const field of form.querySelectorAll("[data-field]")) {
    const from = field.querySelector(".from");
    const origin = origins[field.dataset.field] || "";
    if (!origin && from.textContent === "assumed") continue; // it still decides
    from.textContent = origin === "said" ? "" : origin;
  }
}

function parsed(html) {
  return new DOMParser().parseFromString(html, "text/html");
}

// Odds of other answers than those that stand here say so, and nothing is drawn by them.
function hold(words) {
  const button = byId("result");
  if (button) button.disabled = true;
  byId("odds").setAttribute("aria-busy", "true");
  const held = byId("held") || document.createElement("p");
  Object.assign(held, { id: "held", className: "held", textContent: words });
  held.setAttribute("role", "status");
  byId("odds").querySelector(".bottom").prepend(held);
}

async function refresh() {
  if (!form) return;
  const mine = ++latest;
  if (waiting) waiting.abort();
  waiting = new AbortController();
  if (byId("result")) byId("result").disabled = true;
  const slow = setTimeout(() => hold("These are the odds of your earlier answers. One moment ..."), 300);
  const address = `${form.getAttribute("action")}?${answers()}`;
  const options = { headers: { "X-Part": "odds" }, signal: waiting.signal };
  const answer = await insist(address, options, () => mine !== latest);
  clearTimeout(slow);
  if (!answer || mine !== latest) return;
  const text = await answer.text();
  if (mine !== latest) return;
  const odds = parsed(text).getElementById("odds");
  if (odds) return show(odds);
  if (answer.status === 403) return window.location.assign("/");
  hold(`These are the odds of your earlier answers. ${text.slice(0, 200)} Trying again ...`);
  await later(PATIENCE[2]);
  if (mine === latest) refresh();
}

function show(odds) {
  const before = byId("odds");
  const open = Boolean(before.querySelector(".why[open]"));
  const top = before.scrollTop;
  before.replaceWith(document.adoptNode(odds));
  odds.scrollTop = top;
  if (open && odds.querySelector(".why")) odds.querySelector(".why").open = true;
  fill(JSON.parse(odds.dataset.origins));
  const mattering = new Set(odds.dataset.mattering.split(" "));
  for (const field of form.querySelectorAll("[data-field]")) field.hidden = !mattering.has(field.dataset.field);
  const ended = JSON.parse(odds.dataset.ended);
  for (const field of form.querySelectorAll("[data-field]")) {
    const [texts, line] = ended[field.dataset.field] || [[], ""];
    for (const answer of field.querySelectorAll(".answer")) {
      answer.toggleAttribute("data-ended", texts.includes(answer.querySelector("input").value));
    }
    const said = field.querySelector(".dead-ends");
    said.textContent = line;
    said.hidden = !line;
  }
  for (const part of form.querySelectorAll("[data-section]")) {
    part.hidden = !part.querySelector("[data-field]:not([hidden])");
  }
  history.replaceState(null, "", odds.dataset.address);
}

// A number moves by a step here, however slow the connection is: it carries its limits with it.
let counted = 0;
function count(input, by) {
  const { low, high, by: size } = input.dataset;
  const [part, whole] = input.value.trim().split(" ").reverse();
  const [above, below] = part.split("/").map(Number);
  const now = Number(whole || 0) + above / (below || 1);
  if (!part || Number.isNaN(now)) input.value = by > 0 ? Number(low) : input.value;
  else {
    const moved = now + by * Number(size);
    if (moved < Number(low) && "blank" in input.dataset) input.value = input.dataset.blank;
    else input.value = Math.min(Math.max(moved, Number(low)), Number(high));
  }
  touch(input.name);
  clearTimeout(counted);
  if (byId("result")) byId("result").disabled = true;
  counted = setTimeout(refresh, 150);
}

// What only the server can move: a text that words are added to, and taken from.
async function step(button) {
  const [name, by] = button.value.split(":");
  const number = form.querySelector(`input[name="${CSS.escape(name)}"][data-low]`);
  if (number) return count(number, Number(by));
  const body = new URLSearchParams(new FormData(form));
  body.set("_step", button.value);
  const field = button.value.split(":")[0];
  const answer = await insist(form.getAttribute("action"), { method: "POST", body });
  const page = answer && parsed(await answer.text());
  const moved = page && page.querySelector(`input[name="${CSS.escape(field)}"]`);
  if (moved) form.querySelector(`input[name="${CSS.escape(field)}"]`).value = moved.value;
  touch(field);
  if (page && page.getElementById("odds")) show(page.getElementById("odds"));
}

// A result that is asked for twice is recorded once: the form carries the same word each time.
let ruling = false;
async function rule(button) {
  if (ruling) return;
  ruling = true;
  button.disabled = true;
  const body = new URLSearchParams(new FormData(form));
  const answer = await insist(button.getAttribute("formaction"), { method: "POST", body, headers: { "X-Part": "odds" } });
  ruling = false;
  button.disabled = false;
  if (answer && answer.redirected) return window.location.assign(answer.url);
  const text = answer ? await answer.text() : "";
  const page = parsed(text);
  if (page.getElementById("odds")) return show(page.getElementById("odds"));
  if (answer && answer.ok) {
    byId("main").replaceWith(document.adoptNode(page.getElementById("main")));
    document.body.className = page.body.className;
    window.scrollTo(0, 0);
  } else {
    connection(false);
    byId("connection").textContent = text.slice(0, 200);
    byId("connection").hidden = false;
  }
}

if (form) {
  form.addEventListener("change", (event) => {
    if (event.target.name.startsWith("_")) return; // a reason is no answer
    touch(event.target.name);
    const row = event.target.closest(".row-of"); // a row of a list goes by its unit, or first answer
    if (row && event.target.tagName === "SELECT") {
      const first = [...row.querySelectorAll("select")].find((select) => select.value !== "-");
      row.querySelector("summary span").textContent = first.selectedOptions[0].text;
    }
    refresh();
  });
  form.addEventListener("submit", (event) => {
    const button = event.submitter;
    if (button && button.name === "_step") {
      event.preventDefault();
      step(button);
    } else if (button && button.id === "result") {
      event.preventDefault();
      rule(button);
    } else if (!button || button.classList.contains("default")) {
      event.preventDefault();
      refresh();
    }
  });
  form.addEventListener("click", async (event) => {
    if (event.target.type === "radio" && untouched().has(event.target.name)) {
      touch(event.target.name); // tapped as it stood: now it is said
      refresh();
    }
    const link = event.target.closest("#what-if");
    if (!link) return;
    event.preventDefault();
    const place = byId("changes");
    place.textContent = "Working it out ...";
    const answer = await insist(link.href, { headers: { "X-Part": "changes" } });
    if (!answer || !place.isConnected) return;
    const text = await answer.text();
    const found = answer.ok && parsed(text).querySelector(".what-if");
    place.replaceChildren(found ? document.adoptNode(found) : text);
  });
}

// A unit is found by a part of its name or of its formation's.
function sift() {
  const words = byId("find").value.toLowerCase().split(/\s+/);
  const holds = (text) => words.every((word) => text.toLowerCase().includes(word));
  for (const formation of document.querySelectorAll(".formation")) {
    const title = formation.querySelector("h2");
    for (const unit of formation.querySelectorAll("li")) {
      unit.hidden = !holds(`${title ? title.textContent : ""} ${unit.textContent}`);
    }
    formation.hidden = !formation.querySelector("li:not([hidden])");
  }
}
function searchable() {
  if (!byId("find")) return;
  byId("find").closest("label").hidden = false;
  byId("find").addEventListener("input", sift);
}
searchable();

// The rulings of others, as they come.
const mine = window.location.pathname;
function said(text) {
  const line = document.createElement("p");
  line.textContent = text;
  byId("news").append(line);
  if (byId("news").childElementCount > 3) byId("news").firstElementChild.remove();
  setTimeout(() => line.remove(), 6000);
}

let renewal = 0;
function renew() {
  // Pages that show how the battle stands are fetched again, a little apart from one another.
  const part = document.querySelector("[data-live-page], [data-live-part]");
  if (!part || renewal) return;
  renewal = setTimeout(async () => {
    renewal = 0;
    const typed = [...byId("main").querySelectorAll("input")].some((input) => input.value !== input.defaultValue);
    if (typed || byId("main").contains(document.activeElement)) return renew(); // what is being written stays
    const answer = await insist(window.location.href, {});
    const main = answer && answer.ok && parsed(await answer.text()).getElementById("main");
    if (main) byId("main").replaceWith(document.adoptNode(main));
    searchable();
  }, 200 + Math.random() * 800);
}

let newest = document.body.dataset.seated; // the last entry that this page knows of
function follow() {
  const stream = new EventSource(`/events?after=${newest}`);
  stream.onopen = () => connection(false);
  stream.onerror = () => {
    connection(true);
    if (stream.readyState === EventSource.CLOSED) setTimeout(follow, 2000);
  };
  stream.addEventListener("ended", () => stream.close()); // newer pages of this seat follow instead
  stream.onmessage = (event) => {
    const news = JSON.parse(event.data);
    newest = news.number;
    const fresh = parsed(news.html);
    byId("now").replaceWith(fresh.getElementById("now"));
    const told = byId("befell"), telling = fresh.getElementById("befell");
    const befell = telling.childElementCount > told.childElementCount;
    telling.open = telling.open || told.open;
    if (befell) told.replaceWith(telling);
    const list = document.querySelector("ol[data-live]");
    if (list && !byId(`entry-${news.number}`)) {
      list.prepend(...fresh.querySelectorAll("ol > li"));
    } else if (!befell && !list && !document.querySelector("[data-live-page]") && mine !== `/entry/${news.number}` && !ruling) {
      said(news.text);
    }
    renew();
  };
}
if (newest) follow();

// Every phone is a witness: it keeps heads of the record, and says when one is another than it saw.
async function witness() {
  const { battle, head } = document.body.dataset;
  const name = `heads of ${battle}`;
  let kept = {};
  try {
    kept = JSON.parse(localStorage.getItem(name)) || {};
  } catch (trouble) {
    return; // a browser that keeps nothing is no witness
  }
  const numbers = Object.keys(kept).map(Number).sort((a, b) => a - b);
  const answer = numbers.length ? await insist(`/heads?of=${numbers}`, {}) : null;
  const there = answer && answer.ok ? await answer.json() : {};
  const altered = answer && answer.ok ? numbers.find((number) => there[number] !== kept[number]) : undefined;
  if (altered) {
    const notice = document.createElement("p");
    notice.className = "refusal";
    notice.setAttribute("role", "alert");
    notice.textContent = `THE RECORD WAS ALTERED: entry ${altered} is not the one that this device saw.`;
    byId("main").prepend(notice);
  } else if (head) {
    const [number, hash] = head.split(":");
    kept[number] = hash;
    numbers.push(Number(number));
    // The newest, and the oldest of what there is no room for goes.
    for (const old of [...new Set(numbers)].sort((a, b) => a - b).slice(0, -40)) delete kept[old];
    localStorage.setItem(name, JSON.stringify(kept));
  }
  const list = byId("heads-kept");
  if (!list) return;
  for (const number of Object.keys(kept).slice(-8)) {
    const line = document.createElement("li");
    line.textContent = `kept on this device: entry ${number}, ${kept[number].slice(0, 20).replace(/(.{4})(?=.)/g, "$1 ")}`;
    list.append(line);
  }
  list.hidden = false;
}
if ("battle" in document.body.dataset) witness();
