// Plays the cases in the given files: main FILE…. Fails if an expectation does, or a reference to an object that is gone.

#include "cases.h"
#include <stdio.h>
#include <stdlib.h>

int main(int count, char **files) {
  int results[3] = {0};
  for (int place = 1; place < count; place++) {
    FILE *file = fopen(files[place], "r");
    static uint8_t text[1 << 20];
    if (file == NULL) {
      perror(files[place]);
      return 1;
    }
    size_t length = fread(text, 1, sizeof text - 1, file);
    text[length] = 0;
    fclose(file);
    results[play_case(files[place], text, length)]++;
  }
  int references = check_references();
  printf("%d cases hold, %d fail, %d are of another system; %d references fail\n", results[CASE_HOLDS], results[CASE_FAILS],
         results[CASE_SKIPPED], references);
  return results[CASE_HOLDS] == 0 || results[CASE_FAILS] != 0 || references != 0;
}
