// A server of a language model, well-behaved or hostile: a child on a port of
// 127.0.0.1. The name of the model selects the reply. The server counts
// requests in shared memory.
#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>
#include <functional>
#include <string>

#include "tests/testing.h"

namespace synapse::testing {

class AiServer {
 public:
  // Writes the whole reply to a request, with the headers.
  using Reply = std::function<void(int socket, const std::string& request)>;

  explicit AiServer(const Reply& reply) {
    shared_ = static_cast<Shared*>(mmap(nullptr, sizeof(Shared),
                                        PROT_READ | PROT_WRITE,
                                        MAP_SHARED | MAP_ANONYMOUS, -1, 0));
    REQUIRE(shared_ != MAP_FAILED);
    const int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address = {};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    auto* any = reinterpret_cast<sockaddr*>(&address);
    REQUIRE(bind(listener, any, sizeof address) == 0);
    REQUIRE(listen(listener, 8) == 0);
    socklen_t size = sizeof address;
    getsockname(listener, any, &size);
    port_ = ntohs(address.sin_port);
    child_ = fork();
    if (child_ == 0) Serve(listener, reply);
    close(listener);
  }
  ~AiServer() {
    kill(child_, SIGKILL);
    waitpid(child_, nullptr, 0);
    munmap(shared_, sizeof(Shared));
  }
  std::string url() const {
    return "http://127.0.0.1:" + std::to_string(port_) + "/v1";
  }
  int requests() const { return shared_->requests; }
  std::string last() const { return shared_->last; }

 private:
  struct Shared {
    volatile int requests;
    char last[1 << 16];
  };

  [[noreturn]] void Serve(int listener, const Reply& reply) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    signal(SIGPIPE, SIG_IGN);
    for (;;) {
      const int one = accept(listener, nullptr, nullptr);
      if (one < 0) continue;
      shared_->requests = shared_->requests + 1;
      const std::string request = Read(one);
      strncpy(shared_->last, request.c_str(), sizeof shared_->last - 1);
      reply(one, request);
      close(one);
    }
  }
  static std::string Read(int one) {
    std::string text;
    char buffer[4096];
    for (;;) {
      const size_t head = text.find("\r\n\r\n");
      const size_t at = text.find("Content-Length: ");
      if (head != text.npos && at < head &&
          text.size() >=
              head + 4 + strtoul(text.c_str() + at + 16, nullptr, 10)) {
        return text;
      }
      const ssize_t n = read(one, buffer, sizeof buffer);
      if (n <= 0) return text;
      text.append(buffer, static_cast<size_t>(n));
    }
  }

  Shared* shared_;
  pid_t child_ = -1;
  int port_ = 0;
};

inline void Send(int socket, const std::string& text) {
  (void)!write(socket, text.data(), text.size());
}
inline void SendOk(int socket, const std::string& body) {
  Send(socket, "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n" + body);
}
// A stream in OpenAI's protocol, one word at a time.
inline std::string Streamed(const std::string& text) {
  std::string out;
  for (size_t at = 0; at < text.size(); at += 3) {
    std::string part =
        Replaced(Replaced(text.substr(at, 3), "\\", "\\\\"), "\n", "\\n");
    part = Replaced(part, "\"", "\\\"");
    out += "data: {\"model\":\"m\",\"choices\":[{\"delta\":{\"content\":\"" +
           part + "\"}}]}\n\n";
  }
  return out + "data: [DONE]\n\n";
}

}  // namespace synapse::testing
