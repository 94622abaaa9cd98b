// player [FILE…]: plays scripts through libtickle and prints what it says, a line for each event. Without a file, or for "-", it reads a
// script from standard input. cases.py and recordings.py write such scripts and judge the lines.
//
// A script has a command on each line; a word with spaces is in double quotes. `#` begins a comment. Lengths are millimetres, times
// microseconds.
//
//   screen WIDTH HEIGHT hand|uikit [per-screen] [holds] [explains] [delay TIME] [pixels WIDTH HEIGHT]
//   view VIEW PARENT X Y WIDTH HEIGHT        in front of its siblings; the screen's own view is "-"
//   hidden VIEW yes|no, takes VIEW yes|no    whether it is hidden, and whether it takes touches
//   recognizer ID KIND [NAME]
//   set ID KEY TEXT, number ID KEY NUMBER, flag ID KEY yes|no, list ID KEY TEXT…
//   example ID SHAPE X Y X Y…, step SEQUENCE ID
//   add ID VIEW
//   require ID OTHER, both ID OTHER, spare ID OTHER, yield ID OTHER
//   refuse-to-begin ID, ignore ID VIEW…      answers to questions: it may not begin; it gets no touches that land in these views
//   enable ID, disable ID, remove ID, remove-view VIEW
//   listen                                   events come from a listener from now on
//   frame TIME UNCERTAINTY                   its contacts follow it
//   contact ID down|move|up|cancel finger|pen|palm X Y FORCE     "-" is the last place
//   advance TIME                             lets the time pass
//   settle TIME                              calls the library at each deadline up to this time
//   cancel TIME                              cancels all touches, now if the time has passed
//   at X Y, fate ID, deadline, mark TEXT     print what they find
//   keys                                     prints the keys of each kind; needs no screen
//   free                                     ends the engine; a new screen may follow
//
// A call that the library refuses is a line that begins with "error", and the exit status is 1. So is an event, an answer or a fate that
// does not fit the others. A script that cannot be read ends the program with 2.
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tickle.h"

enum { MOST_WORDS = 4096, MOST_THINGS = 256, MOST_CONTACTS = 64 };

// A view, with what the library must not need: its parent, to find whether a touch has landed in another view.
typedef struct view {
  tickle_view *handle;
  struct view *parent;
  char *name;
} view;

typedef struct {
  tickle_recognizer *handle;
  char *id;
  bool refuses_to_begin;
  view *ignored[MOST_THINGS];
  int ignored_count;
} recognizer;

static tickle_engine *engine;
static view *views[MOST_THINGS];
static recognizer *recognizers[MOST_THINGS];
static int view_count, recognizer_count;
static int64_t now;
static bool is_listening, has_failed;

// The contacts of the touches that clients see, and how many they are.
static int64_t seen[MOST_THINGS];
static int seen_count;

static struct tickle_contact contacts[MOST_CONTACTS];
static struct tickle_frame frame = {.size = sizeof frame, .contacts = contacts, .contact_size = sizeof *contacts};
static bool has_frame;

static const char *script;
static int line_number;
static char *words[MOST_WORDS];
static int word_count;

__attribute__((noreturn, format(printf, 1, 2))) static void die(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  fflush(stdout);
  fprintf(stderr, "player: %s:%d: ", script, line_number);
  vfprintf(stderr, format, arguments);
  fprintf(stderr, "\n");
  exit(2);
}

// Says what the library refused, or what it should not have said.
__attribute__((format(printf, 1, 2))) static void fail(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  printf("error %d ", line_number);
  vprintf(format, arguments);
  printf("\n");
  va_end(arguments);
  has_failed = true;
}

// ---- Words ------------------------------------------------------------------------------------------------------------------------------

static void split(char *line) {
  word_count = 0;
  for (char *at = line; *(at += strspn(at, " \t\n")) && *at != '#';) {
    if (word_count == MOST_WORDS) die("too many words");
    char *end = *at == '"' ? strchr(++at, '"') : at + strcspn(at, " \t\n");
    if (!end) die("a quote without an end");
    words[word_count++] = at;
    if (!*end) break;
    *end = 0;
    at = end + 1;
  }
}

static const char *word(int index) {
  if (index >= word_count) die("\"%s\" needs more words", words[0]);
  return words[index];
}

static double number(int index) {
  char *end;
  const double value = strtod(word(index), &end);
  if (*end) die("not a number: %s", words[index]);
  return value;
}

static int64_t whole(int index) {
  char *end;
  const long long value = strtoll(word(index), &end, 10);
  if (*end) die("not a whole number: %s", words[index]);
  return value;
}

static int choice(int index, const char *first, const char *second) {
  if (strcmp(word(index), first) == 0) return 0;
  if (strcmp(words[index], second) == 0) return 1;
  die("expected %s or %s, not %s", first, second, words[index]);
}

static bool yes(int index) { return choice(index, "no", "yes") == 1; }

static view *view_at(int index) {
  for (int i = 0; i < view_count; i++) if (strcmp(views[i]->name, word(index)) == 0) return views[i];
  die("there is no view %s", word(index));
}

static recognizer *recognizer_at(int index) {
  for (int i = 0; i < recognizer_count; i++) if (strcmp(recognizers[i]->id, word(index)) == 0) return recognizers[i];
  die("there is no recognizer %s", word(index));
}

// ---- Events -----------------------------------------------------------------------------------------------------------------------------

static const char *const states[] = {
  [TICKLE_BEGAN] = "began", [TICKLE_CHANGED] = "changed", [TICKLE_ENDED] = "ended", [TICKLE_CANCELLED] = "cancelled"};
static const char *const phases[] = {[TICKLE_DOWN] = "down", [TICKLE_MOVE] = "move", [TICKLE_UP] = "up", [TICKLE_CANCEL] = "cancel"};
static const char *const attempts[] = {
  [TICKLE_REFUSED] = "refused", [TICKLE_WAITS] = "waits", [TICKLE_FAILED] = "failed", [TICKLE_TAKEN_BACK] = "taken-back",
  [TICKLE_STOPPED] = "stopped"};
static const char *const fates[] = {
  [TICKLE_NO_TOUCH] = "none", [TICKLE_PASSED] = "passed", [TICKLE_HELD] = "held", [TICKLE_TAKEN] = "taken"};
static const char *const statuses[] = {"ok", "gone", "invalid", "setting", "order", "cycle", "full"};

#define NAME(names, value) name_of(names, sizeof(names) / sizeof *(names), (size_t)(value))
static const char *name_of(const char *const *names, size_t count, size_t value) {
  if (value < count && names[value]) return names[value];
  fail("unknown value %zu", value);
  return "?";
}

static view *view_of(const tickle_view *handle) {
  for (int i = 0; i < view_count; i++) if (views[i]->handle == handle) return views[i];
  return NULL;
}

static recognizer *recognizer_of(const tickle_recognizer *handle) {
  for (int i = 0; i < recognizer_count; i++) if (recognizers[i]->handle == handle) return recognizers[i];
  return NULL;
}

// A member that is left out when it does not apply.
static void print_number(const char *key, double value) {
  if (value != 0) printf(" %s=%.10g", key, value);
}

static void print_whole(const char *key, int64_t value) {
  if (value != 0) printf(" %s=%lld", key, (long long)value);
}

static void print_text(const char *key, const char *value) {
  if (value) printf(" %s=\"%s\"", key, value);
}

// Follows what clients have been told of a touch.
static void note_touch(int64_t id, tickle_phase phase) {
  int place = 0;
  while (place < seen_count && seen[place] != id) place++;
  const bool is_seen = place < seen_count;
  if (phase == TICKLE_DOWN && seen_count < MOST_THINGS) seen[seen_count++] = id;
  else if (!is_seen) fail("a client gets the %s of a touch that it has not seen", NAME(phases, phase));
  else if (phase == TICKLE_UP || phase == TICKLE_CANCEL) seen[place] = seen[--seen_count];
}

static bool is_seen(int64_t id) {
  for (int i = 0; i < seen_count; i++) if (seen[i] == id) return true;
  return false;
}

// Prints all members of an event that are not 0, so that one that the library has not set, or has set without reason, is seen.
static void show(const struct tickle_event *event, void *data) {
  (void)data;
  view *const where = view_of(event->view);
  recognizer *const which = recognizer_of(event->recognizer);
  if (event->type != TICKLE_TOUCH && !which) fail("an event of no recognizer");
  if (event->view && !where) fail("an event of an unknown view");
  if (event->recognizer_data != which) fail("an event with other data than its recognizer");
  if (event->view_data != where) fail("an event with other data than its view");
  if (event->type == TICKLE_GESTURE) {
    printf("gesture %lld %s %s", (long long)event->time, which ? which->id : "?", NAME(states, event->state));
  } else if (event->type == TICKLE_TOUCH) {
    note_touch(event->id, event->phase);
    printf("touch %lld %s %s", (long long)event->time, where ? where->name : "?", NAME(phases, event->phase));
  } else if (event->type == TICKLE_ATTEMPT) {
    printf("attempt %lld %s %s", (long long)event->time, which ? which->id : "?", NAME(attempts, event->attempt));
  } else {
    return fail("an event of the type %d", (int)event->type);
  }
  if (event->type != TICKLE_TOUCH) print_text("view", where ? where->name : NULL);
  print_text("kind", event->kind);
  print_text("name", event->name);
  print_number("x", event->x);
  print_number("y", event->y);
  print_number("view_x", event->view_x);
  print_number("view_y", event->view_y);
  print_whole("fingers", event->fingers);
  print_whole("count", event->count);
  print_number("translation_x", event->translation_x);
  print_number("translation_y", event->translation_y);
  print_number("velocity_x", event->velocity_x);
  print_number("velocity_y", event->velocity_y);
  print_number("scale", event->scale);
  print_number("scale_velocity", event->scale_velocity);
  print_number("rotation", event->rotation);
  print_number("rotation_velocity", event->rotation_velocity);
  print_number("direction", event->direction);
  print_whole("duration", event->duration);
  print_text("word", event->word);
  print_number("score", event->score);
  print_whole("id", event->id);
  print_whole("touch", (int64_t)event->touch);
  if (event->type == TICKLE_TOUCH) print_whole("touch_time", event->touch_time);
  print_text("reason", event->reason);
  print_number("measured", event->measured);
  print_number("limit", event->limit);
  if (event->other) {
    const recognizer *other = recognizer_of(event->other);
    print_text("other", other ? other->id : "?");
  }
  print_text("words", event->words);
  print_text("rule", event->rule);
  print_text("keys", event->keys);
  printf("\n");
}

static void show_all(void) {
  struct tickle_event event;
  for (;;) {
    // A member that the library leaves alone is seen.
    memset(&event, 0x7F, sizeof event);
    event.size = sizeof event;
    if (!tickle_engine_next(engine, &event)) return;
    if (is_listening) fail("an event besides those of the listener");
    show(&event, NULL);
  }
}

// Reports a call that failed.
static void check(tickle_status status) {
  if (status == TICKLE_OK) return;
  fail("%s: %s", NAME(statuses, -(int)status), tickle_error());
}

static bool answer(const struct tickle_asked *asked, void *data) {
  const recognizer *const asking = data;
  if (asked->recognizer != asking->handle) fail("a question of another recognizer");
  if (asked->question == TICKLE_SHOULD_BEGIN) return !asking->refuses_to_begin;
  for (view *at = view_of(asked->view); at; at = at->parent) {
    for (int i = 0; i < asking->ignored_count; i++) if (asking->ignored[i] == at) return false;
  }
  return true;
}

// ---- Commands ---------------------------------------------------------------------------------------------------------------------------

static void *made(void *memory) {
  if (!memory) die("no memory");
  return memory;
}

static view *add_view(const char *name, view *parent, tickle_view *handle) {
  if (view_count == MOST_THINGS) die("too many views");
  view *const new = views[view_count++] = made(calloc(1, sizeof(view)));
  *new = (view){.name = made(strdup(name)), .parent = parent, .handle = handle};
  if (!handle) fail("no view: %s", tickle_error());
  else check(tickle_view_set_data(handle, new));
  if (handle && tickle_view_data(handle) != new) fail("a view has lost its data");
  return new;
}

static void make_screen(void) {
  if (engine) die("there is a screen already");
  struct tickle_screen screen = {.size = sizeof screen, .width = number(1), .height = number(2)};
  screen.recognition = choice(3, "hand", "uikit") == 1 ? TICKLE_UIKIT : TICKLE_HAND;
  for (int i = 4; i < word_count; i++) {
    if (strcmp(words[i], "per-screen") == 0) screen.exclusion = TICKLE_PER_SCREEN;
    else if (strcmp(words[i], "holds") == 0) screen.holds_touches = true;
    else if (strcmp(words[i], "explains") == 0) screen.explains = true;
    else if (strcmp(words[i], "delay") == 0) screen.most_delay = whole(++i);
    else if (strcmp(words[i], "pixels") == 0) screen.pixel_width = (uint32_t)whole(++i), screen.pixel_height = (uint32_t)whole(++i);
    else die("a screen with %s", words[i]);
  }
  engine = tickle_engine_new(&screen);
  if (!engine) return fail("no engine: %s", tickle_error());
  now = INT64_MIN;
  add_view("-", NULL, tickle_engine_root(engine));
}

static void make_view(void) {
  view *const parent = view_at(2);
  const struct tickle_rect rect = {number(3), number(4), number(5), number(6)};
  add_view(words[1], parent, tickle_view_new(parent->handle, words[1], rect));
}

static void make_recognizer(void) {
  if (recognizer_count == MOST_THINGS) die("too many recognizers");
  recognizer *const new = recognizers[recognizer_count++] = made(calloc(1, sizeof(recognizer)));
  new->id = made(strdup(word(1)));
  new->handle = tickle_recognizer_new(engine, word(2), word_count > 3 ? words[3] : words[1]);
  if (!new->handle) return fail("no recognizer: %s", tickle_error());
  check(tickle_recognizer_set_data(new->handle, new));
  if (tickle_recognizer_data(new->handle) != new) fail("a recognizer has lost its data");
}

static void add_example(void) {
  static double places[MOST_WORDS];
  const int count = (word_count - 3) / 2;
  for (int i = 0; i < 2 * count; i++) places[i] = number(3 + i);
  check(tickle_recognizer_add_example(recognizer_at(1)->handle, word(2), places, (size_t)count));
}

static void ignore(void) {
  recognizer *const asking = recognizer_at(1);
  for (int i = 2; i < word_count; i++) {
    if (asking->ignored_count == MOST_THINGS) die("too many views");
    asking->ignored[asking->ignored_count++] = view_at(i);
  }
  check(tickle_recognizer_ask(asking->handle, answer, asking));
}

static void add_contact(void) {
  static const char *const names[] = {"finger", "pen", "palm"};
  if (!has_frame) die("a contact without a frame");
  if (frame.count == MOST_CONTACTS) die("too many contacts");
  struct tickle_contact *const new = &contacts[frame.count++];
  *new = (struct tickle_contact){.id = whole(1), .x = NAN, .y = NAN, .force = number(6)};
  int phase = TICKLE_DOWN, tool = TICKLE_FINGER;
  while (phase <= TICKLE_CANCEL && !(phases[phase] && strcmp(phases[phase], word(2)) == 0)) phase++;
  while (tool <= TICKLE_PALM && strcmp(names[tool], word(3)) != 0) tool++;
  if (phase > TICKLE_CANCEL || tool > TICKLE_PALM) die("unknown phase or tool");
  new->phase = (tickle_phase)phase;
  new->tool = (tickle_tool)tool;
  if (strcmp(word(4), "-") != 0) new->x = number(4), new->y = number(5);
}

static void pass(int64_t time) { if (time > now) now = time; }

// What has become of a touch must be what the events have told of it.
static void check_fate(const struct tickle_contact *contact) {
  const tickle_fate fate = tickle_engine_fate(engine, contact->id);
  if (contact->phase == TICKLE_UP || contact->phase == TICKLE_CANCEL) {
    if (fate != TICKLE_NO_TOUCH) fail("the contact %lld has lifted, and is %s", (long long)contact->id, NAME(fates, fate));
  } else if ((fate == TICKLE_PASSED) != is_seen(contact->id)) {
    const char *seen_or_not = is_seen(contact->id) ? "has" : "has not";
    fail("the contact %lld is %s, and its client %s seen it", (long long)contact->id, NAME(fates, fate), seen_or_not);
  }
}

static void feed(void) {
  if (!has_frame) return;
  has_frame = false;
  pass(frame.time);
  check(tickle_engine_feed(engine, &frame));
  show_all();
  for (size_t i = 0; i < frame.count; i++) check_fate(&contacts[i]);
}

static void advance(int64_t time) {
  pass(time);
  check(tickle_engine_advance(engine, time));
  show_all();
}

static void settle(int64_t end) {
  int64_t deadline, last = INT64_MIN;
  for (int same = 0; tickle_engine_deadline(engine, &deadline) && deadline <= end; last = deadline) {
    same = deadline > last ? 0 : same + 1;
    if (same == 1000) return fail("the deadline %lld does not pass", (long long)deadline);
    advance(deadline);
  }
}

// A key's default is last, as it may have quotes.
static void print_keys(void) {
  const char *kind;
  for (size_t i = 0; (kind = tickle_kind(i)); i++) {
    struct tickle_key key = {.size = sizeof key};
    for (size_t j = 0; tickle_key(kind, j, &key); j++) printf("key %s %s %s\n", kind, key.name, key.standard);
  }
}

static void end_engine(void) {
  check(tickle_engine_free(engine));
  // The handles have ended with the engine.
  if (tickle_engine_free(engine) != TICKLE_GONE) fail("an engine ends twice");
  engine = NULL;
  for (int i = 0; i < view_count; i++) {
    if (tickle_view_data(views[i]->handle)) fail("a view has outlived its engine");
    free(views[i]->name), free(views[i]);
  }
  for (int i = 0; i < recognizer_count; i++) {
    if (tickle_recognizer_data(recognizers[i]->handle)) fail("a recognizer has outlived its engine");
    free(recognizers[i]->id), free(recognizers[i]);
  }
  view_count = recognizer_count = seen_count = 0;
  is_listening = false;
}

static void perform(void) {
  const char *const command = words[0];
#define IS(text) (strcmp(command, text) == 0)
  if (IS("contact")) return add_contact();
  if (engine) feed();
  if (IS("screen")) return make_screen();
  if (IS("keys")) return print_keys();
  if (!engine) die("%s without a screen", command);
  if (IS("view")) make_view();
  else if (IS("hidden")) check(tickle_view_set_hidden(view_at(1)->handle, yes(2)));
  else if (IS("takes")) check(tickle_view_set_enabled(view_at(1)->handle, yes(2)));
  else if (IS("recognizer")) make_recognizer();
  else if (IS("set")) check(tickle_recognizer_set(recognizer_at(1)->handle, word(2), word(3)));
  else if (IS("number")) check(tickle_recognizer_set_number(recognizer_at(1)->handle, word(2), number(3)));
  else if (IS("flag")) check(tickle_recognizer_set_flag(recognizer_at(1)->handle, word(2), yes(3)));
  else if (IS("list"))
    check(tickle_recognizer_set_list(recognizer_at(1)->handle, word(2), (const char *const *)words + 3, (size_t)word_count - 3));
  else if (IS("example")) add_example();
  else if (IS("step")) check(tickle_recognizer_add_step(recognizer_at(1)->handle, recognizer_at(2)->handle));
  else if (IS("add")) check(tickle_recognizer_add(recognizer_at(1)->handle, view_at(2)->handle));
  else if (IS("require")) check(tickle_recognizer_require_failure(recognizer_at(1)->handle, recognizer_at(2)->handle));
  else if (IS("both")) check(tickle_recognizer_allow_both(recognizer_at(1)->handle, recognizer_at(2)->handle));
  else if (IS("spare")) check(tickle_recognizer_spare(recognizer_at(1)->handle, recognizer_at(2)->handle));
  else if (IS("yield")) check(tickle_recognizer_yield(recognizer_at(1)->handle, recognizer_at(2)->handle));
  else if (IS("refuse-to-begin")) {
    recognizer_at(1)->refuses_to_begin = true;
    check(tickle_recognizer_ask(recognizer_at(1)->handle, answer, recognizer_at(1)));
  } else if (IS("ignore")) ignore();
  else if (IS("enable")) check(tickle_recognizer_set_enabled(recognizer_at(1)->handle, true));
  else if (IS("disable")) check(tickle_recognizer_set_enabled(recognizer_at(1)->handle, false));
  else if (IS("remove")) check(tickle_recognizer_free(recognizer_at(1)->handle));
  else if (IS("remove-view")) check(tickle_view_free(view_at(1)->handle));
  else if (IS("listen")) is_listening = true, check(tickle_engine_listen(engine, show, NULL));
  else if (IS("frame")) frame.time = whole(1), frame.uncertainty = number(2), frame.count = 0, has_frame = true;
  else if (IS("advance")) advance(whole(1));
  else if (IS("settle")) settle(whole(1));
  else if (IS("cancel")) pass(whole(1)), check(tickle_engine_cancel(engine, now));
  else if (IS("at")) {
    const view *found = view_of(tickle_view_at(engine, number(1), number(2)));
    printf("at %s\n", found ? found->name : "nothing");
  } else if (IS("fate")) printf("fate %s\n", NAME(fates, tickle_engine_fate(engine, whole(1))));
  else if (IS("deadline")) {
    int64_t deadline;
    if (tickle_engine_deadline(engine, &deadline)) printf("deadline %lld\n", (long long)deadline);
    else printf("deadline never\n");
  } else if (IS("mark")) printf("mark %s\n", word(1));
  else if (IS("free")) return end_engine();
  else die("unknown command: %s", command);
  if (!IS("frame")) show_all();
}

static void play(FILE *file) {
  char *line = NULL;
  size_t room = 0;
  for (line_number = 1; getline(&line, &room, file) >= 0; line_number++) {
    split(line);
    if (word_count > 0) perform();
  }
  if (engine) {
    feed();
    end_engine();
  }
  free(line);
}

int main(int count, char **files) {
  if (count == 1) files[count++] = "-";
  for (int i = 1; i < count; i++) {
    script = files[i];
    FILE *const file = strcmp(script, "-") == 0 ? stdin : fopen(script, "r");
    if (!file) die("cannot be read");
    play(file);
    if (file != stdin) fclose(file);
  }
  return has_failed ? 1 : 0;
}
