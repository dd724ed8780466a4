// A pthread with a stack of 1 GB, or of less where an address-space limit forbids that. The caller waits, so that the
// work may use the caller's variables without synchronisation.

#include "base/process/deep_stack.h"

#include <exception>
#include <pthread.h>

namespace tandem::process {
namespace {

// Reserved address space: only the pages that are touched cost memory.
constexpr std::size_t stack_sizes[] = {std::size_t{1} << 30, std::size_t{256} << 20, std::size_t{64} << 20};

struct Job {
  const std::function<void()>& work;
  std::exception_ptr failure;
};

void* run(void* argument) {
  Job& job = *static_cast<Job*>(argument);
  try {
    job.work();
  } catch (...) {
    job.failure = std::current_exception();
  }
  return nullptr;
}

// Under a limit on address space a smaller stack may still be available.
bool start(pthread_t& thread, Job& job) {
  for (const std::size_t size : stack_sizes) {
    pthread_attr_t attributes;
    ::pthread_attr_init(&attributes);
    ::pthread_attr_setstacksize(&attributes, size);
    const int failure = ::pthread_create(&thread, &attributes, run, &job);
    ::pthread_attr_destroy(&attributes);
    if (failure == 0) return true;
  }
  return false;
}

} // namespace

void run_on_deep_stack(const std::function<void()>& work) {
  Job job{work, nullptr};
  pthread_t thread{};
  if (start(thread, job))
    ::pthread_join(thread, nullptr);
  else
    run(&job);
  if (job.failure) std::rethrow_exception(job.failure);
}

} // namespace tandem::process
