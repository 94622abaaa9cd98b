// Gestures of one finger and of two, in 60 lines of C: the touches are lines of standard input, as `MS DOWN|MOVE|UP ID X Y`, in millimetres.
//
//     cc hello.c $(pkg-config --cflags --libs tickle) -o hello
//     printf '0 DOWN 0 50 50\n60 UP 0 50 50\n' | ./hello
#include <stdio.h>
#include <string.h>
#include <tickle.h>

static tickle_engine *engine;

static tickle_recognizer *add(const char *kind, const char *name, double fingers) {
  tickle_recognizer *recognizer = tickle_recognizer_new(engine, kind, name);
  if (tickle_recognizer_set_number(recognizer, strcmp(kind, "pan") ? "fingers" : "min_fingers", fingers) != TICKLE_OK ||
      tickle_recognizer_add(recognizer, tickle_engine_root(engine)) != TICKLE_OK)
    fprintf(stderr, "%s: %s\n", name, tickle_error());
  return recognizer;
}

static void show(const struct tickle_event *event, void *data) {
  (void)data;
  static const char *const states[] = {"", "began", "changed", "ended", "cancelled"};
  if (event->type == TICKLE_GESTURE)
    printf("%.3f s: %s %s at %.1f, %.1f mm\n", (double)event->time / 1e6, event->name, states[event->state], event->x, event->y);
  if (event->type == TICKLE_ATTEMPT && event->attempt == TICKLE_FAILED)
    printf("%.3f s: no %s: %s\n", (double)event->time / 1e6, event->name, event->words);
}

int main(void) {
  struct tickle_screen screen = {.size = sizeof screen, .width = 300, .height = 200, .explains = true};
  engine = tickle_engine_new(&screen);
  if (!engine) return fprintf(stderr, "%s\n", tickle_error()), 1;
  add("tap", "tap", 1);
  add("tap", "two fingers", 2);
  tickle_recognizer *swipe = add("swipe", "swipe", 1), *drag = add("pan", "drag", 1);
  tickle_recognizer_require_failure(drag, swipe);  // The drag begins at once all the same, and is taken back if it was a swipe.
  tickle_engine_listen(engine, show, NULL);

  struct tickle_contact contact = {0};
  struct tickle_frame frame = {.size = sizeof frame, .contacts = &contact, .count = 1, .contact_size = sizeof contact};
  long milliseconds;
  long long id;
  char phase[8];
  while (scanf("%ld %7s %lld %lf %lf", &milliseconds, phase, &id, &contact.x, &contact.y) == 5) {
    frame.time = milliseconds * 1000;
    contact.id = id;
    contact.phase = !strcmp(phase, "DOWN") ? TICKLE_DOWN : !strcmp(phase, "UP") ? TICKLE_UP : TICKLE_MOVE;
    if (tickle_engine_feed(engine, &frame) != TICKLE_OK) fprintf(stderr, "%s\n", tickle_error());
  }
  // A program with a loop arms a timer instead.
  for (int64_t deadline; tickle_engine_deadline(engine, &deadline);) tickle_engine_advance(engine, deadline);
  tickle_engine_free(engine);
}
