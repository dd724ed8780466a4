// what: sizes, padding and offsets follow the data model (a long long inside a struct is aligned to 4 with 32 bits)
// run:
// expect[ILP32]: output "8 12 4 4 4 24 6 1\n"
// expect[LP64]: output "16 16 8 8 8 32 6 1\n"
#include <stddef.h>
#include <stdio.h>

struct WithPointer { char c; void* p; };
struct WithLongLong { char c; long long l; };
struct Packed { char c; int i; char d; } __attribute__((packed));
struct Aligned { char c; int i __attribute__((aligned(8))); };

int main(void) {
  printf("%d ", (int)sizeof(struct WithPointer));
  printf("%d ", (int)sizeof(struct WithLongLong));
  printf("%d %d ", (int)offsetof(struct WithPointer, p), (int)offsetof(struct WithLongLong, l));
  printf("%d %d ", (int)_Alignof(struct WithPointer), (int)sizeof(struct WithLongLong[2]));
  printf("%d %d\n", (int)sizeof(struct Packed), (int)offsetof(struct Packed, i));
  return offsetof(struct Aligned, i) == 8 ? 0 : 1;
}
