#include "selfplay/interrupt.hpp"

#include <signal.h>

#include <atomic>

namespace alea {

namespace {

std::atomic<bool> noted = false;
static_assert(std::atomic<bool>::is_always_lock_free);  // or a signal handler may not touch it

struct sigaction before_int, before_term;

void note(int) { noted = true; }

}  // namespace

Interrupt::Interrupt() {
  noted = false;
  struct sigaction action {};
  action.sa_handler = note;
  action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
  sigaction(SIGINT, &action, &before_int);
  sigaction(SIGTERM, &action, &before_term);
}

Interrupt::~Interrupt() {
  sigaction(SIGINT, &before_int, nullptr);
  sigaction(SIGTERM, &before_term, nullptr);
}

bool Interrupt::requested() { return noted.load(std::memory_order_relaxed); }

}  // namespace alea
