#include "engine/backgammon/backgammon.hpp"
