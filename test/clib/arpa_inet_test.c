#define _GNU_SOURCE
#include "clib_test.h"
#include <arpa/inet.h>

MODEL(htonl);
MODEL(ntohl);
MODEL(htons);
MODEL(ntohs);
MODEL(inet_aton);
MODEL(inet_addr);
MODEL(inet_ntoa);

static void random_address(char* to) {
  static const char* const formats[] = {"%u", "0%o", "0x%x", "0X%X"};
  int parts = 1 + (int)random_below(5);
  for (int i = 0; i < parts; i++) {
    unsigned bits = i + 1 < parts ? 8 : 32;
    if (random_bool()) bits = 8u * (5u - (unsigned)(parts < 5 ? parts : 4));
    to += sprintf(to, formats[random_below(4)], (unsigned)(random_bits() & ((1ull << bits) - 1)));
    if (i + 1 < parts) *to++ = '.';
  }
  strcpy(to, random_below(4) ? "" : random_bool() ? " x" : "q");
}

int main(void) {
  static const char* const corners[] = {
      "",      ".",          "1.",         "1.2.3.4.",   "08",          "0x",
      "0x.1",  "4294967296", "4294967295", "0xffffffff", "0x100000000", "255.255.255.255",
      "256.1", " 1",         "-1",         "1.2.3.4\t",  "1.2.65536"};
  test_begin();
  for (int call = 0; call < CALLS; call++) {
    uint32_t value = (uint32_t)random_integer();
    check(htonl(value) == model_htonl(value), "%x", value);
    check(ntohl(value) == model_ntohl(value), "%x", value);
    check(htons((uint16_t)value) == model_htons((uint16_t)value), "%x", value);
    check(ntohs((uint16_t)value) == model_ntohs((uint16_t)value), "%x", value);
    struct in_addr address = {(uint32_t)random_bits()};
    check(strcmp(inet_ntoa(address), model_inet_ntoa(address)) == 0, "%x", address.s_addr);
    char text[128];
    random_address(text);
    if (random_below(4) == 0) random_string(text, 16, "01289.x \n");
    if (random_below(8) == 0) strcpy(text, corners[random_below(sizeof corners / sizeof *corners)]);
    struct in_addr real = {7};
    struct in_addr model = {7};
    check(inet_aton(text, &real) == model_inet_aton(text, &model), "%s", text);
    check(real.s_addr == model.s_addr, "%s", text);
    check(inet_addr(text) == model_inet_addr(text), "%s", text);
  }
  return test_end();
}
