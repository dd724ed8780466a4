// A pthread with a stack of 1 GB, or of less where an address-space limit forbids that. The caller waits, so that the
// work may use the caller's variables without synchronisation.
//
// The stack is our own mapping. Stacks that the C library allocates are reused in a forked process unless they are that
// of the thread that forked; but what runs there on a stack of its own may still use variables on the stacks of the
// threads that wait for it.

#include "base/process/deep_stack.h"

#include <exception>
#include <pthread.h>
#include <sys/mman.h>

namespace tandem::process {
namespace {

// Reserved address space: only the pages that are touched cost memory.
constexpr std::size_t stack_sizes[] = {std::size_t{1} << 30, std::size_t{256} << 20, std::size_t{64} << 20};

thread_local const char* middle_of_stack = nullptr;

struct Job {
  const std::function<void()>& work;
  std::exception_ptr failure;
  const char* middle = nullptr; // of the stack it runs on
};

void* run(void* argument) {
  Job& job = *static_cast<Job*>(argument);
  middle_of_stack = job.middle;
  try {
    job.work();
  } catch (...) {
    job.failure = std::current_exception();
  }
  return nullptr;
}

class Stack {
public:
  // Under a limit on address space a smaller stack may still be available.
  Stack() {
    for (const std::size_t size : stack_sizes) {
      void* const begin =
          ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
      if (begin == MAP_FAILED) continue;
      begin_ = begin;
      size_ = size;
      ::mprotect(begin, guard_size, PROT_NONE); // an overflow is a crash, not a change of something else
      return;
    }
  }
  ~Stack() {
    if (begin_ != nullptr) ::munmap(begin_, size_);
  }
  Stack(const Stack&) = delete;
  Stack& operator=(const Stack&) = delete;

  bool start(pthread_t& thread, Job& job) const {
    if (begin_ == nullptr) return false;
    job.middle = static_cast<const char*>(begin_) + size_ / 2;
    pthread_attr_t attributes;
    ::pthread_attr_init(&attributes);
    ::pthread_attr_setstack(&attributes, begin_, size_);
    const int failure = ::pthread_create(&thread, &attributes, run, &job);
    ::pthread_attr_destroy(&attributes);
    return failure == 0;
  }

private:
  static constexpr std::size_t guard_size = 1 << 16;
  void* begin_ = nullptr;
  std::size_t size_ = 0;
};

} // namespace

void run_on_deep_stack(const std::function<void()>& work) {
  Job job{work, nullptr};
  pthread_t thread{};
  const Stack stack;
  if (stack.start(thread, job))
    ::pthread_join(thread, nullptr);
  else
    job.work();
  if (job.failure) std::rethrow_exception(job.failure);
}

bool is_stack_half_used() {
  return middle_of_stack != nullptr && static_cast<const char*>(__builtin_frame_address(0)) < middle_of_stack;
}

} // namespace tandem::process
