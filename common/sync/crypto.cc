#include "sync/crypto.h"

#include <sodium.h>

#include <cstring>

#include "base/text.h"

namespace synapse::sync {
namespace {

constexpr size_t kNonce = crypto_aead_xchacha20poly1305_ietf_NPUBBYTES;
constexpr size_t kTag = crypto_aead_xchacha20poly1305_ietf_ABYTES;
static_assert(kKeyBytes == crypto_aead_xchacha20poly1305_ietf_KEYBYTES);
constexpr std::string_view kConsonants = "bdfghjklmnprstvz", kVowels = "aiou";

const unsigned char* Bytes(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}
unsigned char* Bytes(std::string& text) {
  return reinterpret_cast<unsigned char*>(text.data());
}

std::string WordOf(unsigned value) {
  return {kConsonants[value >> 12 & 15], kVowels[value >> 10 & 3],
          kConsonants[value >> 6 & 15], kVowels[value >> 4 & 3],
          kConsonants[value & 15]};
}

std::optional<unsigned> ValueOf(std::string_view word) {
  unsigned value = 0;
  for (size_t i = 0; i < word.size(); ++i) {
    const bool vowel = i % 2 == 1;
    const size_t at = (vowel ? kVowels : kConsonants).find(word[i]);
    if (at == std::string_view::npos) return std::nullopt;
    value = value << (vowel ? 2 : 4) | static_cast<unsigned>(at);
  }
  return value;
}

unsigned CheckOf(const Key& key) {
  unsigned char hash[2 + 14];
  crypto_generichash(hash, sizeof hash, key.data(), key.size(), nullptr, 0);
  return static_cast<unsigned>(hash[0] << 8 | hash[1]);
}

}  // namespace

Status StartCrypto() {
  if (sodium_init() >= 0) return {};
  return {Code::kInternal, "libsodium does not start: no random numbers"};
}

std::string RandomBytes(size_t size) {
  std::string out(size, '\0');
  randombytes_buf(out.data(), size);
  return out;
}

Key NewKey() {
  Key key;
  randombytes_buf(key.data(), key.size());
  return key;
}

std::string Seal(const Key& key, std::string_view bound,
                 std::string_view bytes) {
  std::string out = RandomBytes(kNonce);
  out.resize(kNonce + bytes.size() + kTag);
  crypto_aead_xchacha20poly1305_ietf_encrypt(
      Bytes(out) + kNonce, nullptr, Bytes(bytes), bytes.size(), Bytes(bound),
      bound.size(), nullptr, Bytes(out), key.data());
  return out;
}

std::optional<std::string> OpenSealed(const Key& key, std::string_view bound,
                                      std::string_view sealed) {
  if (sealed.size() < kNonce + kTag) return std::nullopt;
  std::string out(sealed.size() - kNonce - kTag, '\0');
  if (crypto_aead_xchacha20poly1305_ietf_decrypt(
          Bytes(out), nullptr, nullptr, Bytes(sealed) + kNonce,
          sealed.size() - kNonce, Bytes(bound), bound.size(), Bytes(sealed),
          key.data()) != 0) {
    return std::nullopt;
  }
  return out;
}

std::string KeyedHash(const Key& key, std::string_view bytes) {
  std::string out(kHashBytes, '\0');
  crypto_generichash(Bytes(out), out.size(), Bytes(bytes), bytes.size(),
                     key.data(), key.size());
  return out;
}

std::string WordsOf(const Key& key) {
  std::string out;
  for (size_t i = 0; i < key.size(); i += 2) {
    out += WordOf(static_cast<unsigned>(key[i] << 8 | key[i + 1])) + " ";
  }
  return out + WordOf(CheckOf(key));
}

std::optional<Key> KeyOfWords(std::string_view words) {
  constexpr size_t kWord = 5, kWords = kKeyBytes / 2 + 1;
  std::string letters;
  for (char c : AsciiLower(words)) {
    if (!strchr(" \t\r\n-", c)) letters += c;
  }
  if (letters.size() != kWord * kWords) return std::nullopt;
  Key key;
  for (size_t i = 0; i < kWords; ++i) {
    const auto value = ValueOf(letters.substr(i * kWord, kWord));
    if (!value) return std::nullopt;
    if (i == kWords - 1) {
      if (*value != CheckOf(key)) return std::nullopt;
      break;
    }
    key[2 * i] = static_cast<unsigned char>(*value >> 8);
    key[2 * i + 1] = static_cast<unsigned char>(*value);
  }
  return key;
}

}  // namespace synapse::sync
