// Runs all tests, in a locale that exists wherever glibc does.
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include <clocale>

int main(int argc, char** argv) {
  setlocale(LC_CTYPE, "C.UTF-8");
  return doctest::Context(argc, argv).run();
}
