// node player.mjs LIBTICKLE.WASM: plays a script from standard input through the library for WebAssembly and docs/playground/tickle.js, and
// prints what they say. Scripts, lines and exit statuses are those of player.c, so that the same tests judge both. A browser calls play().
import { Recognizer, TickleError, View, load } from "../../docs/playground/tickle.js";

let tickle, engine, now, isListening, frame;
// What is printed, and the exit status.
let lines = [], status = 0;
// Views have a `name` and a `parent` here, to find whether a touch has landed in another view; recognizers have an `id`, `refusesToBegin` and
// `ignored`. The place in the list, from 1, is their data.
let views = [], recognizers = [];
// The contacts of the touches that clients see.
let seen = [];
let words = [], lineNumber = 0;

class Unreadable extends Error {}

function die(sentence) { throw new Unreadable(`player: ${lineNumber}: ${sentence}`); }

// Says what the library refused, or what it should not have said.
function fail(sentence) {
  lines.push(`error ${lineNumber} ${sentence}`);
  status = 1;
}

// Calls `body`; a refusal of the library is a line, and the result is undefined.
function attempt(body, prefix) {
  try {
    return body();
  } catch (error) {
    if (!(error instanceof TickleError)) throw error;
    fail(`${prefix ?? error.status}: ${error.message}`);
  }
}

// ---- Words ----

function split(line) {
  words = [];
  for (const [text, quoted] of line.matchAll(/"([^"]*)"|[^ \t]+/g)) {
    if (quoted === undefined && text[0] === "#") break;
    if (quoted === undefined && text[0] === '"') die("a quote without an end");
    words.push(quoted ?? text);
  }
}

const word = (index) => words[index] ?? die(`"${words[0]}" needs more words`);

function number(index) {
  const value = Number(word(index));
  return Number.isNaN(value) ? die(`not a number: ${words[index]}`) : value;
}

const whole = (index) => (Number.isInteger(number(index)) ? number(index) : die(`not a whole number: ${words[index]}`));
const choice = (index, ...all) => (all.includes(word(index)) ? words[index] : die(`expected ${all.join(" or ")}, not ${words[index]}`));
const yes = (index) => choice(index, "no", "yes") === "yes";
const viewAt = (index) => views.find(({ name }) => name === word(index)) ?? die(`there is no view ${words[index]}`);
const recognizerAt = (index) => recognizers.find(({ id }) => id === word(index)) ?? die(`there is no recognizer ${words[index]}`);

// ---- Events ----

// A number as C's %.10g writes it, but that one exactly between two goes up, and not to the even one.
function decimal(value) {
  if (!Number.isFinite(value)) return String(value).replace("Infinity", "inf").toLowerCase();
  const [digits, power] = value.toExponential(9).split("e");
  const short = (text) => (text.includes(".") ? text.replace(/\.?0+$/, "") : text);
  if (power >= -4 && power < 10) return short(value.toFixed(9 - power));
  return `${short(digits)}e${power[0]}${power.slice(1).padStart(2, "0")}`;
}

// Follows what clients have been told of a touch.
function noteTouch({ id, phase }) {
  if (phase === "down") seen.push(id);
  else if (!seen.includes(id)) fail(`a client gets the ${phase} of a touch that it has not seen`);
  else if (phase !== "move") seen.splice(seen.indexOf(id), 1);
}

// The members of an event in the order of player.c.
const MEMBERS = `kind name x y viewX viewY fingers count translationX translationY velocityX velocityY scale scaleVelocity rotation
  rotationVelocity direction duration word score id touch touchTime reason measured limit other words rule keys`.split(/\s+/);

// Prints all members of an event that are not 0, so that one that the library has not set, or has set without reason, is seen.
function show(event) {
  const { type, view, recognizer } = event;
  if (type !== "touch" && !recognizer) fail("an event of no recognizer");
  if (event.recognizerData !== recognizers.indexOf(recognizer) + 1) fail("an event with other data than its recognizer");
  if (event.viewData !== views.indexOf(view) + 1) fail("an event with other data than its view");
  const what = { gesture: event.state, touch: event.phase, attempt: event.attempt?.replace(" ", "-") }[type];
  if (!what) fail(`an event of the type ${type}, with an unknown state`);
  if (type === "touch") noteTouch(event);
  const subject = type === "touch" ? view?.name : recognizer?.id;
  const members = type !== "touch" && view ? [`view="${view.name}"`] : [];
  for (const name of MEMBERS) {
    const value = name === "other" ? event.other?.id : event[name];
    // The time of a touch is that of no other event.
    if (value === undefined || value === 0 || (name === "touchTime" && type !== "touch")) continue;
    const key = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    members.push(`${key}=${typeof value === "number" ? decimal(value) : `"${value}"`}`);
  }
  lines.push([type, event.time, subject ?? "?", what ?? "?", ...members].join(" "));
}

function showAll() {
  for (const event of engine.events()) {
    if (isListening) fail("an event besides those of the listener");
    show(event);
  }
}

// What a recognizer answers to a question.
const answering = (asking) => ({ question, recognizer, view }) => {
  if (recognizer !== asking) fail("a question of another recognizer");
  if (question === "begin") return !asking.refusesToBegin;
  for (let at = view; at; at = at.parent) if (asking.ignored.includes(at)) return false;
  return true;
};

// ---- Commands ----

// Follows a new view or recognizer; one that the library refused ends the calls for it with "gone".
function keep(list, object, members) {
  list.push(Object.assign(object, members));
  if (object.handle) attempt(() => { object.data = list.length; });
  if (object.handle && object.data !== list.length) fail(`${members.name ?? members.id} has lost its data`);
}

function makeScreen() {
  if (engine) die("there is a screen already");
  const screen = { width: number(1), height: number(2), recognition: choice(3, "hand", "uikit") };
  for (let i = 4; i < words.length; i++) {
    if (words[i] === "per-screen") screen.exclusion = "screen";
    else if (words[i] === "holds") screen.holdsTouches = true;
    else if (words[i] === "explains") screen.explains = true;
    else if (words[i] === "delay") screen.mostDelay = whole(++i);
    else if (words[i] === "pixels") [screen.pixelWidth, screen.pixelHeight] = [whole(++i), whole(++i)];
    else die(`a screen with ${words[i]}`);
  }
  engine = attempt(() => tickle.engine(screen), "no engine");
  now = -Infinity;
  if (engine) keep(views, engine.root, { name: "-" });
}

function makeView() {
  const parent = viewAt(2);
  const [x, y, width, height] = [3, 4, 5, 6].map(number);
  const view = attempt(() => parent.add(words[1], { x, y, width, height }), "no view");
  keep(views, view ?? new View(engine, 0), { name: words[1], parent });
}

function makeRecognizer() {
  const recognizer = attempt(() => engine.recognizer(word(2), words[3] ?? word(1)), "no recognizer");
  keep(recognizers, recognizer ?? new Recognizer(engine, 0), { id: word(1), ignored: [] });
}

function addContact() {
  if (!frame) die("a contact without a frame");
  const contact = { id: whole(1), phase: choice(2, "down", "move", "up", "cancel"), tool: choice(3, "finger", "pen", "palm"), force: number(6) };
  if (word(4) !== "-") [contact.x, contact.y] = [number(4), number(5)];
  frame.contacts.push(contact);
}

function pass(time) { now = Math.max(now, time); }

// What has become of a touch must be what the events have told of it.
function checkFate({ id, phase }) {
  const [fate, isSeen] = [engine.fate(id), seen.includes(id)];
  if (phase === "up" || phase === "cancel") {
    if (fate !== "none") fail(`the contact ${id} has lifted, and is ${fate}`);
  } else if ((fate === "passed") !== isSeen) {
    fail(`the contact ${id} is ${fate}, and its client ${isSeen ? "has" : "has not"} seen it`);
  }
}

function feed() {
  if (!frame) return;
  const { time, contacts, uncertainty } = frame;
  frame = undefined;
  pass(time);
  attempt(() => engine.feed(time, contacts, uncertainty));
  showAll();
  contacts.forEach(checkFate);
}

function advance(time) {
  pass(time);
  attempt(() => engine.advance(time));
  showAll();
}

function settle(end) {
  for (let last = -Infinity, same = 0, deadline; (deadline = engine.deadline) <= end; last = deadline) {
    same = deadline > last ? 0 : same + 1;
    if (same === 1000) return fail(`the deadline ${deadline} does not pass`);
    advance(deadline);
  }
}

function endEngine() {
  attempt(() => engine.free());
  // The handles have ended with the engine.
  let status;
  try { engine.free(); } catch (error) { ({ status } = error); }
  if (status !== "gone") fail("an engine ends twice");
  for (const { name, id, data } of [...views, ...recognizers]) if (data) fail(`${name ?? id} has outlived its engine`);
  engine = undefined;
  [views, recognizers, seen, isListening] = [[], [], [], false];
}

const COMMANDS = {
  view: makeView,
  hidden: () => viewAt(1).setHidden(yes(2)),
  takes: () => viewAt(1).setEnabled(yes(2)),
  recognizer: makeRecognizer,
  set: () => recognizerAt(1).set(word(2), word(3)),
  number: () => recognizerAt(1).set(word(2), number(3)),
  flag: () => recognizerAt(1).set(word(2), yes(3)),
  list: () => recognizerAt(1).set(word(2), words.slice(3)),
  example: () => recognizerAt(1).addExample(word(2), words.slice(3).map((_, index) => number(3 + index))),
  step: () => recognizerAt(1).addStep(recognizerAt(2)),
  add: () => recognizerAt(1).add(viewAt(2)),
  require: () => recognizerAt(1).requireFailure(recognizerAt(2)),
  both: () => recognizerAt(1).allowBoth(recognizerAt(2)),
  spare: () => recognizerAt(1).spare(recognizerAt(2)),
  yield: () => recognizerAt(1).yieldTo(recognizerAt(2)),
  "refuse-to-begin": () => Object.assign(recognizerAt(1), { refusesToBegin: true }).ask(answering(recognizerAt(1))),
  ignore() {
    recognizerAt(1).ignored.push(...words.slice(2).map((_, index) => viewAt(2 + index)));
    recognizerAt(1).ask(answering(recognizerAt(1)));
  },
  enable: () => recognizerAt(1).setEnabled(true),
  disable: () => recognizerAt(1).setEnabled(false),
  remove: () => recognizerAt(1).free(),
  "remove-view": () => viewAt(1).free(),
  listen: () => { isListening = true; engine.listen(show); },
  frame: () => { frame = { time: whole(1), uncertainty: number(2), contacts: [] }; },
  advance: () => advance(whole(1)),
  settle: () => settle(whole(1)),
  cancel: () => { pass(whole(1)); engine.cancel(now); },
  at: () => lines.push(`at ${engine.viewAt(number(1), number(2))?.name ?? "nothing"}`),
  fate: () => lines.push(`fate ${engine.fate(whole(1))}`),
  deadline: () => lines.push(`deadline ${engine.deadline ?? "never"}`),
  mark: () => lines.push(`mark ${word(1)}`),
  free: endEngine,
};

function perform([command]) {
  if (command === "contact") return addContact();
  if (engine) feed();
  if (command === "screen") return makeScreen();
  if (command === "keys") {
    // A key's default is last, as it may have quotes.
    for (const kind of tickle.kinds) for (const { name, standard } of tickle.keys(kind)) lines.push(`key ${kind} ${name} ${standard}`);
    return;
  }
  if (!engine) die(`${command} without a screen`);
  if (!Object.hasOwn(COMMANDS, command)) die(`unknown command: ${command}`);
  attempt(COMMANDS[command]);
  if (engine && command !== "frame") showAll();
}

/** Plays a script through a library that is loaded. Returns what player.c would print, and its exit status. */
export function play(library, script) {
  tickle = library;
  [lines, status, lineNumber, frame] = [[], 0, 0, undefined];
  let error = "";
  try {
    for (const line of script.split("\n")) {
      lineNumber++;
      split(line);
      if (words.length > 0) perform(words);
    }
    if (engine) feed();
  } catch (failure) {
    if (!(failure instanceof Unreadable)) throw failure;
    [error, status] = [`${failure.message}\n`, 2];
  }
  if (engine) endEngine();
  return { output: lines.map((line) => `${line}\n`).join(""), error, status };
}

if (globalThis.process?.argv[2]) {
  const { readFileSync } = await import("node:fs");
  // Browsers have it, and so do newer versions of Node.
  globalThis.crypto ??= (await import("node:crypto")).webcrypto;
  const { output, error, status: ending } = play(await load(readFileSync(process.argv[2])), readFileSync(0, "utf8"));
  process.stderr.write(error);
  process.stdout.write(output);
  process.exitCode = ending;
}
