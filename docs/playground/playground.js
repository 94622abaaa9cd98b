// The page on which fingers go through the engine: touches in, gestures and reasons out. `playground` in the console has what it does.
import { load } from "./tickle.js";
import { hands } from "./hands.js";

// A bank card, ISO/IEC 7810 ID-1, in millimetres.
const CARD = { length: 85.6, width: 53.98 };
const MICROSECONDS = 1000;
const MOST_LINES = 200;
// How many frames and events are kept; a hand that never rests makes as many in a quarter of an hour.
const MOST_KEPT = 100_000;
const FLASH = 1500;
const RELATIONS = {
  requires_failure_of: (one, other) => one.requireFailure(other), required_to_fail_by: (one, other) => other.requireFailure(one),
  simultaneous_with: (one, other) => one.allowBoth(other), does_not_prevent: (one, other) => one.spare(other),
  not_prevented_by: (one, other) => other.spare(one), yields_to: (one, other) => one.yieldTo(other),
};

const element = (id) => document.getElementById(id);
const list = (value) => (value === undefined ? [] : Array.isArray(value) ? value : [value]);
const decimals = (number, count = 1) => number.toFixed(count);

/** Makes an element with attributes, of which functions are listeners, and children. */
function make(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(key, value);
    else if (typeof value === "boolean") made[key] = value;
    else made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
}

/** Decompresses a file that a server has not decompressed itself. */
async function unpacked(response) {
  if (!response.ok) throw new Error(`${response.url}: ${response.status}`);
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** A length of a configuration in millimetres; a share is of `whole`. */
function millimetres(text, whole) {
  const [, number, unit] = /^(-?[\d.]+)(\D*)$/.exec(text) ?? [];
  const factor = { mm: 1, cm: 10, in: 25.4, pt: 25.4 / 163, "%": whole / 100 }[unit];
  if (factor === undefined) throw new Error(`a length of ${text}`);
  return number * factor;
}

/** One axis of a view's frame: the place and the length of [start, end, length] in `whole`. */
function stretch(frame, [start, end, length, origin], whole) {
  const read = (key) => (frame[key] === undefined ? undefined : millimetres(String(frame[key]), whole));
  const [near, far, long] = [read(start) ?? read(origin), read(end), read(length)];
  if (near === undefined && far !== undefined && long !== undefined) return [whole - far - long, long];
  return [near ?? 0, long ?? whole - (near ?? 0) - (far ?? 0)];
}

class Playground {
  // What was fed and what came of it, for a recording and for tests.
  frames = [];
  events = [];
  #queue = [];
  #fingers = new Map();
  #flashes = [];
  #timer;
  #drawing = false;

  constructor(tickle, { presets, rules }) {
    Object.assign(this, { tickle, presets, rules, field: element("field"), scale: Number(localStorage.getItem("scale")) || guessedScale() });
    this.show();
    this.listen();
    const wanted = new URLSearchParams(location.search).get("kind");
    this.choose(tickle.kinds.includes(wanted) ? this.only(wanted) : presets[0]);
    if (tickle.kinds.includes(wanted)) this.play(hands(wanted, this.area({})));
    else if (!localStorage.getItem("scale")) this.measure();
  }

  // ---- Settings ----

  show() {
    element("page").hidden = false;
    element("preset").append(
      ...this.presets.map((preset, index) => make("option", { value: index }, preset.title)),
      make("optgroup", { label: "One kind" }, ...this.tickle.kinds.filter((kind) => kind !== "stroke" && kind !== "sequence")
        .map((kind) => make("option", { value: kind }, kind))));
  }

  only(kind) {
    return { title: kind, recognition: "hand", views: [], gestures: [{ name: kind, kind, keys: {} }], leftOut: [] };
  }

  /** Takes a preset's gestures, whose keys the reader may change. */
  choose(preset) {
    [this.playing, this.recorded] = [undefined, undefined];
    const index = this.presets.indexOf(preset);
    element("preset").value = index < 0 ? preset.gestures[0].kind : index;
    element("recognition").value = preset.recognition;
    this.preset = structuredClone(preset);
    const others = preset.leftOut.length === 0 ? "" : `Not on this page: ${preset.leftOut.join(", ")}.`;
    element("left-out").textContent = others;
    element("gestures").replaceChildren(...this.preset.gestures.map((gesture) => this.card(gesture)));
    this.restart();
  }

  card(gesture) {
    const on = make("input", { type: "checkbox", checked: true, change: () => { gesture.off = !on.checked; this.restart(); } });
    const keys = make("div", { class: "keys" });
    const rules = this.rules[gesture.kind] ?? [];
    const trouble = make("p", { class: "wrong", role: "alert" });
    gesture.trouble = (sentence) => { trouble.textContent = sentence; };
    const play = make("button", { type: "button", click: () => this.play(hands(gesture.kind, this.area(gesture), gesture.keys)) }, "Play it");
    const card = make("details", {}, make("summary", {}, `Keys and rules of ${gesture.name}`), keys,
      make("details", {}, make("summary", {}, "Its rules"), make("ul", {},
        ...rules.map((rule) => make("li", {}, make("a", { href: rule.link }, `${rule.number}: ${rule.title}`))))));
    // Hundreds of sliders are made only for those who look.
    card.addEventListener("toggle", () => { if (card.open && !keys.firstChild) keys.append(...this.rows(gesture)); });
    const kind = gesture.kind === gesture.name ? "" : ` (${gesture.kind})`;
    return make("div", {}, make("p", { class: "row" }, make("label", {}, on, ` ${gesture.name}${kind}`), play), trouble, card);
  }

  rows(gesture) {
    return this.tickle.keys(gesture.kind).flatMap((key, index) => {
      const id = `${this.preset.gestures.indexOf(gesture)}-${index}`;
      const set = (value) => { gesture.keys[key.name] = value; this.restart(); };
      // The summaries are Markdown.
      const summary = (key.summary ?? "").replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").replaceAll("`", "");
      const about = make("small", { id: `${id}-about` }, summary);
      return [make("label", { for: id }, make("code", {}, key.name)), make("span", {}, ...input(key, gesture.keys[key.name], id, set)), about];
    });
  }

  // ---- The engine ----

  /** The screen in millimetres: the field, or that of the recording which is played. */
  get screen() { return this.recorded ?? { width: this.field.clientWidth / this.scale, height: this.field.clientHeight / this.scale }; }

  /** Pixels for a millimetre of the picture. */
  get unit() {
    const { recorded, field, scale } = this;
    return recorded ? Math.min(scale, field.clientWidth / recorded.width, field.clientHeight / recorded.height) : scale;
  }

  /** Begins anew with the settings of the page. */
  restart() {
    this.engine?.free();
    this.#fingers.clear();
    this.frames = [];
    this.events = [];
    this.preset.recognition = element("recognition").value;
    this.engine = this.tickle.engine({ ...this.screen, recognition: this.preset.recognition, explains: true });
    this.views = new Map([[undefined, this.engine.root]]);
    for (const { name, frame } of this.preset.views) {
      const [x, width] = stretch(frame, ["left", "right", "width", "x"], this.screen.width);
      const [y, height] = stretch(frame, ["top", "bottom", "height", "y"], this.screen.height);
      const view = this.engine.root.add(name, { x, y, width, height });
      this.views.set(name, Object.assign(view, { name, place: { x, y, width, height } }));
    }
    const made = new Map();
    for (const gesture of this.preset.gestures.filter(({ off }) => !off)) made.set(gesture.name, this.recognizers(gesture));
    for (const gesture of this.preset.gestures) this.relate(gesture, made);
    element("size").textContent = `The field has ${decimals(this.screen.width, 0)} × ${decimals(this.screen.height, 0)} mm.`;
    this.draw();
  }

  /** A gesture's recognizers, one in each of its views; none if the library refuses a key, which its card then says. */
  recognizers(gesture) {
    gesture.trouble?.("");
    try {
      return (list(gesture.view).length ? list(gesture.view) : [undefined]).map((name) => {
        const recognizer = this.engine.recognizer(gesture.kind, gesture.name);
        for (const [key, value] of Object.entries(gesture.keys)) recognizer.set(key, Array.isArray(value) ? value.map(String) : value);
        return recognizer.add(this.views.get(name) ?? this.engine.root);
      });
    } catch (error) {
      gesture.trouble?.(error.message);
      return [];
    }
  }

  /** Where a gesture is made: the first of its views, or the screen. */
  area({ view }) { return this.views.get(list(view)[0])?.place ?? { x: 0, y: 0, ...this.screen }; }

  relate(gesture, made) {
    for (const [key, relate] of Object.entries(RELATIONS)) {
      const names = gesture[key] === "all" ? [...made.keys()].filter((name) => name !== gesture.name) : list(gesture[key]);
      for (const one of made.get(gesture.name) ?? []) for (const name of names) for (const other of made.get(name) ?? []) relate(one, other);
    }
  }

  get now() { return performance.now() * MICROSECONDS; }

  /** Keeps a finger's sample until the browser has passed on all of one report, and puts those of one time into one frame. */
  take(sample) {
    if (this.#queue.length === 0) setTimeout(() => this.flush());
    this.#queue.push(sample);
  }

  flush() {
    const samples = this.#queue.sort((one, other) => one.time - other.time);
    this.#queue = [];
    while (samples.length > 0) {
      const contacts = new Map();
      const time = samples[0].time;
      while (samples.length > 0 && samples[0].time === time && !contacts.has(samples[0].id)) contacts.set(samples[0].id, samples.shift());
      this.feed(time, [...contacts.values()].map(({ id, phase, x, y }) => ({ id, phase, x, y })));
    }
  }

  feed(time, contacts) {
    keep(this.frames, { time, contacts });
    for (const { id, phase, x, y } of contacts) {
      if (phase === "up" || phase === "cancel") this.#fingers.delete(id);
      else this.#fingers.set(id, [...(this.#fingers.get(id) ?? []).slice(-40), { x, y }]);
    }
    this.engine.feed(time, contacts);
    this.collect();
  }

  /** Takes what the engine has found, and wakes up again when it must be asked. */
  collect() {
    for (const event of this.engine.events()) {
      keep(this.events, event);
      if (event.type === "gesture") this.found(event);
      else if (event.type === "attempt" && (event.attempt === "failed" || event.attempt === "taken back")) {
        write(element("failed"), make("b", {}, event.name), ` ${event.words}`, ...this.source(event));
      }
    }
    clearTimeout(this.#timer);
    const { deadline } = this.engine;
    if (deadline !== undefined && !this.playing) this.#timer = setTimeout(() => this.advance(this.now), Math.max(0, deadline - this.now) / MICROSECONDS);
    this.draw();
  }

  /** The rule and the keys behind a reason. */
  source({ rule, keys }) {
    const known = Object.values(this.rules).flat().find(({ number }) => number === rule);
    const names = (known ? [make("a", { href: known.link, title: known.title }, rule)] : []).concat(keys ? make("code", {}, keys) : []);
    return names.length === 0 ? [] : [" (", ...names.flatMap((name, index) => (index === 0 ? [name] : ["; ", name])), ")"];
  }

  advance(time) {
    this.engine.advance(time);
    this.collect();
  }

  found(event) {
    const words = [event.word, event.count > 1 ? `${event.count} times` : "", values(event)].filter(Boolean).join(", ");
    if (event.state !== "changed") {
      write(element("recognized"), make("b", {}, event.name), ` ${event.state}${words && `: ${words}`}`);
      element("said").textContent = `${event.name} ${event.state === "ended" ? "" : event.state}${words && ` ${words}`}`;
    }
    if (event.state !== "cancelled") this.flash(event, words);
  }

  flash({ name, x, y, state }, words) {
    this.#flashes = this.#flashes.filter((flash) => flash.name !== name || state !== "changed");
    this.#flashes.push({ name, words, x, y, until: performance.now() + FLASH });
  }

  // ---- Fingers ----

  listen() {
    const { field } = this;
    const place = (event) => {
      const { left, top } = field.getBoundingClientRect();
      return { x: (event.clientX - left - field.clientLeft) / this.scale, y: (event.clientY - top - field.clientTop) / this.scale };
    };
    const sample = (event, phase) => {
      if (this.playing) return;
      const time = Math.round(event.timeStamp * MICROSECONDS);
      this.take({ time, id: event.pointerId, phase, ...place(event) });
      // With Shift, the mouse has a second finger, on the other side of the field's middle.
      if (event.pointerType === "mouse" && (event.shiftKey || this.second)) {
        const ends = phase === "up" || phase === "cancel";
        const { x, y } = place(event);
        this.take({ time, id: -1, phase: this.second ? phase : "down", x: this.screen.width - x, y: this.screen.height - y });
        this.second = !ends;
      }
    };
    field.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      field.setPointerCapture(event.pointerId);
      sample(event, "down");
    });
    field.addEventListener("pointermove", (event) => {
      if (!field.hasPointerCapture(event.pointerId)) return;
      const all = event.getCoalescedEvents?.() ?? [];
      for (const each of all.length > 0 ? all : [event]) sample(each, "move");
    });
    field.addEventListener("pointerup", (event) => sample(event, "up"));
    field.addEventListener("pointercancel", (event) => sample(event, "cancel"));
    field.addEventListener("contextmenu", (event) => event.preventDefault());
    field.addEventListener("dragover", (event) => event.preventDefault());
    field.addEventListener("drop", (event) => { event.preventDefault(); this.open(event.dataTransfer.files[0]); });
    element("file").addEventListener("change", (event) => this.open(event.target.files[0]));
    element("save").addEventListener("click", () => this.save());
    element("measure").addEventListener("click", () => this.measure());
    element("recognition").addEventListener("change", () => this.restart());
    element("preset").addEventListener("change", ({ target }) => this.choose(this.presets[target.value] ?? this.only(target.value)));
    let size = [field.clientWidth, field.clientHeight];
    new ResizeObserver(() => {
      const now = [field.clientWidth, field.clientHeight];
      if (!this.playing && now[0] > 0 && String(now) !== String(size)) this.restart();
      size = now;
    }).observe(field);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.draw());
  }

  // ---- Recordings ----

  save() {
    const screen = JSON.stringify({ type: "screen", ...this.screen });
    const lines = this.frames.flatMap(({ time, contacts }) => contacts.map(({ id, phase, x, y }) => JSON.stringify({
      type: "touch", time: time / 1e6, id, phase: { down: "began", move: "moved", up: "ended", cancel: "cancelled" }[phase], location: { x, y },
    })));
    const link = make("a", { href: URL.createObjectURL(new Blob([[screen, ...lines].join("\n") + "\n"])), download: "touches.jsonl" });
    link.click();
    URL.revokeObjectURL(link.href);
  }

  async open(file) {
    if (!file) return;
    try {
      const recording = read(await file.text());
      await this.play(recording.frames, element("at-once").checked, recording.screen);
    } catch (error) {
      element("said").textContent = `${file.name}: ${error.message}`;
    }
  }

  /** Plays frames on a new engine, as fast as they were, or at once; the fingers of the reader do nothing meanwhile. What was found stays. */
  async play(played, atOnce = false, screen = undefined) {
    this.recorded = screen;
    this.restart();
    this.#queue = [];
    const mine = (this.playing = {});
    const begun = performance.now();
    try {
      for (const { time, contacts } of played) {
        const wait = (time - played[0].time) / MICROSECONDS - (performance.now() - begun);
        if (!atOnce && wait > 0) await new Promise((resolve) => { setTimeout(resolve, wait); });
        if (this.playing !== mine) return;
        this.feed(time, contacts);
      }
      // What waits for a time that no frame brings.
      for (let deadline; (deadline = this.engine.deadline) !== undefined;) {
        if (!atOnce) await new Promise((resolve) => { setTimeout(resolve, 50); });
        if (this.playing !== mine) return;
        this.advance(deadline);
      }
    } finally {
      if (this.playing === mine) this.stop();
    }
  }

  /** Ends what is played. The time of a recording is not the reader's, so the engine begins again. */
  stop() {
    [this.playing, this.recorded] = [undefined, undefined];
    const { events } = this;
    this.restart();
    this.events = events;
  }

  // ---- The size of the screen ----

  measure() {
    const [dialog, slider, outline] = [element("card"), element("scale"), element("outline")];
    const isUpright = innerWidth < CARD.length * this.scale * 1.1;
    const size = () => {
      const [width, height] = isUpright ? [CARD.width, CARD.length] : [CARD.length, CARD.width];
      outline.style.width = `${width * slider.value}px`;
      outline.style.height = `${height * slider.value}px`;
    };
    slider.value = this.scale;
    size();
    slider.oninput = size;
    dialog.onclose = () => {
      this.scale = Number(slider.value);
      localStorage.setItem("scale", this.scale);
      this.restart();
    };
    dialog.showModal();
  }

  // ---- The picture ----

  /** Draws until nothing moves. */
  draw() {
    if (this.#drawing) return;
    this.#drawing = true;
    requestAnimationFrame(() => {
      this.#drawing = false;
      this.paint();
      if (this.#flashes.length > 0) this.draw();
    });
  }

  paint() {
    const { field } = this;
    const [style, ratio, unit] = [getComputedStyle(field), devicePixelRatio, this.unit];
    const color = (name) => style.getPropertyValue(name).trim();
    if (field.width !== Math.round(field.clientWidth * ratio) || field.height !== Math.round(field.clientHeight * ratio)) {
      field.width = Math.round(field.clientWidth * ratio);
      field.height = Math.round(field.clientHeight * ratio);
    }
    const pen = field.getContext("2d");
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.clearRect(0, 0, field.clientWidth, field.clientHeight);
    pen.font = "600 16px system-ui, sans-serif";
    pen.strokeStyle = pen.fillStyle = color("--faint");
    pen.lineWidth = 1;
    for (const { name, place } of this.views.values()) {
      if (!place) continue;
      pen.strokeRect(place.x * unit, place.y * unit, place.width * unit, place.height * unit);
      pen.fillText(name, place.x * unit + 6, place.y * unit + 20);
    }
    pen.strokeStyle = color("--link");
    for (const trail of this.#fingers.values()) {
      pen.beginPath();
      for (const { x, y } of trail) pen.lineTo(x * unit, y * unit);
      pen.lineWidth = 3;
      pen.stroke();
      const { x, y } = trail[trail.length - 1];
      pen.beginPath();
      // A fingertip is about 16 mm wide; the ring is seen around it.
      pen.arc(x * unit, y * unit, 9 * unit, 0, 2 * Math.PI);
      pen.stroke();
    }
    pen.textAlign = "center";
    const now = performance.now();
    this.#flashes = this.#flashes.filter(({ until }) => until > now);
    this.#flashes.forEach(({ name, words, x, y, until }, index) => {
      pen.globalAlpha = Math.min(1, (until - now) / (FLASH / 2));
      pen.fillStyle = color("--accent");
      const text = words ? `${name}, ${words}` : name;
      const half = pen.measureText(text).width / 2;
      pen.fillText(text, Math.min(Math.max(x * unit, half), field.clientWidth - half), Math.max(20, y * unit - 9 * unit - 8 - 20 * index));
    });
    pen.globalAlpha = 1;
    pen.textAlign = "start";
  }
}

/** A gesture's values in words. */
function values({ scale, rotation, translationX, translationY, duration }) {
  if (scale) return `× ${decimals(scale, 2)}`;
  if (rotation) return `${decimals(rotation * 180 / Math.PI, 0)}°`;
  if (translationX || translationY) return `${decimals(translationX)}, ${decimals(translationY)} mm`;
  return duration ? `${decimals(duration / 1e6, 2)} s` : "";
}

/** Appends to a list, whose older half goes when it is full. */
function keep(kept, value) {
  if (kept.length === MOST_KEPT) kept.splice(0, MOST_KEPT / 2);
  kept.push(value);
}

/** Puts a line at the head of a list, whose oldest ones go. */
function write(lines, ...content) {
  lines.prepend(make("li", {}, ...content));
  while (lines.childElementCount > MOST_LINES) lines.lastElementChild.remove();
}

/** What sets a key: a slider for numbers, a box for a choice of yes and no, and otherwise a text. */
function input(key, value, id, set) {
  const about = { id, "aria-describedby": `${id}-about` };
  const [, standard] = /^`?"?([^`"]*)"?`?/.exec(key.standard ?? "") ?? [];
  if (standard === "true" || standard === "false") {
    return [make("input", { ...about, type: "checkbox", checked: value ?? standard === "true", change: ({ target }) => set(target.checked) })];
  }
  const [, digits, unit] = /^([\d.]+)(mm|ms|s|deg|mm\/s|x)$/.exec(value ?? standard) ?? [];
  if (digits === undefined) {
    const text = (list(value).join(", ") || standard) ?? "";
    const read = ({ target }) => set(/^\d+$/.test(target.value) ? Number(target.value) : target.value.includes(",")
      ? target.value.split(",").map((word) => word.trim()) : target.value);
    return [make("input", { ...about, type: "text", value: text, change: read })];
  }
  const most = Math.max(4 * digits, unit === "deg" ? 90 : 10);
  const output = make("output", { for: id }, `${digits} ${unit}`);
  const slider = make("input", { ...about, type: "range", min: 0, max: most, step: most > 100 ? 5 : 0.1, value: digits,
    input: () => { output.textContent = `${slider.value} ${unit}`; }, change: () => set(`${slider.value}${unit}`) });
  return [slider, output];
}

/** A recording: lines of JSON, of which one may say how large the screen was, and the others are touches'. Throws an error with the line that
 * is none. */
function read(text) {
  const phases = { began: "down", moved: "move", ended: "up", cancelled: "cancel" };
  const frames = [];
  let screen;
  text.split("\n").forEach((line, index) => {
    const wrong = () => new Error(`line ${index + 1} is not of a recording of touches`);
    let entry;
    try { entry = JSON.parse(line || "{}"); } catch { throw wrong(); }
    const { type, time, id, phase, location, width, height } = entry ?? {};
    if (type === "screen" && width > 0 && height > 0) screen = { width, height };
    if (type !== "touch") return;
    const moment = Math.round(time * 1e6);
    if (![moment, id].every(Number.isSafeInteger) || ![location?.x, location?.y].every(Number.isFinite) || !phases[phase]) throw wrong();
    if (frames[frames.length - 1]?.time !== moment) frames.push({ time: moment, contacts: [] });
    frames[frames.length - 1].contacts.push({ id, phase: phases[phase], x: location.x, y: location.y });
  });
  if (frames.length === 0) throw new Error("it has no touches");
  return { frames, screen };
}

/** Pixels for a millimetre, until the reader has measured: of a phone or tablet, or of a monitor. */
function guessedScale() { return matchMedia("(pointer: coarse)").matches ? 160 / 25.4 : 96 / 25.4; }

try {
  const [bytes, data] = await Promise.all([
    fetch("libtickle.wasm.gz").then(unpacked),
    fetch("presets.json").then((response) => response.json()),
  ]);
  globalThis.playground = new Playground(await load(bytes), data);
  navigator.serviceWorker?.register("offline.js").catch(() => {});
} catch (error) {
  element("intro").textContent = `The engine could not be loaded: ${error.message}`;
}
