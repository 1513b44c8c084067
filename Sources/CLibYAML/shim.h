// The parser of libyaml.
#include <yaml.h>
