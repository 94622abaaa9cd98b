#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "CTouchInput.h"

// A slot of protocol B, a place in the list of protocol A, or the one finger of a single touch panel.
//
//             id, distance 0                      -1
//   EMPTY ───────────────────────▶ DOWN ─────────────────▶ EMPTY   ended
//     │ id, distance > 0         ▲  │  │ becomes a palm
//     ▼           distance 0     │  │  ▼   cancelled
//   HOVERING ────────────────────┘  │ DEAD ──── -1 ─────▶ EMPTY    (silent)
//     ▲        distance > 0, ended  │
//     └─────────────────────────────┘
typedef enum slot_phase { EMPTY = 0, HOVERING, DOWN, DEAD } slot_phase;

// As large as a line of the cache, as most frames need just this of a finger.
typedef struct slot {
  uint64_t id;  // of the touch, while DOWN
  ti_slot_state now;  // what the events said so far
  int32_t reported_x, reported_y;
  int32_t start_id, start_tool;  // tracking id and tool before this frame
  slot_phase phase : 8;  // as of the last frame
  bool dirty;  // in `changed`
  bool lifted, landed;  // within this frame: a -1 after an id, an id after a -1
  bool seen;  // single touch: coordinates have come, or were read
  bool anonymous;  // protocol A: known by its place alone; its tracking id is 0 while it is there
  uint16_t index;  // of the slot
} slot;
static_assert(sizeof(slot) == 64, "a line");

struct ti_decoder {
  // What each frame needs comes first, side by side.
  int64_t time;
  slot *current;  // that events are for; null: one that there is not
  slot *slots;
  slot **changed;  // with news in this frame
  int32_t changed_count;
  int32_t slot_count;
  // `early`: lifts of slots that are used again in the same frame. `late`: all the rest.
  ti_contact *early, *late;
  size_t early_count, late_count;
  bool late_waits;
  bool dropping;  // from SYN_DROPPED to the next SYN_REPORT
  int32_t distance_minimum;
  ti_axis x_axis, y_axis;
  ti_class class;

  uint64_t next_id;
  bool plain_axes;  // ABS_X or ABS_Y has been sent
  ti_axis other_x, other_y;  // ABS_X and ABS_Y of a panel that has its coordinates on ABS_Z and ABS_RX
  int32_t used;  // protocol A: no slot from here on has been used

  // Protocol A: the contact being told, and those of this frame.
  ti_slot_state pending;
  unsigned pending_fields;  // GOT_… bits
  struct anonymous {
    ti_slot_state state;
    unsigned fields;
  } told[TI_MAX_ANONYMOUS];
  int32_t told_count;
  bool told_any;  // a SYN_MT_REPORT, be it an empty one
  bool released;  // the button went up
  bool major_counts;  // a touch major other than 0 has been seen
};

enum { NO_ID = -1 };
enum { GOT_X = 1, GOT_Y = 2, GOT_ID = 4, GOT_MAJOR = 8, GOT_OTHER = 16 };

static bool has_place(unsigned fields) { return (fields & GOT_X) && (fields & GOT_Y); }

// ---- Life -----------------------------------------------------------------------------------------------------------

// An axis without extent bounds nothing.
static ti_axis bounds(ti_axis axis) {
  if (axis.minimum >= axis.maximum) axis.minimum = INT32_MIN, axis.maximum = INT32_MAX;
  return axis;
}

ti_decoder *ti_decoder_new(const ti_description *description, unsigned hints, uint64_t first_id) {
  ti_class class = ti_classify(description, hints);
  if (class.protocol == TI_PROTOCOL_NONE) return NULL;
  ti_decoder *d = calloc(1, sizeof *d);
  if (!d) return NULL;
  d->class = class;
  d->next_id = first_id;
  d->time = INT64_MIN;
  d->x_axis = bounds(description->axes[class.x_code]);
  d->y_axis = bounds(description->axes[class.y_code]);
  d->other_x = bounds(description->axes[ABS_X]);
  d->other_y = bounds(description->axes[ABS_Y]);
  d->distance_minimum = description->axes[ABS_MT_DISTANCE].minimum;
  d->slot_count = class.protocol == TI_PROTOCOL_ANONYMOUS ? TI_MAX_ANONYMOUS : class.slots;
  size_t count = (size_t)d->slot_count;
  d->slots = calloc(count, sizeof *d->slots);
  d->changed = calloc(count, sizeof *d->changed);
  d->early = calloc(count, sizeof *d->early);
  d->late = calloc(3 * count, sizeof *d->late);
  if (!d->slots || !d->changed || !d->early || !d->late) {
    ti_decoder_free(d);
    return NULL;
  }
  for (size_t i = 0; i < count; i++) {
    d->slots[i].now.tracking_id = NO_ID;
    d->slots[i].now.distance = d->distance_minimum;
    d->slots[i].index = (uint16_t)i;
  }
  d->pending.distance = d->distance_minimum;
  d->current = d->slots;
  return d;
}

void ti_decoder_free(ti_decoder *d) {
  if (!d) return;
  free(d->slots);
  free(d->changed);
  free(d->early);
  free(d->late);
  free(d);
}

ti_class ti_decoder_class(const ti_decoder *d) { return d->class; }
uint64_t ti_decoder_next_id(const ti_decoder *d) { return d->next_id; }
bool ti_decoder_waits(const ti_decoder *d) { return d->late_waits; }

int32_t ti_decoder_fingers(const ti_decoder *d) {
  int32_t count = 0;
  for (int32_t i = 0; i < d->slot_count; i++) count += d->slots[i].now.tracking_id >= 0;
  return count;
}

// ---- A slot's news --------------------------------------------------------------------------------------------------

// Says that `s` has news in this frame; remembers what it was before.
static inline void touch_slot(ti_decoder *d, slot *s) {
  if (s->dirty) return;
  s->dirty = true;
  s->start_id = s->now.tracking_id;
  s->start_tool = s->now.tool;
  d->changed[d->changed_count++] = s;
}

static void set_tracking_id(ti_decoder *d, slot *s, int32_t id) {
  touch_slot(d, s);
  if (id < 0) {
    s->lifted |= s->now.tracking_id >= 0;
    s->now.tracking_id = NO_ID;
  } else {
    s->landed |= s->now.tracking_id < 0;
    s->now.tracking_id = id;
  }
}

static int32_t clamp(int32_t value, const ti_axis *axis) {
  return value < axis->minimum ? axis->minimum : value > axis->maximum ? axis->maximum : value;
}

static void report(ti_contact *list, size_t *count, const slot *s, ti_phase phase) {
  ti_contact *contact = &list[(*count)++];
  contact->id = s->id;
  contact->phase = phase;
  contact->slot = s->index;
  contact->now = s->now;
  contact->now.x = s->reported_x, contact->now.y = s->reported_y;
}

// Turns what one slot was told in this frame into its reports: the function that changes `phase`.
static void settle(ti_decoder *d, slot *s, ti_phase leaving) {
  int32_t x = clamp(s->now.x, &d->x_axis), y = clamp(s->now.y, &d->y_axis);
  bool here = s->now.tracking_id >= 0;
  bool left = s->start_id >= 0 && (s->lifted || s->now.tracking_id != s->start_id);
  bool hovering = s->now.distance > d->distance_minimum;
  bool palm = s->now.tool == MT_TOOL_PALM && s->start_tool != MT_TOOL_PALM;
  bool waits = d->class.protocol == TI_PROTOCOL_SINGLE && !s->seen;

  if (left) {
    // What the frame says besides belongs to the next touch of the slot, if there is one: the place and the tool.
    if (s->phase == DOWN && (here || s->landed)) {
      report(d->early, &d->early_count, s, leaving);
      d->early[d->early_count - 1].now.tool = s->start_tool;
    } else if (s->phase == DOWN) {
      s->reported_x = x, s->reported_y = y;
      report(d->late, &d->late_count, s, palm ? TI_CANCELLED : leaving);
    }
    s->phase = EMPTY;
  }

  switch (s->phase) {
  case EMPTY:
    if (!here && !s->landed) break;
    if (hovering || waits) {
      s->phase = here && hovering ? HOVERING : EMPTY;
      break;
    }
    s->id = d->next_id++;
    s->reported_x = x, s->reported_y = y;
    report(d->late, &d->late_count, s, TI_BEGAN);
    if (here) s->phase = DOWN;
    else report(d->late, &d->late_count, s, palm ? TI_CANCELLED : TI_ENDED);
    break;
  case HOVERING:
    if (hovering) break;
    s->id = d->next_id++;
    s->reported_x = x, s->reported_y = y;
    report(d->late, &d->late_count, s, TI_BEGAN);
    s->phase = DOWN;
    break;
  case DOWN:
    if (palm) {
      report(d->late, &d->late_count, s, TI_CANCELLED);
      s->phase = DEAD;
    } else if (hovering) {
      report(d->late, &d->late_count, s, TI_ENDED);
      s->phase = HOVERING;
    } else if (x != s->reported_x || y != s->reported_y) {
      s->reported_x = x, s->reported_y = y;
      report(d->late, &d->late_count, s, TI_MOVED);
    }
    break;
  case DEAD:
    break;
  }
}

// Nearly all news are of fingers that are down, stay so, and have perhaps moved: those are spared the other questions.
static inline bool stays_down(const ti_decoder *d, const slot *s) {
  return s->phase == DOWN && !s->lifted && !s->landed && s->now.tracking_id == s->start_id
    && s->now.tool != MT_TOOL_PALM && s->now.distance <= d->distance_minimum;
}

static inline void settle_move(ti_decoder *d, slot *s) {
  int32_t x = clamp(s->now.x, &d->x_axis), y = clamp(s->now.y, &d->y_axis);
  if (x == s->reported_x && y == s->reported_y) return;
  s->reported_x = x, s->reported_y = y;
  report(d->late, &d->late_count, s, TI_MOVED);
}

static void settle_changed(ti_decoder *d, ti_phase leaving) {
  for (int32_t i = 0; i < d->changed_count; i++) {
    slot *s = d->changed[i];
    if (stays_down(d, s)) settle_move(d, s);
    else settle(d, s, leaving);
    s->dirty = s->lifted = s->landed = false;
  }
  d->changed_count = 0;
}

// Forgets a frame that was not told to its end.
static void forget_news(ti_decoder *d) {
  for (int32_t i = 0; i < d->changed_count; i++) {
    slot *s = d->changed[i];
    s->now.tracking_id = s->start_id;
    s->now.tool = s->start_tool;
    s->dirty = s->lifted = s->landed = false;
  }
  d->changed_count = 0;
  d->pending_fields = 0;
  d->told_count = 0;
  d->told_any = d->released = false;
}

// ---- Protocol A -----------------------------------------------------------------------------------------------------

static void end_of_contact(ti_decoder *d) {
  unsigned fields = d->pending_fields;
  ti_slot_state state = d->pending;
  d->pending_fields = 0;
  d->pending = (ti_slot_state){.distance = d->distance_minimum};
  d->told_any = true;
  if (!fields) return;
  if (fields & GOT_MAJOR) {
    d->major_counts |= state.major > 0;
    if (state.major <= 0 && d->major_counts) return;
  }
  int32_t at = d->told_count;
  if (fields & GOT_ID) {
    if (state.tracking_id < 0) return;
    for (at = 0; at < d->told_count; at++)
      if (d->told[at].fields & GOT_ID && d->told[at].state.tracking_id == state.tracking_id) break;
  } else if (!has_place(fields)) {
    return;
  }
  if (at == TI_MAX_ANONYMOUS) return;
  d->told[at] = (struct anonymous){state, fields};
  if (at == d->told_count) d->told_count++;
}

static void take_over(ti_decoder *d, slot *s, const struct anonymous *told) {
  ti_slot_state next = told->state;
  s->anonymous = !(told->fields & GOT_ID);
  set_tracking_id(d, s, s->anonymous ? 0 : next.tracking_id);
  next.tracking_id = s->now.tracking_id;
  if (!(told->fields & GOT_X)) next.x = s->now.x;
  if (!(told->fields & GOT_Y)) next.y = s->now.y;
  s->now = next;
}

enum { EXACT = 10 };  // contacts; a hand's, and 1024 steps

// Assigns each of `rows` to one of `columns` (rows <= columns <= EXACT) with the least sum of costs: best[set] is the
// least for the first rows on just that set of columns.
static void assign_exactly(const double *cost, int rows, int columns, int8_t *column_of_row) {
  static const double never = 1e300;
  double best[1 << EXACT];
  int8_t choice[1 << EXACT];
  int last = 0;
  double least = never;
  best[0] = 0;
  for (int set = 1; set < 1 << columns; set++) {
    int row = __builtin_popcount((unsigned)set) - 1;
    best[set] = never;
    if (row >= rows) continue;
    for (int column = 0; column < columns; column++) {
      if (!(set >> column & 1)) continue;
      double sum = best[set & ~(1 << column)] + cost[row * columns + column];
      if (sum < best[set]) best[set] = sum, choice[set] = (int8_t)column;
    }
    if (row == rows - 1 && best[set] < least) least = best[set], last = set;
  }
  for (int row = rows - 1; row >= 0; row--) {
    column_of_row[row] = choice[last];
    last &= ~(1 << choice[last]);
  }
}

// The same for more contacts than a hand has: the nearest pair first, then the next.
static void assign_greedily(const double *cost, int rows, int columns, int8_t *column_of_row) {
  bool taken[TI_MAX_ANONYMOUS] = {false};
  for (int row = 0; row < rows; row++) column_of_row[row] = -1;
  for (int n = 0; n < rows; n++) {
    int best_row = -1, best_column = -1;
    for (int row = 0; row < rows; row++) {
      if (column_of_row[row] >= 0) continue;
      for (int column = 0; column < columns; column++)
        if (!taken[column]
            && (best_row < 0 || cost[row * columns + column] < cost[best_row * columns + best_column]))
          best_row = row, best_column = column;
    }
    column_of_row[best_row] = (int8_t)best_column;
    taken[best_column] = true;
  }
}

static double squared_way(const slot *s, const struct anonymous *told) {
  double dx = (double)s->now.x - told->state.x, dy = (double)s->now.y - told->state.y;
  return dx * dx + dy * dy;
}

// Gives contacts without tracking id to the slots that hold such ones.
static void match_by_nearness(ti_decoder *d, bool *slot_taken, bool *told_taken) {
  int32_t old[TI_MAX_ANONYMOUS], new[TI_MAX_ANONYMOUS];
  int old_count = 0, new_count = 0;
  for (int32_t at = 0; at < d->used; at++)
    if (d->slots[at].anonymous && d->slots[at].now.tracking_id >= 0) old[old_count++] = at;
  for (int32_t i = 0; i < d->told_count; i++)
    if (!(d->told[i].fields & GOT_ID)) new[new_count++] = i;
  if (!old_count || !new_count) return;

  bool rows_are_old = old_count <= new_count;
  int rows = rows_are_old ? old_count : new_count, columns = rows_are_old ? new_count : old_count;
  double cost[TI_MAX_ANONYMOUS * TI_MAX_ANONYMOUS];
  int8_t column_of_row[TI_MAX_ANONYMOUS];
  for (int row = 0; row < rows; row++)
    for (int column = 0; column < columns; column++) {
      int32_t at = old[rows_are_old ? row : column], i = new[rows_are_old ? column : row];
      cost[row * columns + column] = squared_way(&d->slots[at], &d->told[i]);
    }
  (columns <= EXACT ? assign_exactly : assign_greedily)(cost, rows, columns, column_of_row);
  for (int row = 0; row < rows; row++) {
    int column = column_of_row[row];
    int32_t at = old[rows_are_old ? row : column], i = new[rows_are_old ? column : row];
    take_over(d, &d->slots[at], &d->told[i]);
    slot_taken[at] = told_taken[i] = true;
  }
}

static void match_by_id(ti_decoder *d, bool *slot_taken, bool *told_taken) {
  for (int32_t i = 0; i < d->told_count; i++) {
    if (!(d->told[i].fields & GOT_ID)) continue;
    for (int32_t at = 0; at < d->used; at++) {
      slot *s = &d->slots[at];
      if (s->anonymous || s->now.tracking_id != d->told[i].state.tracking_id) continue;
      take_over(d, s, &d->told[i]);
      slot_taken[at] = told_taken[i] = true;
      break;
    }
  }
}

// A free slot, if there is one that no touch leaves in this frame.
static slot *free_slot(ti_decoder *d) {
  slot *second = NULL;
  for (int32_t at = 0; at < d->slot_count; at++) {
    slot *s = &d->slots[at];
    if (s->now.tracking_id >= 0) continue;
    if (!s->dirty) {
      if (at >= d->used) d->used = at + 1;
      return s;
    }
    second = s;
  }
  return second;
}

// Spreads the contacts of a frame over slots, as a protocol B panel would have done.
static void match_contacts(ti_decoder *d) {
  bool slot_taken[TI_MAX_ANONYMOUS] = {false}, told_taken[TI_MAX_ANONYMOUS] = {false};
  match_by_id(d, slot_taken, told_taken);
  match_by_nearness(d, slot_taken, told_taken);
  for (int32_t at = 0; at < d->used; at++)
    if (d->slots[at].now.tracking_id >= 0 && (!slot_taken[at] || d->released)) set_tracking_id(d, &d->slots[at], NO_ID);
  if (d->released) return;
  for (int32_t i = 0; i < d->told_count; i++) {
    slot *s = !told_taken[i] && has_place(d->told[i].fields) ? free_slot(d) : NULL;
    if (s) take_over(d, s, &d->told[i]);
  }
}

// Apart, as it needs much of the stack.
__attribute__((noinline)) static void end_of_anonymous_frame(ti_decoder *d) {
  if (d->pending_fields) end_of_contact(d);  // a last contact without its SYN_MT_REPORT
  if (d->told_any || d->released) match_contacts(d);
  d->told_count = 0;
  d->told_any = d->released = false;
}

// ---- Events ---------------------------------------------------------------------------------------------------------

static void set_value(ti_slot_state *state, uint16_t code, int32_t value) {
  switch (code) {
  case ABS_MT_POSITION_X: state->x = value; break;
  case ABS_MT_POSITION_Y: state->y = value; break;
  case ABS_MT_PRESSURE: state->pressure = value; break;
  case ABS_MT_TOUCH_MAJOR: state->major = value; break;
  case ABS_MT_TOUCH_MINOR: state->minor = value; break;
  case ABS_MT_TOOL_TYPE: state->tool = value; break;
  case ABS_MT_DISTANCE: state->distance = value; break;
  default: break;
  }
}

static bool is_contact_axis(uint16_t code) { return code >= ABS_MT_TOUCH_MAJOR && code <= ABS_MT_TOOL_Y; }

static void take_contact_axis(ti_decoder *d, slot *s, uint16_t code, int32_t value) {
  touch_slot(d, s);
  if (code == ABS_MT_TRACKING_ID) set_tracking_id(d, s, value);
  else set_value(&s->now, code, value);
}

static slot *slot_at(const ti_decoder *d, int32_t index) {
  return index >= 0 && index < d->slot_count ? &d->slots[index] : NULL;
}

// Protocol B: takes the axes that follow each other, which is all of most frames but the last event of each.
static const ti_event *take_slots(ti_decoder *d, const ti_event *event, const ti_event *end) {
  slot *s = d->current;
  for (; event < end && event->type == EV_ABS; event++) {
    uint16_t code = event->code;
    if (code == ABS_MT_SLOT) {
      s = slot_at(d, event->value);
    } else if (!s) {
      continue;
    } else if (code == ABS_MT_POSITION_X) {  // Most of what comes is places: they do not wait for the others' turn.
      touch_slot(d, s);
      s->now.x = event->value;
    } else if (code == ABS_MT_POSITION_Y) {
      touch_slot(d, s);
      s->now.y = event->value;
    } else if (is_contact_axis(code)) {
      take_contact_axis(d, s, code, event->value);
    }
  }
  d->current = s;
  return event;
}

static void take_anonymous(ti_decoder *d, uint16_t type, uint16_t code, int32_t value) {
  if (type == EV_SYN && code == SYN_MT_REPORT) {
    end_of_contact(d);
  } else if (type == EV_KEY && code == d->class.touch_button) {
    d->released = !value;
  } else if (type == EV_ABS && is_contact_axis(code)) {
    d->pending_fields |= code == ABS_MT_POSITION_X ? GOT_X
      : code == ABS_MT_POSITION_Y ? GOT_Y
      : code == ABS_MT_TRACKING_ID ? GOT_ID
      : code == ABS_MT_TOUCH_MAJOR ? GOT_MAJOR : GOT_OTHER;
    if (code == ABS_MT_TRACKING_ID) d->pending.tracking_id = value;
    else set_value(&d->pending, code, value);
  }
}

static int32_t rescale(int32_t value, const ti_axis *from, const ti_axis *to) {
  value = clamp(value, from);
  double part = ((double)value - from->minimum) / ((double)from->maximum - from->minimum);
  double scaled = to->minimum + part * ((double)to->maximum - to->minimum) + 0.5;
  return scaled >= INT32_MAX ? INT32_MAX : (int32_t)scaled;
}

static void set_coordinate(ti_decoder *d, uint16_t code, int32_t value) {
  slot *s = d->slots;
  bool swapped = d->class.coordinates_on_z_rx;
  if (swapped && (code == ABS_X || code == ABS_Y)) {
    d->plain_axes = true;
    value = code == ABS_X ? rescale(value, &d->other_x, &d->x_axis) : rescale(value, &d->other_y, &d->y_axis);
  } else if (code != d->class.x_code && code != d->class.y_code) {
    return;
  } else if (swapped && d->plain_axes) {
    return;
  }
  touch_slot(d, s);
  s->seen = true;
  if (code == ABS_X || code == d->class.x_code) s->now.x = value;
  else s->now.y = value;
}

static void take_single(ti_decoder *d, uint16_t type, uint16_t code, int32_t value) {
  if (type == EV_KEY && code == d->class.touch_button) {
    set_tracking_id(d, d->slots, value ? 0 : NO_ID);
  } else if (type == EV_ABS && code == ABS_PRESSURE) {
    d->slots->now.pressure = value;
  } else if (type == EV_ABS) {
    set_coordinate(d, code, value);
  }
}

// What is no run of axes of protocol B.
static void take(ti_decoder *d, uint16_t type, uint16_t code, int32_t value) {
  if (d->class.protocol == TI_PROTOCOL_ANONYMOUS) take_anonymous(d, type, code, value);
  else if (d->class.protocol == TI_PROTOCOL_SINGLE) take_single(d, type, code, value);
}

// ---- Frames ---------------------------------------------------------------------------------------------------------

static void emit(ti_decoder *d, ti_frame *frame, bool dropped) {
  bool early = d->early_count > 0;
  *frame = (ti_frame){
    .time = d->time, .dropped = dropped,
    .count = early ? d->early_count : d->late_count, .contacts = early ? d->early : d->late,
  };
  d->late_waits = early && d->late_count > 0;
  d->early_count = 0;
}

static void set_time(ti_decoder *d, int64_t time) {
  if (time > d->time) d->time = time;
}

ti_step ti_decoder_next(ti_decoder *d, const ti_event *events, size_t count, size_t *position, ti_frame *frame) {
  if (d->late_waits) {
    emit(d, frame, false);
    return TI_STEP_FRAME;
  }
  bool has_slots = d->class.protocol == TI_PROTOCOL_SLOTS;
  for (const ti_event *event = events + *position, *end = events + count; event < end; event++) {
    if (has_slots && !d->dropping) {
      event = take_slots(d, event, end);
      if (event == end) break;
    }
    if (event->type != EV_SYN) {
      if (!d->dropping) take(d, event->type, event->code, event->value);
    } else if (event->code == SYN_DROPPED) {
      forget_news(d);
      d->dropping = true;
    } else if (event->code == SYN_REPORT) {
      set_time(d, event->time);
      *position = (size_t)(event - events) + 1;
      if (d->dropping) {
        d->dropping = false;
        return TI_STEP_DROPPED;
      }
      if (d->class.protocol == TI_PROTOCOL_ANONYMOUS) end_of_anonymous_frame(d);
      d->late_count = 0;
      settle_changed(d, TI_ENDED);
      if (d->early_count + d->late_count == 0) continue;
      emit(d, frame, false);
      return TI_STEP_FRAME;
    } else if (!d->dropping) {
      take(d, event->type, event->code, event->value);
    }
  }
  *position = count;
  return TI_STEP_MORE;
}

// Tells the slots what a device holds; without a state, that it holds nothing.
static void take_state(ti_decoder *d, const ti_state *state) {
  bool slots = d->class.protocol == TI_PROTOCOL_SLOTS, single = d->class.protocol == TI_PROTOCOL_SINGLE;
  if (slots && state) d->current = slot_at(d, state->current_slot);
  for (int32_t at = 0; at < d->slot_count; at++) {
    slot *s = &d->slots[at];
    touch_slot(d, s);
    if (slots && state && at < state->slot_count) {
      s->now = state->slots[at];
      if (s->now.tracking_id < 0) s->now.tracking_id = NO_ID;
    } else if (single && state) {
      s->now.tracking_id = state->touching ? 0 : NO_ID;
      s->now.x = state->x, s->now.y = state->y, s->now.pressure = state->pressure;
      s->seen |= state->x || state->y;
    } else {
      s->now.tracking_id = NO_ID;
    }
  }
}

void ti_decoder_start(ti_decoder *d, const ti_state *state) {
  take_state(d, state);
  for (int32_t i = 0; i < d->changed_count; i++) {
    slot *s = d->changed[i];
    s->phase = s->now.tracking_id >= 0 ? DEAD : EMPTY;
    s->dirty = false;
  }
  d->changed_count = 0;
}

void ti_decoder_resync(ti_decoder *d, const ti_state *state, ti_frame *frame) {
  if (d->late_waits) __builtin_trap();  // ti_decoder_next gives what waits before it can ask for this
  forget_news(d);
  take_state(d, state);
  d->late_count = 0;
  settle_changed(d, TI_CANCELLED);
  emit(d, frame, true);
}

bool ti_decoder_cancel_all(ti_decoder *d, int64_t time, ti_frame *frame) {
  forget_news(d);
  if (!d->late_waits) d->late_count = 0;
  for (int32_t at = 0; at < d->slot_count; at++) {
    slot *s = &d->slots[at];
    if (s->phase != DOWN) continue;
    report(d->late, &d->late_count, s, TI_CANCELLED);
    s->phase = DEAD;
  }
  d->dropping = false;
  set_time(d, time);
  emit(d, frame, false);
  return frame->count > 0;
}
