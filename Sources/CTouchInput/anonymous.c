#include "decoder.h"

enum { GOT_X = 1, GOT_Y = 2, GOT_ID = 4, GOT_MAJOR = 8, GOT_OTHER = 16 };

static bool has_place(unsigned fields) { return (fields & GOT_X) && (fields & GOT_Y); }

// The index in `sent` of the contact with this id, or `sent_count`.
static int32_t sent_with_id(const ti_decoder *d, int32_t id) {
  int32_t at = 0;
  while (at < d->sent_count && !(d->sent[at].fields & GOT_ID && d->sent[at].state.tracking_id == id)) at++;
  return at;
}

// Prepares for the next contact. Returns what was sent of this one.
static unsigned next_contact(ti_decoder *d) {
  unsigned fields = d->pending_fields;
  d->pending_fields = 0;
  if (!d->unslotted) {
    d->pending = (ti_slot_state){.distance = d->distance_minimum};
  } else if (fields) {
    // The kernel takes all contacts for values of the first slot, and may leave out those that have not changed.
    fields |= d->carried_fields;
    d->carried_fields = (uint8_t)(fields & (GOT_X | GOT_Y | GOT_ID));
  }
  return fields;
}

static void end_of_contact(ti_decoder *d) {
  ti_slot_state state = d->pending;
  unsigned fields = next_contact(d);
  // The kernel may have left out all values of a finger that rests.
  if (!fields && d->unslotted && d->button_is_down) return;
  d->sent_any = true;
  if (!fields) return;
  if (fields & GOT_MAJOR) {
    d->major_counts |= state.major > 0;
    if (state.major <= 0 && d->major_counts) return;
  }
  int32_t at = d->sent_count;
  if (fields & GOT_ID) {
    if (state.tracking_id < NO_ID) d->bugs[TI_BUG_TRACKING_ID]++;
    if (state.tracking_id < 0) return;
    at = sent_with_id(d, state.tracking_id);
    if (at < d->sent_count) d->bugs[TI_BUG_SAME_ID]++;
  } else if (!has_place(fields)) {
    return;
  }
  if (at == TI_MAX_ANONYMOUS) return;
  d->sent[at] = (struct anonymous){state, fields};
  if (at == d->sent_count) d->sent_count++;
}

static void put_contact(ti_decoder *d, slot *s, const struct anonymous *sent) {
  ti_slot_state next = sent->state;
  s->anonymous = !(sent->fields & GOT_ID);
  set_tracking_id(d, s, s->anonymous ? 0 : next.tracking_id);
  next.tracking_id = s->now.tracking_id;
  if (!(sent->fields & GOT_X)) next.x = s->now.x;
  if (!(sent->fields & GOT_Y)) next.y = s->now.y;
  s->now = next;
}

static double squared_way(const slot *s, const struct anonymous *sent) {
  double dx = (double)s->now.x - sent->state.x, dy = (double)s->now.y - sent->state.y;
  return dx * dx + dy * dy;
}

// Matches the frame's contacts without a tracking id to the slots that already hold such contacts.
static void match_by_nearness(ti_decoder *d, bool *slot_taken, bool *sent_taken) {
  int32_t old[TI_MAX_ANONYMOUS], new[TI_MAX_ANONYMOUS];
  int old_count = 0, new_count = 0;
  for (int32_t at = 0; at < d->used; at++)
    if (d->slots[at].anonymous && d->slots[at].now.tracking_id >= 0) old[old_count++] = at;
  for (int32_t i = 0; i < d->sent_count; i++)
    if (!(d->sent[i].fields & GOT_ID)) new[new_count++] = i;
  if (!old_count || !new_count) return;

  bool rows_are_old = old_count <= new_count;
  int rows = rows_are_old ? old_count : new_count, columns = rows_are_old ? new_count : old_count;
  double cost[TI_MAX_ANONYMOUS * TI_MAX_ANONYMOUS];
  int8_t column_of_row[TI_MAX_ANONYMOUS];
  for (int row = 0; row < rows; row++)
    for (int column = 0; column < columns; column++) {
      int32_t at = old[rows_are_old ? row : column], i = new[rows_are_old ? column : row];
      cost[row * columns + column] = squared_way(&d->slots[at], &d->sent[i]);
    }
  ti_assign(cost, rows, columns, column_of_row);
  for (int row = 0; row < rows; row++) {
    int column = column_of_row[row];
    int32_t at = old[rows_are_old ? row : column], i = new[rows_are_old ? column : row];
    put_contact(d, &d->slots[at], &d->sent[i]);
    slot_taken[at] = sent_taken[i] = true;
  }
}

static void match_by_id(ti_decoder *d, bool *slot_taken, bool *sent_taken) {
  for (int32_t i = 0; i < d->sent_count; i++) {
    if (!(d->sent[i].fields & GOT_ID)) continue;
    for (int32_t at = 0; at < d->used; at++) {
      slot *s = &d->slots[at];
      if (s->anonymous || s->now.tracking_id != d->sent[i].state.tracking_id) continue;
      put_contact(d, s, &d->sent[i]);
      slot_taken[at] = sent_taken[i] = true;
      break;
    }
  }
}

// Returns a free slot, preferably one that no touch leaves in this frame; null if all slots are taken.
static slot *free_slot(ti_decoder *d) {
  slot *second = NULL;
  for (int32_t at = 0; at < d->slot_count && at < TI_MAX_ANONYMOUS; at++) {
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

// Assigns the contacts of a frame to slots, as a protocol B panel would have done.
static void match_contacts(ti_decoder *d) {
  bool slot_taken[TI_MAX_ANONYMOUS] = {false}, sent_taken[TI_MAX_ANONYMOUS] = {false};
  match_by_id(d, slot_taken, sent_taken);
  match_by_nearness(d, slot_taken, sent_taken);
  for (int32_t at = 0; at < d->used; at++)
    if (d->slots[at].now.tracking_id >= 0 && (!slot_taken[at] || d->released)) set_tracking_id(d, &d->slots[at], NO_ID);
  if (d->released) return;
  for (int32_t i = 0; i < d->sent_count; i++) {
    slot *s = !sent_taken[i] && has_place(d->sent[i].fields) ? free_slot(d) : NULL;
    if (s) put_contact(d, s, &d->sent[i]);
  }
}

// A function of its own because it needs a lot of stack.
__attribute__((noinline)) static void end_frame(ti_decoder *d) {
  if (d->pending_fields) end_of_contact(d);  // a last contact without its SYN_MT_REPORT
  if (d->sent_any || d->released) match_contacts(d);
  d->sent_count = 0;
  d->sent_any = d->released = false;
}

static void decode_axis(ti_decoder *d, uint16_t code, int32_t value) {
  if (!is_declared(d, code)) d->bugs[TI_BUG_AXIS]++;
  if (!is_contact_axis(code)) return;
  d->pending_fields |= code == ABS_MT_POSITION_X ? GOT_X
    : code == ABS_MT_POSITION_Y ? GOT_Y
    : code == ABS_MT_TRACKING_ID ? GOT_ID
    : code == ABS_MT_TOUCH_MAJOR ? GOT_MAJOR : GOT_OTHER;
  if (code == ABS_MT_TRACKING_ID) d->pending.tracking_id = value;
  else set_value(&d->pending, code, value);
}

// ---- Panels that declare slots --------------------------------------------------------------------------------------

// All that the panel has sent so far is in the first slot. What this frame has brought there is its first contact.
void ti_anonymous_take_over(ti_decoder *d) {
  const slot *s = d->slots;
  d->pending = s->now;
  d->carried_fields = (s->seen ? GOT_X | GOT_Y : 0) | (s->known || s->now.tracking_id >= 0 ? GOT_ID : 0);
  const unsigned fields = s->dirty ? d->carried_fields | GOT_OTHER : 0;
  ti_slots_forget(d);
  d->pending_fields = fields;
  d->released = d->special & SPECIAL_RAISED;
  set_special(d, SPECIAL_RAISED, false);
  set_special(d, SPECIAL_MIXES, true);
  d->class.protocol = TI_PROTOCOL_ANONYMOUS;
  d->unslotted = true;
  d->used = 1;
  if (d->slot_count < TI_RELAY_SLOTS) {
    d->slots[d->slot_count] = (slot){.now = {.tracking_id = NO_ID, .distance = d->distance_minimum}, .index = (uint8_t)d->slot_count};
    d->slot_count = TI_RELAY_SLOTS;
    d->slots[d->slot_count].dirty = true;  // never enters `changed`
  }
  end_of_contact(d);
}

// Goes back to protocol B, in the middle of a frame, as the panel chooses a slot after all. What this frame has brought so far belongs to
// the first slot. The contacts in the others were none of theirs, so they lift.
static void give_back(ti_decoder *d) {
  slot *s = d->slots;
  const bool has_news = d->sent_count > 0 || d->pending_fields;
  const bool has_id = (d->carried_fields | d->pending_fields) & GOT_ID && !d->released;
  const int32_t id = !has_id || d->pending.tracking_id < 0 ? NO_ID : d->pending.tracking_id;
  for (int32_t at = 1; at < d->used; at++)
    if (d->slots[at].now.tracking_id >= 0) set_tracking_id(d, &d->slots[at], NO_ID);
  if ((has_news || d->released) && id != s->now.tracking_id) set_tracking_id(d, s, id);
  if (has_news) {
    note_news(d, s);
    d->pending.tracking_id = s->now.tracking_id;
    s->now = d->pending;
    s->seen = true;
  }
  d->pending_fields = 0;
  d->sent_count = 0;
  d->sent_any = d->released = d->unslotted = false;
  d->class.protocol = TI_PROTOCOL_SLOTS;
}

// ---- Events ---------------------------------------------------------------------------------------------------------

const ti_event *ti_anonymous_decode(ti_decoder *d, const ti_event *event, const ti_event *end) {
  for (; event < end; event++) {
    if (event->type == EV_ABS && event->code == ABS_MT_SLOT && d->unslotted) {
      give_back(d);
      return ti_slots_decode(d, event, end);
    }
    if (event->type == EV_ABS) decode_axis(d, event->code, event->value);
    else if (event->type == EV_KEY && event->code == d->class.touch_button) d->button_is_down = event->value, d->released = !event->value;
    else if (event->type == EV_KEY) set_pen_key(d, event->code, event->value);
    else if (event->type == EV_SYN && event->code == SYN_MT_REPORT) end_of_contact(d);
    else if (event->type == EV_SYN) break;
  }
  if (event < end && event->code == SYN_REPORT) end_frame(d);
  return event;
}
