// The features of every game that has them. Who asks HasFeatures<G> of a game of the registry includes this, so that
// all translation units get one answer.
#pragma once

#include "nets/features/backgammon.hpp"
#include "nets/features/diablo.hpp"
#include "nets/features/dvonn.hpp"
