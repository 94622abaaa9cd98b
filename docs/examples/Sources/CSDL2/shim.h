// The parts of SDL that the example uses.
#define SDL_MAIN_HANDLED
#include <SDL.h>
