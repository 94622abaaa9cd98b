#include "decoder.h"

enum { EXACT = 10 };  // contacts: ten fingers, 1024 sets of columns

// Assigns each of `rows` to one of `columns` (rows <= columns <= EXACT) with the smallest sum of costs: best[set] is the
// smallest sum for the first rows on exactly that set of columns.
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

// Like `assign_exactly`, for more than EXACT contacts: assigns the nearest pair first, then the next.
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

void ti_assign(const double *cost, int rows, int columns, int8_t *column_of_row) {
  (columns <= EXACT ? assign_exactly : assign_greedily)(cost, rows, columns, column_of_row);
}
