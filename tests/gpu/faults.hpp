#pragma once

namespace l2bench {

/// Starts a kernel that runs for minutes, and waits for it as a hung call would.
void hang();

/// Starts a kernel that writes where nothing is: from then on every call of this process fails.
void fault();

}  // namespace l2bench
