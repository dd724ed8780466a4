// What the models of the C library share: types by the compiler's own names, and what is left open.
#ifndef TANDEM_MODEL_H
#define TANDEM_MODEL_H

typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;
typedef __INTPTR_TYPE__ intptr_t;
typedef __UINTPTR_TYPE__ uintptr_t;
typedef __INTMAX_TYPE__ intmax_t;
typedef __UINTMAX_TYPE__ uintmax_t;
typedef __WCHAR_TYPE__ wchar_t;
typedef long ssize_t;
typedef __builtin_va_list va_list;

#define NULL ((void *)0)
#define va_start(list, last) __builtin_va_start(list, last)
#define va_end(list) __builtin_va_end(list)
#define va_arg(list, type) __builtin_va_arg(list, type)
#define va_copy(to, from) __builtin_va_copy(to, from)

// The result is not modelled exactly; a run of the program decides what it is.
int tandem_unspecified_int(void);
long tandem_unspecified_long(void);
long long tandem_unspecified_llong(void);
float tandem_unspecified_float(void);
double tandem_unspecified_double(void);
long double tandem_unspecified_ldouble(void);

// The environment decides; a replay may choose it.
int tandem_environment_int(void);
unsigned char tandem_environment_byte(void);
long tandem_environment_long(void);
long long tandem_environment_llong(void);
size_t tandem_environment_size(void);

void tandem_assume(int condition);
size_t tandem_object_size(const void *object);

int *__errno_location(void);

void *malloc(size_t size);
void free(void *block);

#endif
