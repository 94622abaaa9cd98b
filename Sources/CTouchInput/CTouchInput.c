#include "CTouchInput.h"
