// Clibyaml: libyaml, which reads YAML.
#include <yaml.h>
