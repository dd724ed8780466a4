#include "task/verdict.h"

#include "base/core/require.h"

namespace tandem::task {

std::string_view name(Verdict verdict) {
  switch (verdict) {
  case Verdict::True: return "TRUE";
  case Verdict::False: return "FALSE";
  case Verdict::Unknown: return "UNKNOWN";
  }
  unreachable();
}

} // namespace tandem::task
