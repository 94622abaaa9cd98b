/*
 * libtickle: gestures on touchscreens for compositors, toolkits and programs in any language.
 *
 * An engine has a screen. Views are rectangles on it; recognizers are added to views. Frames of touches go in, and events come out: gestures,
 * what becomes of each touch, and why a gesture was not recognized. The engine reads no clock and no device, and starts no thread.
 *
 *     struct tickle_screen screen = { .size = sizeof screen, .width = 310, .height = 174 };
 *     tickle_engine *engine = tickle_engine_new(&screen);
 *     tickle_recognizer *swipe = tickle_recognizer_new(engine, "swipe", "next");
 *     tickle_recognizer_set_number(swipe, "fingers", 3);
 *     tickle_recognizer_add(swipe, tickle_engine_root(engine));
 *
 *     tickle_engine_feed(engine, &frame);
 *     struct tickle_event event = { .size = sizeof event };
 *     while (tickle_engine_next(engine, &event)) ...
 *
 * UNITS. Lengths are millimetres, times microseconds of any clock that never goes back, such as CLOCK_MONOTONIC, angles radians, clockwise
 * from right, as y points down.
 *
 * HANDLES. `tickle_engine *`, `tickle_view *` and `tickle_recognizer *` name objects; the library never reads what they point to. A view
 * and a recognizer belong to an engine, and end with it. A call with NULL, or with a handle whose object has ended, returns TICKLE_GONE, or
 * NULL, false or 0. No call ends the process, whatever it is given; pointers to structures, texts and lists must be valid.
 *
 * ERRORS. Most calls return a `tickle_status`. `tickle_error()` has a sentence about the last call of this thread that failed.
 *
 * THREADS. Each engine, with its views and recognizers, is used by one thread at a time. Different engines may be used by different threads
 * at once. No call blocks, but for the moment in which another thread looks up a handle.
 *
 * GROWTH. Structures begin with their size, which the caller sets. A newer library reads and fills only what the caller has, so programs
 * that were compiled before go on working.
 */
#ifndef TICKLE_H
#define TICKLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define TICKLE_API __attribute__((visibility("default")))
#else
#define TICKLE_API
#endif

typedef struct tickle_engine tickle_engine;
typedef struct tickle_view tickle_view;
typedef struct tickle_recognizer tickle_recognizer;

typedef enum tickle_status {
  TICKLE_OK = 0,
  /* There is no such object, or it has ended. */
  TICKLE_GONE = -1,
  /* A value that means nothing here: not a number, an unknown kind, objects of two engines. */
  TICKLE_INVALID = -2,
  /* A recognizer has no such key, or the key does not take this value. tickle_error() says what was probably meant. */
  TICKLE_SETTING = -3,
  /* The wrong order: a recognizer's keys are set before it is added to a view, its relations after it. */
  TICKLE_ORDER = -4,
  /* A failure requirement that would let recognizers wait for each other. It was not made. */
  TICKLE_CYCLE = -5,
  /* There is no memory, or there are more objects than handles. */
  TICKLE_FULL = -6,
} tickle_status;

/* The version of the library: 0x010203 is 1.2.3. */
TICKLE_API uint32_t tickle_version(void);

/* A sentence about the last call of this thread that failed, in English; "" if none has. Valid until the thread's next call that fails. */
TICKLE_API const char *tickle_error(void);

/* -- Engines ---------------------------------------------------------------------------------------------------------------------------- */

typedef enum tickle_recognition {
  /* What the user's hand most likely means: for people's fingers. */
  TICKLE_HAND = 0,
  /* UIKit's rules to the letter. */
  TICKLE_UIKIT = 1,
} tickle_recognition;

typedef enum tickle_exclusion {
  /* Gestures exclude each other if they share a touch. */
  TICKLE_PER_TOUCH = 0,
  /* One gesture at a time on the screen. */
  TICKLE_PER_SCREEN = 1,
} tickle_exclusion;

struct tickle_screen {
  size_t size;
  /* The size of the screen, in millimetres, greater than 0. Wrong millimetres make wrong distances: 5 mm must be 5 mm on the glass. */
  double width, height;
  /* The size of the picture, for keys with values such as "20px"; 0: they are refused. */
  uint32_t pixel_width, pixel_height;
  tickle_recognition recognition;
  tickle_exclusion exclusion;
  /* Whether touches wait, before they are passed on, for the gestures that may still take them: the client sees less that is cancelled
   * later, and sees it later. Recognizers can decide it for themselves with the key delays_touches_began. */
  bool holds_touches;
  /* The longest time for which a touch waits, in microseconds; 0: 150 ms. Gestures that decide soon by themselves, such as taps, may
   * hold it longer, unless this is set. */
  int64_t most_delay;
  /* Whether to report why gestures were not recognized: events of the type TICKLE_ATTEMPT. */
  bool explains;
};

/* Creates an engine for a screen; NULL if that is impossible. */
TICKLE_API tickle_engine *tickle_engine_new(const struct tickle_screen *screen);
/* Ends an engine with its views and recognizers. Events that were not fetched are lost. May be called by a callback. */
TICKLE_API tickle_status tickle_engine_free(tickle_engine *engine);
/* Gives the screen another size, in millimetres, for example when it was turned. Frames of views stay as they are; lengths that recognizers
 * have as shares of their view stay those of the size with which they were added. */
TICKLE_API tickle_status tickle_engine_resize(tickle_engine *engine, double width, double height);
/* The view that covers the screen. It can be neither freed nor moved. */
TICKLE_API tickle_view *tickle_engine_root(tickle_engine *engine);

/* -- Views ------------------------------------------------------------------------------------------------------------------------------ */

struct tickle_rect {
  double x, y, width, height;
};

/* Creates a view in front of its siblings. Its frame is in the parent's coordinates. The name, which may be NULL, is used in sentences. */
TICKLE_API tickle_view *tickle_view_new(tickle_view *parent, const char *name, struct tickle_rect frame);
/* Ends a view with all views in it and their recognizers, and cancels their gestures and touches. Events that wait, also of that, still carry
 * its data: fetch them before you free what that points to, or have a listener. */
TICKLE_API tickle_status tickle_view_free(tickle_view *view);
TICKLE_API tickle_status tickle_view_set_frame(tickle_view *view, struct tickle_rect frame);
TICKLE_API tickle_status tickle_view_get_frame(tickle_view *view, struct tickle_rect *frame);
/* A transform about the view's centre: x' = a x + c y + tx, y' = b x + d y + ty. Touches land on the view where it is after it. */
TICKLE_API tickle_status tickle_view_set_transform(tickle_view *view, double a, double b, double c, double d, double tx, double ty);
/* Neither a hidden view nor one that is not enabled gets touches, and neither do the views in it. */
TICKLE_API tickle_status tickle_view_set_hidden(tickle_view *view, bool hidden);
TICKLE_API tickle_status tickle_view_set_enabled(tickle_view *view, bool enabled);
/* Puts a view in front of its siblings. */
TICKLE_API tickle_status tickle_view_raise(tickle_view *view);
/* The caller's data, which events carry; the library does not read it. */
TICKLE_API tickle_status tickle_view_set_data(tickle_view *view, void *data);
TICKLE_API void *tickle_view_data(tickle_view *view);
/* The view in which a touch at this place of the screen would land; NULL if that is outside the screen. */
TICKLE_API tickle_view *tickle_view_at(tickle_engine *engine, double x, double y);
/* Converts a place on the screen into a place in the view. */
TICKLE_API tickle_status tickle_view_convert(tickle_view *view, double *x, double *y);

/* -- Recognizers ------------------------------------------------------------------------------------------------------------------------ */

/* Creates a recognizer of a kind: "tap", "long-press", "pan", "swipe", "pinch", "rotation", "transform", "edge-pan", "tickle", "stroke" or
 * "sequence". The name is used in sentences; NULL: the kind. NULL is returned for an unknown kind. */
TICKLE_API tickle_recognizer *tickle_recognizer_new(tickle_engine *engine, const char *kind, const char *name);
/* Ends a recognizer; its gesture in progress is cancelled. */
TICKLE_API tickle_status tickle_recognizer_free(tickle_recognizer *recognizer);

/* Sets a key, before the recognizer is added to a view. The keys and values are those of a gesture in tickled's configuration, which
 * tickle_key() lists: tickle_recognizer_set_number(swipe, "min_distance", 12), or tickle_recognizer_set(swipe, "min_distance", "12mm").
 * A number is in the key's unit: mm, ms, deg, mm/s or x. A text may have any unit: "0.5s", "10%" (of the view), "none" (no limit).
 * A wrong one is refused with a sentence: `unknown key "min_distanse"; did you mean "min_distance"?` */
TICKLE_API tickle_status tickle_recognizer_set(tickle_recognizer *recognizer, const char *key, const char *text);
TICKLE_API tickle_status tickle_recognizer_set_number(tickle_recognizer *recognizer, const char *key, double number);
TICKLE_API tickle_status tickle_recognizer_set_flag(tickle_recognizer *recognizer, const char *key, bool flag);
/* A list of texts, such as directions or places. */
TICKLE_API tickle_status tickle_recognizer_set_list(tickle_recognizer *recognizer, const char *key, const char *const *texts, size_t count);
/* Gives a stroke recognizer an example of a shape, before it is added to a view: `count` places of one stroke in millimetres, as x and y in
 * turn. The stroke whose example is nearest is recognized, under its shape's name. */
TICKLE_API tickle_status tickle_recognizer_add_example(
  tickle_recognizer *recognizer, const char *shape, const double *places, size_t count);
/* Appends a step, which has been added to a view, to a sequence that has not. */
TICKLE_API tickle_status tickle_recognizer_add_step(tickle_recognizer *sequence, tickle_recognizer *step);

/* Adds a recognizer to a view, whose touches and those of the views in it it gets. Keys that do not go together are refused. A recognizer
 * stays on its view. */
TICKLE_API tickle_status tickle_recognizer_add(tickle_recognizer *recognizer, tickle_view *view);
TICKLE_API tickle_status tickle_recognizer_set_enabled(tickle_recognizer *recognizer, bool enabled);
TICKLE_API tickle_status tickle_recognizer_set_data(tickle_recognizer *recognizer, void *data);
TICKLE_API void *tickle_recognizer_data(tickle_recognizer *recognizer);

/* Relations, as in UIKit, between recognizers that have been added to views. */

/* `recognizer` waits until `other` has failed. With TICKLE_HAND, a drag that would wait for a swipe begins at once instead, and is cancelled
 * if the lift shows that it was one. */
TICKLE_API tickle_status tickle_recognizer_require_failure(tickle_recognizer *recognizer, tickle_recognizer *other);
/* Both may be recognized on the same touches. */
TICKLE_API tickle_status tickle_recognizer_allow_both(tickle_recognizer *recognizer, tickle_recognizer *other);
/* The recognition of `recognizer` does not make `other` fail. */
TICKLE_API tickle_status tickle_recognizer_spare(tickle_recognizer *recognizer, tickle_recognizer *other);
/* `recognizer`, which goes on, is cancelled when `other` is recognized. With TICKLE_HAND, a drag yields to gestures for more fingers than it
 * takes without being told, unless its key gives_way is false. */
TICKLE_API tickle_status tickle_recognizer_yield(tickle_recognizer *recognizer, tickle_recognizer *other);

typedef enum tickle_question {
  /* Whether the recognizer gets a touch that lands at x, y of the screen, in `view`. */
  TICKLE_SHOULD_RECEIVE = 0,
  /* Whether the gesture may begin, or be recognized. */
  TICKLE_SHOULD_BEGIN = 1,
} tickle_question;

struct tickle_asked {
  size_t size;
  tickle_question question;
  tickle_recognizer *recognizer;
  tickle_view *view;
  double x, y;
};

/* Asks the program before a recognizer gets a touch, and before its gesture begins. `answer` is called while a frame is fed; it may change
 * views and recognizers, and free them. NULL: no longer. */
TICKLE_API tickle_status tickle_recognizer_ask(
  tickle_recognizer *recognizer, bool (*answer)(const struct tickle_asked *asked, void *data), void *data);

/* -- Frames in -------------------------------------------------------------------------------------------------------------------------- */

typedef enum tickle_phase {
  TICKLE_DOWN = 0,
  TICKLE_MOVE = 1,
  TICKLE_UP = 3,
  TICKLE_CANCEL = 4,
} tickle_phase;

typedef enum tickle_tool {
  TICKLE_FINGER = 0,
  TICKLE_PEN = 1,
  TICKLE_PALM = 2,
} tickle_tool;

struct tickle_contact {
  /* The number of the slot, or whatever the source numbers touches by. It may be used again after the touch has lifted. */
  int64_t id;
  tickle_phase phase;
  tickle_tool tool;
  /* In millimetres from the screen's top left corner. Of TICKLE_UP and TICKLE_CANCEL, NAN stands for the last place. */
  double x, y;
  /* The force as a share of the panel's range, 0...1; 0: not measured. */
  double force;
};

/* What the screen reports at one time. Only the contacts that have changed need to be in it. */
struct tickle_frame {
  size_t size;
  /* In microseconds. A frame that is older than the last one counts as having come at the same time, so a clock with 32 bits, such as that of
   * Wayland's events, must be widened. */
  int64_t time;
  const struct tickle_contact *contacts;
  size_t count;
  /* sizeof(struct tickle_contact) */
  size_t contact_size;
  /* The distance by which places may be wrong although a finger rests, in millimetres; 0: they are exact. */
  double uncertainty;
};

/* Deadlines that are due before the frame fire first, each at its own time, so that the same frames give the same events everywhere.
 * A contact that cannot change so is left out: one that moves without having landed, or lands twice. */
TICKLE_API tickle_status tickle_engine_feed(tickle_engine *engine, const struct tickle_frame *frame);
/* Lets the time pass without a frame. */
TICKLE_API tickle_status tickle_engine_advance(tickle_engine *engine, int64_t time);
/* The time at which tickle_engine_advance() must be called if no frame comes before; false: never. */
TICKLE_API bool tickle_engine_deadline(tickle_engine *engine, int64_t *time);
/* Cancels all touches, for example because the session was locked. */
TICKLE_API tickle_status tickle_engine_cancel(tickle_engine *engine, int64_t time);

/* -- Events out ------------------------------------------------------------------------------------------------------------------------- */

typedef enum tickle_event_type {
  /* A gesture has changed its state. */
  TICKLE_GESTURE = 0,
  /* A view's client gets this phase of a touch: pass on exactly these. A touch that waits for gestures has no event yet; one that a gesture
   * takes gets TICKLE_CANCEL if its client has seen it, and otherwise no event at all. A touch outside the screen has no view. Wayland's
   * cancel takes all touches from a client: those that a gesture has left to it go on here, and must not be passed on until they lift. */
  TICKLE_TOUCH = 1,
  /* A gesture has failed, was cancelled, waits, or did not get a touch, with the reason. Comes before the change that it explains. */
  TICKLE_ATTEMPT = 2,
} tickle_event_type;

typedef enum tickle_state {
  TICKLE_BEGAN = 1,
  TICKLE_CHANGED = 2,
  /* Also the recognition of a gesture that has no course, such as a tap. */
  TICKLE_ENDED = 3,
  TICKLE_CANCELLED = 4,
} tickle_state;

typedef enum tickle_attempt {
  /* The gesture did not get the touch. */
  TICKLE_REFUSED = 1,
  /* It is ready, and waits. */
  TICKLE_WAITS = 2,
  /* It was not recognized. */
  TICKLE_FAILED = 3,
  /* It had begun, and was cancelled. */
  TICKLE_TAKEN_BACK = 4,
  /* It ends although it could have gone on without fingers. */
  TICKLE_STOPPED = 5,
} tickle_attempt;

/* What does not apply to an event is 0, or NULL. Texts are valid until the next call for the engine. */
struct tickle_event {
  size_t size;
  tickle_event_type type;
  /* The state of a gesture. */
  tickle_state state;
  /* The time of the change, or of a touch's delivery, in microseconds. */
  int64_t time;
  /* The recognizer, its view, or the view in which the touch landed, and the caller's data of both. */
  tickle_recognizer *recognizer;
  tickle_view *view;
  void *recognizer_data;
  void *view_data;
  /* The recognizer's kind and name. */
  const char *kind;
  const char *name;
  /* The place of the gesture's fingers, or of the touch, on the screen, and in the view. */
  double x, y, view_x, view_y;
  /* The number of fingers of the gesture that are down. */
  int32_t fingers;

  /* The number of taps, or of strokes of a tickle. */
  int32_t count;
  /* Since it began, in millimetres, and per second. */
  double translation_x, translation_y, velocity_x, velocity_y;
  /* The ratio of the fingers' distances, 1 at first, and per second. */
  double scale, scale_velocity;
  /* In radians, clockwise, and per second. */
  double rotation, rotation_velocity;
  /* The direction of a swipe, in radians, clockwise from right, 0 to 2 pi. */
  double direction;
  /* How long a press has lasted, in microseconds. */
  int64_t duration;
  /* A swipe's direction, an edge pan's edge, a stroke's shape. */
  const char *word;
  /* How similar a stroke is to its shape, 0...1. */
  double score;

  /* A touch's phase, the contact's id, and a number that no other touch of this engine has, as the end of a touch that was held
   * may follow the beginning of another one with the same id. */
  tickle_phase phase;
  int64_t id;
  uint64_t touch;
  /* When the finger landed, moved or lifted; earlier than `time` if the touch was held. */
  int64_t touch_time;

  /* What became of an attempt. */
  tickle_attempt attempt;
  /* The reason's word, such as "moved", which never changes; what was measured, and the gesture's limit, in millimetres, radians, seconds
   * or numbers of fingers; the other recognizer involved. */
  const char *reason;
  double measured, limit;
  tickle_recognizer *other;
  /* The reason in words: "moved 6.2 mm, menu allows 5.0 mm". */
  const char *words;
  /* The rule that decided, such as "TAP-3", and the keys with which it could have been otherwise, such as "movement" or "edges, width". */
  const char *rule;
  const char *keys;
};

/* Fetches the next event into `event`, whose size the caller has set; false: there is none. Of more than 10,000 events that wait, the oldest
 * ones are lost. */
TICKLE_API bool tickle_engine_next(tickle_engine *engine, struct tickle_event *event);
/* Has events passed to a function, at the end of the call that they come from, instead of being fetched. The function may call anything, also
 * tickle_engine_free(). NULL: no longer. */
TICKLE_API tickle_status tickle_engine_listen(
  tickle_engine *engine, void (*listener)(const struct tickle_event *event, void *data), void *data);

typedef enum tickle_fate {
  /* There is no such touch. */
  TICKLE_NO_TOUCH = 0,
  /* Its client sees it. */
  TICKLE_PASSED = 1,
  /* It waits for gestures. */
  TICKLE_HELD = 2,
  /* A gesture has it: its client sees it no longer, or never has. */
  TICKLE_TAKEN = 3,
} tickle_fate;

/* What has become of the touch that is down with this contact's id. */
TICKLE_API tickle_fate tickle_engine_fate(tickle_engine *engine, int64_t id);

/* -- What there is to set --------------------------------------------------------------------------------------------------------------- */

/* The name of a kind of gesture, from 0; NULL after the last one. */
TICKLE_API const char *tickle_kind(size_t index);

struct tickle_key {
  size_t size;
  /* Texts that are valid for good. */
  const char *name;
  /* The unit of a number: "mm", "ms", "deg", "mm/s", "x" or "". */
  const char *unit;
  /* As the reference of tickled's configuration writes them: the values, the default, what the key is for. */
  const char *values;
  const char *standard;
  const char *summary;
};

/* A key of a kind, from 0, whose size the caller has set; false after the last one. The keys of all kinds come after the kind's own. */
TICKLE_API bool tickle_key(const char *kind, size_t index, struct tickle_key *key);

#ifdef __cplusplus
}
#endif
#endif
