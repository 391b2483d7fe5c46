#pragma once

#include "search/threads.hpp"  // where searches, below self-play, can use it too
