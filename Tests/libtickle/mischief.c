// Calls libtickle as no program should, by chance: mischief FIRST COUNT
//
// Each world has its number as a seed. It has engines, views and recognizers, feeds frames that no panel sends, and uses handles that never
// were or are no longer; its listener and its answers free what they are called for. A world is right if nothing crashes and each call
// returns what tickle.h allows; a sanitizer sees the rest.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tickle.h>

static uint64_t state;

static uint64_t chance(void) {  // xorshift64*
  state ^= state >> 12, state ^= state << 25, state ^= state >> 27;
  return state * 0x2545F4914F6CDD1DULL;
}

static unsigned below(unsigned limit) { return (unsigned)((chance() >> 33) % limit); }

#define PICK(list) ((list)[below(sizeof(list) / sizeof *(list))])
enum { MOST = 10 };
static tickle_engine *engines[4];
static tickle_view *views[MOST];
static tickle_recognizer *recognizers[MOST];
static int64_t now;
static int depth;
static unsigned long events, failures;

static double number(void) {
  static const double odd[] = {0, -0.0, 1e-300, 1e300, -1e300, 1e6, -1e6, 1e12, 3e9, -1, 0.5};
  switch (below(12)) {
    case 0: return NAN;
    case 1: return below(2) ? INFINITY : -INFINITY;
    case 2: return PICK(odd);
    default: return (double)below(3000) / 10;
  }
}

static int64_t time_of_frame(void) {
  if (below(300) == 0) return (int64_t)chance();
  if (below(400) == 0) return below(2) ? INT64_MAX : INT64_MIN;
  return now += below(40000);
}

static void *any_pointer(void) {
  switch (below(12)) {
    case 0: return NULL;
    case 1: return (void *)(uintptr_t)chance();
    case 2: return engines[below(4)];
    case 3: return views[below(MOST)];
    case 4: return recognizers[below(MOST)];
    default: return (void *)(uintptr_t)1;  // the callers' own kind
  }
}

static tickle_engine *engine(void) { void *any = any_pointer(); return any == (void *)1 ? engines[below(8) ? 0 : below(4)] : any; }
static tickle_view *view(void) { void *any = any_pointer(); return any == (void *)1 ? views[below(MOST)] : any; }
static tickle_recognizer *recognizer(void) { void *any = any_pointer(); return any == (void *)1 ? recognizers[below(MOST)] : any; }

static const char *text(void) {
  static const char *const texts[] = {"", "left", "any", "12mm", "0.5s", "10%", "none", "true", "2+", "nan", "inf", "-5mm", "1e300mm", "99999999999999999999",
    "\xff\xfe\x80", "right\n", "20px", "360deg", "1e-400", "up-left", "horizontal", "lift", "movement", "1x", "\xF0\x9F\x98\x80"};
  static char longest[5000];
  if (below(200) == 0) return memset(longest, 'x', sizeof longest - 1);
  return below(50) ? PICK(texts) : NULL;
}

static const char *key_name(const char *kind) {
  struct tickle_key key = {.size = sizeof key};
  if (below(10) == 0) return text();
  return tickle_key(kind, below(30), &key) ? key.name : "fingers";
}

static const char *kind_name(void) { return below(30) ? tickle_kind(below(11)) : text(); }

static void check(tickle_status status) {
  if (status > TICKLE_OK || status < TICKLE_FULL) printf("a status that is none: %d\n", status), exit(1);
  if (status != TICKLE_OK) {
    failures++;
    if (!tickle_error() || !*tickle_error()) printf("a failure without a sentence: %d\n", status), exit(1);
  }
}

static void step(void);

static bool answer(const struct tickle_asked *asked, void *data) {
  (void)data;
  if (asked->size != sizeof *asked) exit(1);
  if (depth < 3 && below(3) == 0) {
    depth++;
    if (below(6) == 0) check(tickle_recognizer_free(asked->recognizer));
    if (below(12) == 0 && asked->view) tickle_view_free(asked->view);
    step();
    depth--;
  }
  return below(5) != 0;
}

static size_t walk(const char *text) { return text ? strlen(text) : 0; }

static void look(const struct tickle_event *event) {
  events++;
  static volatile size_t length;  // Texts must be there.
  length += walk(event->kind) + walk(event->name) + walk(event->word) + walk(event->reason) + walk(event->words);
}

static void listener(const struct tickle_event *event, void *data) {
  (void)data;
  look(event);
  if (depth >= 3 || below(4)) return;
  depth++;
  switch (below(5)) {
    case 0: if (event->recognizer) tickle_recognizer_free(event->recognizer); break;
    case 1: if (event->view) tickle_view_free(event->view); break;
    case 2: if (below(6) == 0) tickle_engine_free(engine()); break;
    default: step();
  }
  depth--;
}

static void feed(void) {
  struct tickle_contact contacts[8];
  struct tickle_frame frame = {.size = sizeof frame, .time = time_of_frame(), .contacts = contacts, .count = below(7), .contact_size = sizeof *contacts};
  for (size_t i = 0; i < 8; i++)
    contacts[i] = (struct tickle_contact){.id = (int64_t)below(below(20) ? 5 : 200), .phase = (tickle_phase)below(below(20) ? 5 : 9),
      .tool = (tickle_tool)below(below(20) ? 1 : 5), .x = number(), .y = number(), .force = below(9) ? 0 : number()};
  if (below(3) == 0) frame.uncertainty = number();
  if (below(200) == 0) frame.contacts = NULL;
  if (below(200) == 0) frame.contact_size = below(64);  // at most the size of a contact, of which the list has 8
  if (frame.contact_size > sizeof *contacts) frame.contact_size = sizeof *contacts;
  if (below(300) == 0) frame.size = below(sizeof frame);
  check(tickle_engine_feed(engine(), below(400) ? &frame : NULL));
}

static tickle_view *make_view(void) {
  struct tickle_rect frame = {number(), number(), number(), number()};
  return tickle_view_new(view(), text(), frame);
}

static tickle_recognizer *make_recognizer(void) {
  const char *kind = kind_name();
  tickle_recognizer *made = tickle_recognizer_new(engine(), kind, text());
  for (unsigned i = below(5); i > 0; i--) {
    const char *texts[3] = {text(), text(), text()};
    switch (below(5)) {
      case 0: check(tickle_recognizer_set(made, key_name(kind), text())); break;
      case 1: check(tickle_recognizer_set_flag(made, key_name(kind), below(2))); break;
      case 2: check(tickle_recognizer_set_list(made, key_name(kind), texts, below(4))); break;
      default: check(tickle_recognizer_set_number(made, key_name(kind), number()));
    }
  }
  double places[40];
  for (size_t i = 0; i < 40; i++) places[i] = number();
  if (below(3) == 0 || (kind && !strcmp(kind, "stroke"))) check(tickle_recognizer_add_example(made, text(), places, below(21)));
  if (below(3) == 0 || (kind && !strcmp(kind, "sequence")))
    for (unsigned i = below(5); i > 0; i--) check(tickle_recognizer_add_step(made, recognizer()));
  if (below(10)) check(tickle_recognizer_add(made, view()));
  return made;
}

static void step(void) {
  double x = number(), y = number();
  int64_t time;
  struct tickle_event event = {.size = below(100) ? sizeof event : below(sizeof event)};
  struct tickle_rect frame = {number(), number(), number(), number()};
  tickle_recognizer *one = recognizer(), *other = recognizer();
  switch (below(40)) {
    case 0: views[below(MOST)] = make_view(); break;
    case 1: recognizers[below(MOST)] = make_recognizer(); break;
    case 2: check(tickle_view_free(view())); break;
    case 3: check(tickle_recognizer_free(one)); break;
    case 4: check(tickle_view_set_frame(view(), frame)); break;
    case 5: check(tickle_view_set_transform(view(), number(), number(), number(), number(), x, y)); break;
    case 6: check(tickle_view_set_hidden(view(), below(2))); break;
    case 7: check(tickle_view_set_enabled(view(), below(2))); break;
    case 8: check(tickle_view_raise(view())); break;
    case 9: check(tickle_recognizer_set_enabled(one, below(2))); break;
    case 10: check(tickle_recognizer_require_failure(one, other)); break;
    case 11: check(tickle_recognizer_allow_both(one, other)); break;
    case 12: check(tickle_recognizer_spare(one, other)); break;
    case 13: check(tickle_recognizer_yield(one, other)); break;
    case 14: check(tickle_recognizer_ask(one, below(3) ? answer : NULL, NULL)); break;
    case 15: check(tickle_engine_listen(engine(), below(2) ? listener : NULL, NULL)); break;
    case 16: if (below(4) == 0) check(tickle_engine_cancel(engine(), time_of_frame())); break;
    case 17: check(tickle_engine_advance(engine(), time_of_frame())); break;
    case 18: if (tickle_engine_deadline(engine(), below(9) ? &time : NULL) && below(2)) check(tickle_engine_advance(engine(), now)); break;
    case 19: tickle_view_at(engine(), x, y); break;
    case 20: check(tickle_view_convert(view(), &x, below(20) ? &y : NULL)); break;
    case 21: if (below(40) == 0) check(tickle_engine_free(engine())); break;
    case 22: tickle_engine_fate(engine(), (int64_t)below(6)); break;
    case 23: check(tickle_view_get_frame(view(), below(9) ? &frame : NULL)); break;
    case 24: views[below(MOST)] = tickle_engine_root(engine()); break;
    case 28: if (below(20) == 0) check(tickle_engine_resize(engine(), number(), number())); break;
    case 25: check(tickle_recognizer_set_data(one, &state)), (void)tickle_recognizer_data(other), (void)tickle_view_data(view()); break;
    case 26: check(tickle_view_set_data(view(), &state)); break;
    case 27:
      while (tickle_engine_next(engine(), below(60) ? &event : NULL))
        if (event.size == sizeof event) look(&event);
      break;
    default: feed();
  }
}

static void world(uint64_t seed) {
  state = seed * 0x9E3779B97F4A7C15ULL + 1;
  now = 0;
  memset(views, 0, sizeof views);
  memset(recognizers, 0, sizeof recognizers);
  size_t most = below(3) ? 1 : 1 + below(4);
  for (size_t i = 0; i < most; i++) {
    struct tickle_screen screen = {.size = sizeof screen, .width = below(9) ? 300 : number(), .height = below(9) ? 200 : number(),
      .pixel_width = below(2) * 1920, .pixel_height = below(9) ? 1080 : 0, .recognition = (tickle_recognition)below(2), .exclusion = (tickle_exclusion)below(2),
      .holds_touches = below(2), .most_delay = below(3) ? 0 : (int64_t)chance(), .explains = below(2)};
    if (below(50) == 0) screen.size = below(sizeof screen);
    engines[i] = tickle_engine_new(below(50) ? &screen : NULL);
    for (size_t j = i; j < MOST; j++) views[j] = tickle_engine_root(engines[i]);
    if (engines[i] && below(2)) check(tickle_engine_listen(engines[i], listener, NULL));
  }
  for (unsigned i = 0; i < 12; i++) views[below(MOST)] = make_view();
  for (unsigned i = 0; i < 12; i++) recognizers[below(MOST)] = make_recognizer();
  for (unsigned i = 0; i < 150; i++) step();
  for (size_t i = 0; i < 4; i++) {
    tickle_engine_free(engines[i]);
    engines[i] = NULL;
  }
}

int main(int argc, char **argv) {
  uint64_t first = argc > 1 ? strtoull(argv[1], NULL, 10) : 0, count = argc > 2 ? strtoull(argv[2], NULL, 10) : 1000;
  for (uint64_t seed = first; seed < first + count; seed++) {
    if (getenv("MISCHIEF_VERBOSE")) fprintf(stderr, "world %llu\n", (unsigned long long)seed);
    world(seed);
  }
  printf("%llu worlds, %lu events, %lu calls that were refused\n", (unsigned long long)count, events, failures);
}
