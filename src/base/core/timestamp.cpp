// gmtime_r and strftime: independent of the time zone and safe to call from several threads.

#include "base/core/timestamp.h"

#include <ctime>

namespace tandem {

std::string timestamp(std::chrono::system_clock::time_point time) {
  const std::time_t seconds = std::chrono::system_clock::to_time_t(time);
  std::tm parts{};
  ::gmtime_r(&seconds, &parts);
  char text[32];
  return {text, std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts)};
}

} // namespace tandem
