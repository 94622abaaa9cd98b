// relay PANELS PICTURES: plays pictures to a decoder and a relay, and prints those whose clone gets something else than expected; then sends
// nonsense to both, and checks what the clone gets. The last line is "N passed, N failed".
//
// A picture has a panel, then in any order:
//   20  slot 1 id 7    a frame of the panel
//   lands wait         the verdict on touches that land from here on: pass (the default), wait for none, take
//   lifts wait         the same for touches that lift: end (the default), wait
//   state slot 0 id 7  what the kernel says after lost events: its slots, and `touch`
//   starts 30          the relay begins at this time, and has not seen what was before
//   joins 2 1          when touch 2 lands, it goes on as touch 1
//   then hold 1        what is done in the next frame: hold, drop, renew 1 9, or let what is held
//   25  : end 1        a verdict on a touch at this time: pass, end, take; or `join 2 1`
#include <fcntl.h>
#include <unistd.h>

#include "script.h"

static int passed, failed;

// ---- The clone's reader ---------------------------------------------------------------------------------------------

enum { READ = 4096 };

static const char *word_of(uint16_t code) {
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (words[i].type == EV_ABS && words[i].code == code && code >= ABS_MT_SLOT) return words[i].word;
  return NULL;
}

typedef struct {
  ti_decoder *decoder;
  ti_relay *relay;
  int ends[2];
  const char *mistake;
  int32_t slot;
  bool down[TI_MAX_SLOTS];
  char told[TEXT];
} bench;

// Notes what no reader may get: a slot that the clone does not have, two landings in one, a lift from an empty one.
static void check_event(bench *b, const struct input_event *event) {
  if (event->type != EV_ABS) return;
  if (event->code == ABS_MT_SLOT) b->slot = event->value;
  if (b->slot < 0 || b->slot > ti_relay_clone(b->relay)->axes[ABS_MT_SLOT].maximum) {
    b->mistake = "no such slot";
  } else if (event->code == ABS_MT_TRACKING_ID) {
    const bool lands = event->value >= 0;
    if (lands == b->down[b->slot]) b->mistake = lands ? "lands twice" : "lifts twice";
    b->down[b->slot] = lands;
  }
}

static void drain(bench *b) {
  static struct input_event events[READ];
  const ssize_t size = read(b->ends[0], events, sizeof events);
  char *out = b->told + strlen(b->told);
  bool is_first = true;
  for (ssize_t i = 0; i < size / (ssize_t)sizeof *events; i++) {
    const struct input_event *event = &events[i];
    check_event(b, event);
    if (out > b->told + TEXT - 100) continue;
    if (is_first) out += sprintf(out, "%lld ", (long long)event->input_event_sec * 1000 + event->input_event_usec / 1000);
    is_first = event->type == EV_SYN;
    const char *word = event->type == EV_ABS ? word_of(event->code) : NULL;
    if (is_first) out += sprintf(out, "\n");
    else if (word) out += sprintf(out, " %s %d", word, event->value);
  }
}

static void begin(bench *b, const ti_description *d) {
  memset(b, 0, sizeof *b);
  b->decoder = ti_decoder_new(d, 0, 1);
  b->relay = ti_relay_new(d, 0);
  if (!b->decoder || !b->relay || pipe(b->ends) != 0 || fcntl(b->ends[0], F_SETFL, O_NONBLOCK) != 0) die("bench", strerror(errno));
  static const ti_relay_panel untouched;
  ti_relay_connect(b->relay, b->ends[1]);
  ti_relay_start(b->relay, &untouched, INT64_MIN);
}

static void end(bench *b) {
  ti_relay_free(b->relay);
  ti_decoder_free(b->decoder);
  close(b->ends[0]), close(b->ends[1]);
}

// ---- The panel ------------------------------------------------------------------------------------------------------

// Decodes events up to the next frame, and passes both on as a device does. `state` is that of the panel after lost events. Returns whether
// there was a frame.
static bool pass_frame(bench *b, const ti_event *events, size_t count, size_t *position, const ti_state *state, ti_frame *frame) {
  const size_t start = *position;
  const ti_step step = ti_decoder_next(b->decoder, events, count, position, frame);
  ti_relay_set_protocol(b->relay, ti_decoder_class(b->decoder).protocol);
  ti_relay_receive(b->relay, events + start, *position - start);
  if (step == TI_STEP_MORE) return false;
  if (step == TI_STEP_DROPPED) {
    static const ti_held held;
    ti_decoder_resync(b->decoder, state, frame);
    ti_relay_resync(b->relay, state, &held, frame->time);
  }
  ti_relay_see(b->relay, frame);
  return true;
}

static void end_frame(bench *b, int64_t time) {
  ti_relay_update_clone(b->relay, time);
  (void)ti_relay_send(b->relay);
  drain(b);
}

// ---- Pictures -------------------------------------------------------------------------------------------------------

// What becomes of the touches of a picture.
typedef struct {
  bool pass, take, end;
  unsigned long long new_id, old_id;  // to be joined
  char then[16];  // what is done in the next frame
  unsigned long long repaired, renewed;  // with this touch, and as which it goes on
} verdicts;

static ti_state state_after_loss;
static bool has_state;

// `state touch 0 slot 0 id 7 x 100 y 50`.
static void read_state(char *line) {
  ti_state *state = &state_after_loss;
  *state = (ti_state){.slot_count = TI_MAX_SLOTS};
  has_state = true;
  for (int32_t i = 0; i < TI_MAX_SLOTS; i++) state->slots[i].tracking_id = -1;
  (void)strtok(line, " ");
  for (char *word; (word = strtok(NULL, " "));) {
    const char *number = strtok(NULL, " ");
    const int32_t value = number ? (int32_t)strtol(number, NULL, 10) : -1;
    ti_slot_state *slot = &state->slots[state->current_slot];
    if (strcmp(word, "touch") == 0) state->touching = value;
    else if (strcmp(word, "slot") == 0 && value >= 0 && value < TI_MAX_SLOTS) state->current_slot = value;
    else if (strcmp(word, "id") == 0) slot->tracking_id = value;
    else if (strcmp(word, "x") == 0) slot->x = value;
    else if (strcmp(word, "y") == 0) slot->y = value;
    else die("no such word of a state", word);
  }
}

static void judge(bench *b, const verdicts *v, const ti_frame *frame) {
  for (size_t i = 0; i < frame->count; i++) {
    const bool is_joined = frame->contacts[i].id == v->new_id;
    const bool is_renewed = v->renewed && frame->contacts[i].id == v->repaired;
    const uint64_t id = is_joined ? v->old_id : is_renewed ? v->renewed : frame->contacts[i].id;
    const ti_phase phase = frame->contacts[i].phase;
    if (phase == TI_BEGAN && is_joined) {
      ti_relay_join(b->relay, v->new_id, v->old_id);
      continue;
    }
    if (phase == TI_BEGAN && v->pass) ti_relay_decide(b->relay, id, TI_PASS);
    if ((phase == TI_BEGAN && v->take) || phase == TI_CANCELLED) ti_relay_decide(b->relay, id, TI_TAKE);
    if (phase == TI_ENDED && v->end) ti_relay_decide(b->relay, id, TI_END);
  }
}

// `then renew 1 9`: what is done between a frame and what the clone gets of it.
static void repair(bench *b, verdicts *v) {
  if (strcmp(v->then, "hold") == 0) ti_relay_hold(b->relay, v->repaired);
  if (strcmp(v->then, "drop") == 0) ti_relay_drop_held(b->relay, v->repaired);
  if (strcmp(v->then, "let") == 0) ti_relay_let_held(b->relay);
  if (strcmp(v->then, "renew") == 0) {
    ti_relay_renew(b->relay, v->repaired, v->renewed);
    ti_relay_decide(b->relay, v->repaired, TI_TAKE);
    ti_relay_decide(b->relay, v->renewed, TI_PASS);
  }
  v->then[0] = 0;
}

static void play_frame(bench *b, char *line, verdicts *v) {
  static script script;
  script.count = 0;
  add_frame(&script, line);
  size_t position = 0;
  ti_frame frame;
  while (pass_frame(b, script.events, script.count, &position, has_state ? &state_after_loss : NULL, &frame)) {
    judge(b, v, &frame);
    repair(b, v);
    if (!ti_decoder_waits(b->decoder)) end_frame(b, 0);
  }
  end_frame(b, 0);
}

// `25  : end 1`.
static void decide(bench *b, const char *line, verdicts *v) {
  long long time;
  unsigned long long id, old_id;
  char verdict[16];
  const int found = sscanf(line, "%lld : %15s %llu %llu", &time, verdict, &id, &old_id);
  if (found < 3) die("no such verdict", line);
  if (found == 4) ti_relay_join(b->relay, id, old_id);
  else ti_relay_decide(b->relay, id, strcmp(verdict, "pass") == 0 ? TI_PASS : strcmp(verdict, "end") == 0 ? TI_END : TI_TAKE);
  repair(b, v);
  end_frame(b, time * 1000);
}

static void start_again(bench *b, int64_t time) {
  static ti_relay_panel panel;
  panel.values[ABS_MT_POSITION_X - ABS_MT_TOUCH_MAJOR][0] = 100;
  panel.values[ABS_MT_POSITION_Y - ABS_MT_TOUCH_MAJOR][0] = 50;
  ti_relay_stop(b->relay, time);
  ti_relay_start(b->relay, &panel, time);
  drain(b);
  b->told[0] = 0;
}

static void check(const char *name, char *text) {
  has_state = false;
  static bench b;
  ti_description description = {.event_types = {1 << EV_SYN | 1 << EV_KEY | 1 << EV_ABS}};
  verdicts v = {.pass = true, .end = true};
  char *expected = strstr(text, "gives\n");
  if (!expected) die("nothing after 'gives'", name);
  *expected = 0;
  expected += strlen("gives\n");
  char *rest = text;
  for (char *line = strtok_r(rest, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
    const bool is_first = !b.relay;
    if (strncmp(line, "panel ", 6) == 0) describe_panel(&description, line + 6);
    else if (line[1] == ':') describe(&description, line);
    else if (is_first) begin(&b, &description);
    if (strncmp(line, "lands ", 6) == 0) v.pass = strcmp(line + 6, "pass") == 0, v.take = strcmp(line + 6, "take") == 0;
    else if (strncmp(line, "lifts ", 6) == 0) v.end = strcmp(line + 6, "end") == 0;
    else if (strncmp(line, "state ", 6) == 0) read_state(line);
    else if (strncmp(line, "starts ", 7) == 0) start_again(&b, strtoll(line + 7, NULL, 10) * 1000);
    else if (sscanf(line, "then %15s %llu %llu", v.then, &v.repaired, &v.renewed) > 0) continue;
    else if (sscanf(line, "joins %llu %llu", &v.new_id, &v.old_id) == 2) continue;
    else if (strchr(line, ':') > line + 1) decide(&b, line, &v);
    else if (b.relay) play_frame(&b, line, &v);
  }
  ti_relay_stop(b.relay, 0);
  const bool is_right = strcmp(b.told, expected) == 0 && !b.mistake;
  if (!is_right) printf("FAILED %s\nexpected\n%sgiven\n%s%s\n", name, expected, b.told, b.mistake ? b.mistake : "");
  *(is_right ? &passed : &failed) += 1;
  end(&b);
  b.relay = NULL;
}

// ---- Nonsense -------------------------------------------------------------------------------------------------------

static uint64_t seed;

// A number from 0 to `below` - 1.
static int dice(int below) {
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return (int)((seed >> 33) % (uint64_t)below);
}

static ti_event random_event(int64_t time) {
  static const uint16_t codes[] = {
    ABS_MT_SLOT, ABS_MT_TRACKING_ID, ABS_MT_TRACKING_ID, ABS_MT_POSITION_X, ABS_MT_POSITION_Y, ABS_MT_TOOL_TYPE,
    ABS_MT_TOUCH_MAJOR, ABS_MT_DISTANCE, ABS_X, ABS_Y, ABS_PRESSURE};
  static const int32_t values[] = {-1, -1, 0, 1, 2, 3, 4, 5, 700, INT32_MAX, INT32_MIN};
  const int kind = dice(24);
  if (kind == 0) return (ti_event){time, EV_SYN, dice(4) ? SYN_REPORT : SYN_DROPPED, 0};
  if (kind < 4) return (ti_event){time, EV_SYN, SYN_MT_REPORT, 0};
  if (kind < 6) return (ti_event){time, EV_KEY, BTN_TOUCH, dice(2)};
  const uint16_t code = codes[dice(sizeof codes / sizeof *codes)];
  return (ti_event){time, EV_ABS, code, values[dice(sizeof values / sizeof *values)]};
}

static void fill(ti_state *state) {
  *state = (ti_state){.current_slot = dice(7) - 1, .slot_count = dice(8), .touching = dice(2)};
  for (int32_t i = 0; i < state->slot_count; i++)
    state->slots[i] = (ti_slot_state){.tracking_id = dice(7) - 1, .x = dice(1000), .y = dice(3)};
}

// The touch that the relay knows each of the decoder's touches as, and the touches whose lifts have no verdict yet.
enum { IDS = 1 << 16 };
static uint64_t known_as[IDS], held[IDS];
static int held_count;

// A touch has landed: at times it goes on as one that has lifted.
static void land(bench *b, uint64_t id) {
  known_as[id] = id;
  if (!held_count || dice(2)) return;
  known_as[id] = held[--held_count];
  ti_relay_join(b->relay, id, known_as[id]);
}

// A touch has lifted: at times its verdict comes later.
static void lift(bench *b, uint64_t id) {
  if (dice(2)) held[held_count++] = known_as[id];
  else ti_relay_decide(b->relay, known_as[id], TI_END);
  known_as[id] = 0;
}

// At times the latest touches are doubted, or go on as others.
static void repair_something(bench *b, uint64_t last) {
  static uint64_t next = IDS;
  const uint64_t touch = last > 4 ? last - 1 - (uint64_t)dice(3) : 0, id = known_as[touch];
  switch (dice(12)) {
  case 0: ti_relay_hold(b->relay, id); break;
  case 1: ti_relay_let_held(b->relay); break;
  case 2: ti_relay_drop_held(b->relay, id); break;
  case 3:
    if (!id) break;
    known_as[touch] = ++next;
    ti_relay_renew(b->relay, id, next);
    ti_relay_decide(b->relay, id, TI_TAKE);
    break;
  default: break;
  }
}

static void decide_something(bench *b, uint64_t last) {
  repair_something(b, last);
  for (int n = dice(4); n > 0; n--)
    ti_relay_decide(b->relay, last - (uint64_t)dice(6), (ti_verdict)(dice(4) % 3));
}

// Checks that a touch begins once, and moves and ends only between that and its end.
static void check_life(bench *b, const ti_contact *contact) {
  static uint64_t down[IDS];  // the id, while the touch is down
  uint64_t *at = &down[contact->id];
  const bool is_down = contact->id > 0 && *at == contact->id;
  if (contact->phase == TI_BEGAN ? is_down : !is_down) b->mistake = "a touch has two lives, or none";
  *at = contact->phase == TI_BEGAN || contact->phase == TI_MOVED ? contact->id : 0;
}

// Passes events on, and gives a verdict on each touch that is over.
static void send(bench *b, const ti_event *events, size_t count, const ti_state *state, bool is_judged) {
  size_t position = 0;
  ti_frame frame;
  while (pass_frame(b, events, count, &position, state, &frame)) {
    for (size_t i = 0; i < frame.count; i++) {
      const ti_contact *contact = &frame.contacts[i];
      if (contact->id >= IDS) die("too many touches", "");
      check_life(b, contact);
      if (contact->phase == TI_BEGAN) land(b, contact->id);
      else if (contact->phase == TI_ENDED) lift(b, contact->id);
      else if (contact->phase == TI_CANCELLED) ti_relay_decide(b->relay, known_as[contact->id], TI_TAKE), known_as[contact->id] = 0;
    }
    if (is_judged) decide_something(b, ti_decoder_next_id(b->decoder));
    if (!ti_decoder_waits(b->decoder)) end_frame(b, 0);
  }
}

// A turn of a panel that sends anything. A panel that does not choose slots ends its contacts instead.
static void send_nonsense(bench *b, bool chooses, int64_t time) {
  ti_event events[16];
  const size_t count = (size_t)dice(16);
  for (size_t i = 0; i < count; i++) {
    events[i] = random_event(time);
    if (!chooses && events[i].type == EV_ABS && events[i].code == ABS_MT_SLOT) events[i] = (ti_event){time, EV_SYN, SYN_MT_REPORT, 0};
  }
  ti_state state;
  fill(&state);
  send(b, events, count, dice(2) ? &state : NULL, true);
  decide_something(b, ti_decoder_next_id(b->decoder));
  end_frame(b, time);
}

// All fingers are gone, and what they did was lost.
static void lift_all(bench *b, int64_t time) {
  const ti_event events[] = {{time, EV_SYN, SYN_DROPPED, 0}, {time, EV_SYN, SYN_REPORT, 0}};
  ti_state state = {.slot_count = TI_MAX_SLOTS};
  for (int32_t i = 0; i < TI_MAX_SLOTS; i++) state.slots[i].tracking_id = -1;
  send(b, events, 2, &state, false);
  while (held_count) ti_relay_decide(b->relay, held[--held_count], TI_END);
  end_frame(b, time);
}

static int fingers_of_clone(const bench *b) {
  int count = 0;
  for (int32_t i = 0; i < TI_MAX_SLOTS; i++) count += b->down[i];
  return count;
}

// Whatever a panel sends and whatever is decided, the clone gets landings and lifts in turn, and holds nothing when the panel is not touched.
static void check_nonsense(const char *panel, const char *change, bool chooses) {
  static bench b;
  ti_description description = {.event_types = {1 << EV_SYN | 1 << EV_KEY | 1 << EV_ABS}};
  describe_panel(&description, panel);
  describe(&description, change);
  const char *mistake = NULL;
  for (seed = 1; seed <= 300 && !mistake;) {
    const uint64_t first = seed;
    begin(&b, &description);
    int64_t time = 1000000;
    for (int turn = 0; turn < 400; turn++) send_nonsense(&b, chooses, time += dice(20000));
    lift_all(&b, time);
    mistake = b.mistake ? b.mistake : fingers_of_clone(&b) ? "fingers are left" : NULL;
    if (mistake) printf("FAILED nonsense of a panel, %s, %s, %llu: %s\n", panel, change, (unsigned long long)first, mistake);
    end(&b);
    seed = first + 1;
  }
  *(mistake ? &failed : &passed) += 1;
}

int main(int argc, char **argv) {
  static char text[TEXT];
  if (argc != 3) die("usage", "relay PANELS PICTURES");
  file_text(argv[1], panels);
  file_text(argv[2], text);
  for_each_picture(text, check);
  static const char *const kinds[] = {"slots", "anonymous", "single"};
  for (size_t i = 0; i < 3; i++) {
    check_nonsense(kinds[i], "P: 02", true);
    check_nonsense(kinds[i], "P: 02", false);
  }
  check_nonsense("slots", "A: 2f 0 0 0 0 0", true);
  check_nonsense("slots", "A: 2f 0 0 0 0 0", false);
  check_nonsense("slots", "A: 2f 0 300 0 0 0", false);
  printf("%d passed, %d failed\n", passed, failed);
  return failed ? 1 : 0;
}
