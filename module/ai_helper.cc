// synapse-ai: makes one request to a language model's server, for the shell
// that started it. The request is a JSON object on stdin, written by
// common/ai/settings.cc. The server's answer goes to stdout as it arrives. The
// exit status reports the result (common/ai/settings.h). Keys are read here and
// nowhere else.
#include <curl/curl.h>
#include <rapidjson/document.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>

#include "ai/settings.h"

namespace {

using synapse::HelperStatus;

std::string FirstLineOf(FILE* file) {
  std::string line;
  for (int c; line.size() < 4096 && (c = fgetc(file)) != EOF && c != '\n';) {
    line += static_cast<char>(c);
  }
  while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) {
    line.pop_back();
  }
  return line;
}

// Reads the key; "" when none is configured. Returns false if it cannot be
// read.
bool ReadKey(const std::string& file, const std::string& command,
             std::string& key) {
  if (file.empty() && command.empty()) return true;
  FILE* from =
      file.empty() ? popen(command.c_str(), "r") : fopen(file.c_str(), "re");
  if (!from) return false;
  key = FirstLineOf(from);
  if (file.empty()) {
    pclose(from);
  } else {
    fclose(from);
  }
  return !key.empty();
}

size_t Take(char* bytes, size_t size, size_t count, void* curl) {
  long status = 0;
  curl_easy_getinfo(static_cast<CURL*>(curl), CURLINFO_RESPONSE_CODE, &status);
  const size_t all = size * count;
  if (status >= 300) return all;  // the body of an error is ignored
  for (size_t at = 0; at < all;) {
    const ssize_t n = write(STDOUT_FILENO, bytes + at, all - at);
    if (n <= 0) return 0;
    at += static_cast<size_t>(n);
  }
  return all;
}

std::string TextIn(const rapidjson::Document& document, const char* name) {
  auto at = document.FindMember(name);
  return at != document.MemberEnd() && at->value.IsString()
             ? at->value.GetString()
             : "";
}

int StatusOf(CURLcode code, long http) {
  if (code == CURLE_OPERATION_TIMEDOUT) return synapse::kHelperTimeout;
  if (code != CURLE_OK) return synapse::kHelperUnreachable;
  if (http == 429) return synapse::kHelperTooMany;
  return http >= 300 ? synapse::kHelperRefused : synapse::kHelperOk;
}

int Ask(const rapidjson::Document& request) {
  std::string key;
  if (!ReadKey(TextIn(request, "key_file"), TextIn(request, "key_command"),
               key)) {
    return synapse::kHelperNoKey;
  }
  CURL* curl = curl_easy_init();
  if (!curl) return synapse::kHelperUnreachable;
  curl_slist* headers = nullptr;
  auto list = request.FindMember("headers");
  if (list != request.MemberEnd() && list->value.IsArray()) {
    for (const auto& header : list->value.GetArray()) {
      if (header.IsString()) {
        headers = curl_slist_append(headers, header.GetString());
      }
    }
  }
  if (!key.empty()) {
    headers = curl_slist_append(headers,
                                (TextIn(request, "key_header") + key).c_str());
  }
  const std::string url = TextIn(request, "url");
  const std::string body = TextIn(request, "body");
  auto timeout = request.FindMember("timeout_ms");
  curl_easy_setopt(curl, CURLOPT_URL, url.c_str());
  curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers);
  curl_easy_setopt(curl, CURLOPT_POSTFIELDS, body.c_str());
  curl_easy_setopt(curl, CURLOPT_POSTFIELDSIZE, static_cast<long>(body.size()));
  curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, Take);
  curl_easy_setopt(curl, CURLOPT_WRITEDATA, curl);
  curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
  // The key must not follow a redirect to another server.
  curl_easy_setopt(curl, CURLOPT_FOLLOWLOCATION, 0L);
  if (timeout != request.MemberEnd() && timeout->value.IsInt()) {
    curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS,
                     static_cast<long>(timeout->value.GetInt()));
  }
  const CURLcode code = curl_easy_perform(curl);
  long http = 0;
  curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &http);
  curl_slist_free_all(headers);
  curl_easy_cleanup(curl);
  return StatusOf(code, http);
}

}  // namespace

int main() {
  const std::string text{std::istreambuf_iterator<char>(std::cin), {}};
  rapidjson::Document request;
  request.Parse<rapidjson::kParseIterativeFlag>(text.data(), text.size());
  if (request.HasParseError() || !request.IsObject()) {
    fputs("synapse-ai: it is run by Synapse, with a request on stdin\n",
          stderr);
    return synapse::kHelperBadRequest;
  }
  curl_global_init(CURL_GLOBAL_DEFAULT);
  const int status = Ask(request);
  curl_global_cleanup();
  return status;
}
