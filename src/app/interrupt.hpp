#pragma once

#include <csignal>

namespace l2bench {

/// While it lives, the first SIGINT, SIGTERM or SIGHUP is only remembered, so that the run can end cleanly; the second
/// one has its default effect.
class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  /// The signal that came, or 0.
  int signal() const;

 private:
  struct sigaction before_int_ = {};
  struct sigaction before_term_ = {};
  struct sigaction before_hup_ = {};
};

}  // namespace l2bench
