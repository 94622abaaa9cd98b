// libtickle in a browser, or wherever JavaScript runs: the calls of tickle.h as objects. Lengths are millimetres, times microseconds of any clock
// that never goes back, angles radians, clockwise from right. What the library refuses is thrown, as a TickleError with its sentence.
//
//   const tickle = await load(await fetch("libtickle.wasm"));
//   const engine = tickle.engine({ width: 310, height: 174 });
//   engine.recognizer("swipe", "next").set("fingers", 3).add(engine.root);
//   engine.feed(time, [{ id: 1, phase: "down", x: 20, y: 30 }]);
//   for (const event of engine.events()) console.log(event.name, event.state);
//
// An engine's memory is its own until free(). The library calls nothing but the functions of ask(), while a frame is fed, and of listen(), at the
// end of the call that events come from. Neither may throw: what the library was doing would never end.

const PHASES = { down: 0, move: 1, up: 3, cancel: 4 };
const TOOLS = { finger: 0, pen: 1, palm: 2 };
const TYPES = ["gesture", "touch", "attempt"];
const STATES = [, "began", "changed", "ended", "cancelled"];
const ATTEMPTS = [, "refused", "waits", "failed", "taken back", "stopped"];
const FATES = ["none", "passed", "held", "taken"];
const STATUSES = ["ok", "gone", "invalid", "setting", "order", "cycle", "full"];

// The structures of tickle.h: their members in order, and where each is. Members stand at multiples of their sizes, as C has it.
const SIZES = { i32: 4, u32: 4, i64: 8, u64: 8, f64: 8, bool: 1, text: 4, handle: 4 };
function structure(text) {
  let size = 0;
  const members = text.trim().split(/\s+/).map((word) => {
    const [name, type] = word.split(":");
    const place = Math.ceil(size / SIZES[type]) * SIZES[type];
    size = place + SIZES[type];
    return { name, type, place };
  });
  return { members, size: Math.ceil(size / 8) * 8 };
}
const SCREEN = structure(`size:u32 width:f64 height:f64 pixelWidth:u32 pixelHeight:u32 recognition:i32 exclusion:i32 holdsTouches:bool
  mostDelay:i64 explains:bool`);
const RECT = structure("x:f64 y:f64 width:f64 height:f64");
const POINT = structure("x:f64 y:f64");
const CONTACT = structure("id:i64 phase:i32 tool:i32 x:f64 y:f64 force:f64");
const FRAME = structure("size:u32 time:i64 contacts:u32 count:u32 contactSize:u32 uncertainty:f64");
const ASKED = structure("size:u32 question:i32 recognizer:handle view:handle x:f64 y:f64");
const KEY = structure("size:u32 name:text unit:text values:text standard:text summary:text");
const EVENT = structure(`size:u32 type:i32 state:i32 time:i64 recognizer:handle view:handle recognizerData:u32 viewData:u32 kind:text name:text
  x:f64 y:f64 viewX:f64 viewY:f64 fingers:i32 count:i32 translationX:f64 translationY:f64 velocityX:f64 velocityY:f64 scale:f64
  scaleVelocity:f64 rotation:f64 rotationVelocity:f64 direction:f64 duration:i64 word:text score:f64 phase:i32 id:i64 touch:u64
  touchTime:i64 attempt:i32 reason:text measured:f64 limit:f64 other:handle words:text rule:text keys:text`);

// Modules that pass a function of JavaScript on as one of WebAssembly: (i32, i32) -> i32, or without a result.
const passing = (results) => new WebAssembly.Module(new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 6 + results.length, 1, 96, 2, 127, 127, results.length, ...results,
  2, 7, 1, 1, 101, 1, 102, 0, 0, 7, 5, 1, 1, 102, 0, 0,
]));
const [ANSWERING, LISTENING] = [passing([127]), passing([])];

export class TickleError extends Error {
  constructor(status, sentence) {
    super(sentence);
    this.status = status;
  }
}

/** Loads the library from a Response, or from bytes. */
export async function load(source) {
  let calls;
  const memory = () => new DataView(calls.memory.buffer);
  // What the C library asks of the system: nothing is open, and the seed of hashes may be any.
  const system = {
    random_get: (place, count) => (crypto.getRandomValues(new Uint8Array(calls.memory.buffer, place, count)), 0),
    environ_sizes_get: (count, size) => (memory().setUint32(count, 0, true), memory().setUint32(size, 0, true), 0),
    proc_exit: (status) => { throw new Error(`libtickle has ended with ${status}`); },
  };
  const refused = new Proxy(system, { get: (known, name) => known[name] ?? (() => 52) });
  const bytes = source instanceof Response ? await source.arrayBuffer() : source;
  const module = await WebAssembly.compile(bytes);
  calls = (await WebAssembly.instantiate(module, { wasi_snapshot_preview1: refused })).exports;
  calls._initialize();
  return new Tickle(calls);
}

class Tickle {
  constructor(calls) { this.calls = calls; }

  get version() { return [16, 8, 0].map((shift) => (this.calls.tickle_version() >> shift) & 255).join("."); }

  engine(screen) { return new Engine(this, screen); }

  /** The names of the kinds of gestures. */
  get kinds() {
    const kinds = [];
    for (let kind; (kind = this.text(this.calls.tickle_kind(kinds.length))) !== undefined;) kinds.push(kind);
    return kinds;
  }

  /** The keys of a kind: their names, units, values, defaults (`standard`) and what they are for (`summary`). */
  keys(kind) {
    return this.using((space) => {
      const [name, place, keys] = [space.text(kind), space.fill(KEY, {}), []];
      while (this.calls.tickle_key(name, keys.length, place)) keys.push(this.read(KEY, place));
      return keys;
    });
  }

  // ---- Memory ----

  get view() { return new DataView(this.calls.memory.buffer); }

  /** The text at a place; undefined at 0. */
  text(place) {
    if (!place) return undefined;
    const bytes = new Uint8Array(this.calls.memory.buffer);
    return new TextDecoder().decode(bytes.subarray(place, bytes.indexOf(0, place)));
  }

  /** Calls `body` with memory that is given back afterwards. */
  using(body) {
    const space = new Space(this);
    try { return body(space); } finally { space.free(); }
  }

  read({ members }, place) {
    const [result, view] = [{}, this.view];
    for (const { name, type, place: offset } of members) {
      const at = place + offset;
      if (type === "f64") result[name] = view.getFloat64(at, true);
      else if (type === "i64" || type === "u64") result[name] = Number(view.getBigInt64(at, true));
      else if (type === "text") result[name] = this.text(view.getUint32(at, true));
      else if (type === "bool") result[name] = view.getUint8(at) !== 0;
      else result[name] = type === "i32" ? view.getInt32(at, true) : view.getUint32(at, true);
    }
    return result;
  }

  check(status) {
    if (status !== 0) throw new TickleError(STATUSES[-status], this.text(this.calls.tickle_error()));
  }

  made(handle) {
    if (handle === 0) throw new TickleError("invalid", this.text(this.calls.tickle_error()));
    return handle;
  }
}

/** Memory for the arguments of a call. */
class Space {
  #places = [];
  constructor(tickle) { this.tickle = tickle; }

  take(size) {
    const place = this.tickle.calls.malloc(size || 1);
    if (place === 0) throw new TickleError("full", "there is no memory");
    this.#places.push(place);
    return place;
  }

  text(value) {
    const bytes = new TextEncoder().encode(value);
    const place = this.take(bytes.length + 1);
    new Uint8Array(this.tickle.calls.memory.buffer).set([...bytes, 0], place);
    return place;
  }

  /** A structure, at a new place or a given one; what is not in `values` is 0. */
  fill({ members, size }, values, place = this.take(size)) {
    const view = this.tickle.view;
    for (let i = 0; i < size; i++) view.setUint8(place + i, 0);
    for (const { name, type, place: offset } of members) {
      const [at, value] = [place + offset, name === "size" ? size : values[name] ?? 0];
      if (type === "f64") view.setFloat64(at, value, true);
      else if (type === "i64" || type === "u64") view.setBigInt64(at, BigInt(Math.round(value)), true);
      else if (type === "bool") view.setUint8(at, value ? 1 : 0);
      else view.setInt32(at, value, true);
    }
    return place;
  }

  list(structure, all) {
    const start = this.take(structure.size * all.length);
    all.forEach((values, index) => this.fill(structure, values, start + index * structure.size));
    return start;
  }

  free() { for (const place of this.#places) this.tickle.calls.free(place); }
}

export class Engine {
  #callbacks = new Map();

  /** `screen`: width, height, and as they apply pixelWidth, pixelHeight, recognition ("hand" or "uikit"), exclusion ("touch" or "screen"),
   * holdsTouches, mostDelay, explains. */
  constructor(tickle, screen) {
    this.tickle = tickle;
    const values = { ...screen, recognition: Number(screen.recognition === "uikit"), exclusion: Number(screen.exclusion === "screen") };
    this.handle = tickle.made(tickle.using((space) => tickle.calls.tickle_engine_new(space.fill(SCREEN, values))));
    this.root = new View(this, tickle.calls.tickle_engine_root(this.handle));
    this.views = new Map([[this.root.handle, this.root]]);
    this.recognizers = new Map();
  }

  free() { this.tickle.check(this.tickle.calls.tickle_engine_free(this.handle)); }
  resize(width, height) { this.tickle.check(this.tickle.calls.tickle_engine_resize(this.handle, width, height)); }

  recognizer(kind, name = kind) {
    const { tickle } = this;
    const handle = tickle.using((space) => tickle.calls.tickle_recognizer_new(this.handle, space.text(kind), space.text(name)));
    const recognizer = new Recognizer(this, tickle.made(handle));
    this.recognizers.set(handle, recognizer);
    return recognizer;
  }

  /** Contacts have an id, a phase ("down", "move", "up", "cancel"), a place, which may be left out at the end, and perhaps a tool and a force. */
  feed(time, contacts, uncertainty = 0) {
    const list = contacts.map(({ id, phase, tool, x = NaN, y = NaN, force = 0 }) =>
      ({ id, phase: PHASES[phase], tool: TOOLS[tool ?? "finger"], x, y, force }));
    this.tickle.using((space) => {
      const frame = { time, contacts: space.list(CONTACT, list), count: list.length, contactSize: CONTACT.size, uncertainty };
      this.tickle.check(this.tickle.calls.tickle_engine_feed(this.handle, space.fill(FRAME, frame)));
    });
  }

  advance(time) { this.tickle.check(this.tickle.calls.tickle_engine_advance(this.handle, BigInt(Math.round(time)))); }
  cancel(time) { this.tickle.check(this.tickle.calls.tickle_engine_cancel(this.handle, BigInt(Math.round(time)))); }

  /** When advance() must be called if no frame comes before; undefined: never. */
  get deadline() {
    return this.tickle.using((space) => {
      const place = space.take(8);
      if (!this.tickle.calls.tickle_engine_deadline(this.handle, place)) return undefined;
      return Number(this.tickle.view.getBigInt64(place, true));
    });
  }

  /** Takes the events that wait. Members are those of tickle.h, with words for its numbers, and objects for its handles. */
  events() {
    const { tickle } = this;
    return tickle.using((space) => {
      const [place, events] = [space.fill(EVENT, {}), []];
      while (tickle.calls.tickle_engine_next(this.handle, place)) events.push(this.#event(place));
      return events;
    });
  }

  /** Passes events to `body` from now on, instead of having them wait; undefined: no longer. */
  listen(body) {
    const listener = body && this.#callback(this, LISTENING, (place) => body(this.#event(place)));
    this.tickle.check(this.tickle.calls.tickle_engine_listen(this.handle, listener ?? 0, 0));
  }

  #event(place) {
    const event = this.tickle.read(EVENT, place);
    const type = TYPES[event.type];
    const phase = type === "touch" ? Object.keys(PHASES).find((name) => PHASES[name] === event.phase) : undefined;
    return {
      ...event, type, phase, state: STATES[event.state], attempt: ATTEMPTS[event.attempt],
      view: this.views.get(event.view), recognizer: this.recognizers.get(event.recognizer), other: this.recognizers.get(event.other),
    };
  }

  /** What has become of the touch that is down with a contact's id: "none", "passed", "held" or "taken". */
  fate(id) { return FATES[this.tickle.calls.tickle_engine_fate(this.handle, BigInt(id))]; }

  viewAt(x, y) { return this.views.get(this.tickle.calls.tickle_view_at(this.handle, x, y)); }

  /** The place in the table of functions of one that answers for a recognizer. */
  answer(asking, body) {
    return this.#callback(asking, ANSWERING, (place) => {
      const { question, recognizer, view, x, y } = this.tickle.read(ASKED, place);
      const [which, where] = [this.recognizers.get(recognizer), this.views.get(view)];
      return Number(body({ question: question === 0 ? "receive" : "begin", recognizer: which, view: where, x, y }));
    });
  }

  #callback(owner, module, body) {
    const { f } = new WebAssembly.Instance(module, { e: { f: body } }).exports;
    const table = this.tickle.calls.__indirect_function_table;
    const index = this.#callbacks.get(owner) ?? table.grow(1);
    this.#callbacks.set(owner, index);
    table.set(index, f);
    return index;
  }
}

export class View {
  constructor(engine, handle) { Object.assign(this, { engine, handle }); }

  #call(name, ...values) { this.engine.tickle.check(this.engine.tickle.calls[`tickle_view_${name}`](this.handle, ...values)); }

  /** A new view in front of its siblings; its frame is in this view's coordinates. */
  add(name, frame) {
    const { tickle, views } = this.engine;
    const handle = tickle.using((space) => tickle.calls.tickle_view_new(this.handle, space.text(name), space.fill(RECT, frame)));
    const view = new View(this.engine, tickle.made(handle));
    views.set(handle, view);
    return view;
  }

  get frame() {
    const { tickle } = this.engine;
    return tickle.using((space) => {
      const place = space.fill(RECT, {});
      this.#call("get_frame", place);
      return tickle.read(RECT, place);
    });
  }

  /** The place in the view of one on the screen. */
  convert(x, y) {
    const { tickle } = this.engine;
    return tickle.using((space) => {
      const place = space.fill(POINT, { x, y });
      this.#call("convert", place, place + 8);
      return tickle.read(POINT, place);
    });
  }

  /** A number that events carry as `viewData`; 0 once the view has ended. */
  get data() { return this.engine.tickle.calls.tickle_view_data(this.handle) >>> 0; }
  set data(number) { this.#call("set_data", number); }
  setFrame(frame) { this.engine.tickle.using((space) => this.#call("set_frame", space.fill(RECT, frame))); }
  setTransform(a, b, c, d, tx, ty) { this.#call("set_transform", a, b, c, d, tx, ty); }
  setHidden(isHidden) { this.#call("set_hidden", isHidden); }
  setEnabled(isEnabled) { this.#call("set_enabled", isEnabled); }
  raise() { this.#call("raise"); }
  free() { this.#call("free"); }
}

export class Recognizer {
  constructor(engine, handle) { Object.assign(this, { engine, handle }); }

  #call(name, ...values) {
    this.engine.tickle.check(this.engine.tickle.calls[`tickle_recognizer_${name}`](this.handle, ...values));
    return this;
  }

  /** Sets a key to a text ("12mm"), a number in the key's unit, a flag, or a list of texts. */
  set(key, value) {
    return this.engine.tickle.using((space) => {
      const name = space.text(key);
      if (typeof value === "number") return this.#call("set_number", name, value);
      if (typeof value === "boolean") return this.#call("set_flag", name, value);
      if (typeof value === "string") return this.#call("set", name, space.text(value));
      const list = space.take(4 * value.length);
      value.map((text) => space.text(text)).forEach((place, index) => this.engine.tickle.view.setUint32(list + 4 * index, place, true));
      return this.#call("set_list", name, list, value.length);
    });
  }

  /** An example of a stroke's shape: x and y in turn. */
  addExample(shape, places) {
    return this.engine.tickle.using((space) => {
      const list = space.take(8 * places.length);
      places.forEach((number, index) => this.engine.tickle.view.setFloat64(list + 8 * index, number, true));
      return this.#call("add_example", space.text(shape), list, places.length >> 1);
    });
  }

  addStep(step) { return this.#call("add_step", step.handle); }
  add(view) { return this.#call("add", view.handle); }
  setEnabled(isEnabled) { return this.#call("set_enabled", isEnabled); }
  requireFailure(of) { return this.#call("require_failure", of.handle); }
  allowBoth(other) { return this.#call("allow_both", other.handle); }
  spare(other) { return this.#call("spare", other.handle); }
  yieldTo(other) { return this.#call("yield", other.handle); }
  free() { return this.#call("free"); }

  /** A number that events carry as `recognizerData`; 0 once the recognizer has ended. */
  get data() { return this.engine.tickle.calls.tickle_recognizer_data(this.handle) >>> 0; }
  set data(number) { this.#call("set_data", number); }

  /** Asks `answer` ({question: "receive" or "begin", recognizer, view, x, y}) before a touch and a beginning; undefined: no longer. */
  ask(answer) { return this.#call("ask", answer ? this.engine.answer(this, answer) : 0, 0); }
}
