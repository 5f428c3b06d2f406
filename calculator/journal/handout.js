// Checks the record that this page carries, with nothing from anywhere else. How entries, hashes and
// draws are made is specified in the journal's and the probability page of the documentation.
"use strict";

const K = [];
const START = [];
(() => { // SHA-256: the first 32 bits of the fractional parts of roots of the primes (FIPS 180-4)
  const fraction = (x) => Math.floor((x - Math.floor(x)) * 4294967296) >>> 0;
  for (let n = 2; K.length < 64; n++) {
    let prime = true;
    for (let d = 2; d * d <= n; d++) if (n % d === 0) prime = false;
    if (!prime) continue;
    if (START.length < 8) START.push(fraction(Math.sqrt(n)));
    K.push(fraction(Math.cbrt(n)));
  }
})();

function sha256(bytes) {
  const length = bytes.length;
  const padded = new Uint8Array(((length + 8 >> 6) + 1) << 6);
  padded.set(bytes);
  padded[length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(length / 0x20000000));
  view.setUint32(padded.length - 4, (length << 3) >>> 0);
  const state = Uint32Array.from(START);
  const w = new Uint32Array(64);
  const turned = (x, by) => (x >>> by) | (x << (32 - by));
  for (let at = 0; at < padded.length; at += 64) {
    for (let i = 0; i < 16; i++) w[i] = view.getUint32(at + 4 * i);
    for (let i = 16; i < 64; i++) {
      const a = w[i - 15], b = w[i - 2];
      w[i] = w[i - 16] + w[i - 7] + (turned(a, 7) ^ turned(a, 18) ^ (a >>> 3))
        + (turned(b, 17) ^ turned(b, 19) ^ (b >>> 10));
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 64; i++) {
      const one = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + K[i] + w[i]) | 0;
      const two = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      h = g; g = f; f = e; e = (d + one) | 0; d = c; c = b; b = a; a = (one + two) | 0;
    }
    [a, b, c, d, e, f, g, h].forEach((part, i) => { state[i] += part; });
  }
  const digest = new Uint8Array(32);
  state.forEach((part, i) => new DataView(digest.buffer).setUint32(4 * i, part));
  return digest;
}

const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
const hashOf = (text) => hex(sha256(new TextEncoder().encode(text)));

// The stream of a seed, and unbiased numbers from it.
function* stream(seed) {
  const block = new Uint8Array(24);
  const digits = seed.padStart(32, "0");
  for (let i = 0; i < 16; i++) block[i] = parseInt(digits.slice(2 * i, 2 * i + 2), 16);
  for (let k = 0; ; k++) {
    new DataView(block.buffer).setBigUint64(16, BigInt(k));
    yield* sha256(block);
  }
}

function below(bound, source) {
  const bits = bound > 1n ? (bound - 1n).toString(2).length : 0;
  for (;;) {
    let number = 0n;
    for (let taken = 0; taken < Math.ceil(bits / 8); taken++) number = number << 8n | BigInt(source.next().value);
    number &= (1n << BigInt(bits)) - 1n;
    if (number < bound) return number;
  }
}

function drawsFault(body) {
  if (!/^[0-9a-f]{1,32}$/.test(body.seed)) return "its seed is not valid";
  const source = stream(body.seed);
  for (const draw of body.draws) {
    if (!/^[1-9][0-9]*$/.test(draw.total)) return "one of its draws has no total";
    if (String(below(BigInt(draw.total), source)) !== draw.roll) return "its draws are not those of its seed";
  }
  return "";
}

// What a page shows of what people typed: on one line, without what steers a screen.
const STEERING = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g;
function shown(entry, hash, path) {
  if (path === "hash") return hash;
  if (path === "digits") return hash.slice(0, 20).replace(/(.{4})(?=.)/g, "$1 ");
  const [, part, key] = path.match(/^body\.(form|values|units)\.(.*)$/) || [];
  let value = part
    ? entry.body[part][key] // keys may have dots of their own
    : path.split(".").reduce((part, key) => (part === undefined ? part : part[key]), entry);
  if (value && value.name !== undefined) value = value.name; // a unit
  return String(value).replace(STEERING, " ");
}

class Bad extends Error {
  constructor(number, why) {
    super(`Entry ${number}: ${why}.`);
    this.number = number;
  }
}

function verify(kept, battle) {
  let previous = "0".repeat(64);
  let draws = 0;
  const seeds = new Map();
  const withdrawn = new Set();
  const entries = kept.map(([content, hash], place) => {
    const number = place + 1;
    if (hashOf(content) !== hash) throw new Bad(number, "its content does not match its hash");
    const entry = JSON.parse(content);
    if (entry.number !== number) throw new Bad(number, "its number is wrong");
    if (entry.previous !== previous) throw new Bad(number, "it does not follow from the entry before it");
    if (entry.battle !== battle) throw new Bad(number, "it is of another battle");
    previous = hash;
    const body = entry.body;
    if (entry.kind === "void" && body.withdrawn) withdrawn.add(body.entry);
    if (entry.kind === "ruling") {
      const fault = drawsFault(body);
      if (fault) throw new Bad(number, fault);
      const before = seeds.get(body.seed);
      if (before && !body["seed-given"] && !withdrawn.has(before)) throw new Bad(number, `its seed is that of entry ${before}`);
      seeds.set(body.seed, number);
      draws += body.draws.length;
    }
    return entry;
  });
  for (const element of document.querySelectorAll("[data-is]")) {
    const number = Number(element.dataset.entry);
    const entry = entries[number - 1];
    if (!entry || element.textContent !== shown(entry, kept[number - 1][1], element.dataset.is)) {
      throw new Bad(number, `this page does not show what it says (${element.dataset.is})`);
    }
  }
  return `${entries.length} entries in one unbroken chain; ${draws} draws follow from their seeds; this page shows what they say. Head: ${previous.slice(0, 20).replace(/(.{4})(?=.)/g, "$1 ")}`;
}

const button = document.getElementById("verify");
if (button) {
  button.addEventListener("click", () => {
    const verdict = document.getElementById("verdict");
    for (const marked of document.querySelectorAll(".bad-entry")) marked.classList.remove("bad-entry");
    try {
      const kept = JSON.parse(document.getElementById("record").textContent);
      verdict.textContent = `✓ ${verify(kept, document.getElementById("battle").textContent)}`;
      verdict.className = "good";
    } catch (fault) {
      verdict.textContent = `✗ ${fault instanceof Bad ? fault.message : `The record cannot be read: ${fault.message}`}`;
      verdict.className = "bad";
      const place = fault instanceof Bad && document.getElementById(`entry-${fault.number}`);
      if (place) place.classList.add("bad-entry");
    }
  });
}
