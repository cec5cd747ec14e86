// The subcommands behind the C ABI: in a shell, in its child, in a program.
#include <exception>
#include <optional>
#include <span>

#include "abi/handle.h"
#include "command/command.h"

using synapse::CommandInput;
using synapse::NeedsEngine;
using synapse::Subcommand;
using namespace synapse::abi;

namespace {

using Writer = decltype(synapse::CommandIo::write);

Writer WriterTo(synapse_write write, void* arg) {
  return [=](int fd, std::string_view bytes) { write(arg, fd, Text(bytes)); };
}

// A shell learns in memory when the store cannot be opened. A program would
// answer as if there were no history.
bool LacksStore(const Subcommand& sub, const CommandInput& input) {
  return sub.engine == NeedsEngine::kStore &&
         input.process == ::synapse::CommandProcess::kProgram &&
         !input.engine->store().persistent();
}

std::vector<::synapse::ShellFinding> FindingsOf(const synapse_host& host) {
  std::vector<::synapse::ShellFinding> all;
  if (!host.findings) return all;
  host.findings(
      host.ctx,
      [](void* arg, const char* name, const char* text, const char* remedy) {
        static_cast<std::vector<::synapse::ShellFinding>*>(arg)->push_back(
            {name, text, remedy ? remedy : ""});
      },
      &all);
  return all;
}

// Runs a subcommand. A child of the shell, and a program, open an engine of
// their own over `host`.
int RunSubcommand(synapse_engine* s, const synapse_host* host,
                  std::span<const char* const> argv, const Writer& write) {
  KeepErrno keep;
  try {
    CommandInput input;
    input.io.write = write;
    const char* name = argv.size() > 1 ? argv[1] : "help";
    const Subcommand* sub = ::synapse::FindSubcommand(name);
    if (!sub) return ::synapse::UnknownSubcommand(input, name);
    for (size_t i = 2; i < argv.size(); ++i) input.args.emplace_back(argv[i]);
    if (::synapse::AsksForHelp(input.args)) {
      input.args = {name};
      sub = ::synapse::FindSubcommand("help");
    }
    synapse_engine* own = nullptr;
    if (!Mine(s) && sub->engine != NeedsEngine::kNo) {
      if (const char* why = LacksMemory(kRoom)) {
        return ::synapse::Fail(input, "engine", why);
      }
      own = OpenEngine(host, s);
      if (!own) return ::synapse::Fail(input, "engine", "out of memory");
      if (s && s->engine) own->engine->AnswerFor(s->engine->session_state());
      if (s) SetDefaults(own, s->defaults);
      if (s) own->session = s->session;
      s = own;
    }
    using Process = ::synapse::CommandProcess;
    if (s && s->host.shell) {
      input.process = own ? Process::kSubshell : Process::kShell;
      ::synapse::FindingsOfShell() = [host = s->host] {
        return FindingsOf(host);
      };
    }
    std::optional<CallUnderWay> call;
    if (Mine(s)) {
      call.emplace(s);
      input.engine = s->engine.get();
      input.session = s->session;
      input.cwd = Cwd(s);
      input.now_ms = s->engine->clock().NowMs();
    }
    const int status =
        LacksStore(*sub, input)
            ? ::synapse::Fail(input, name, input.engine->store().why())
            : sub->run(input);
    call.reset();
    synapse_close(own);
    return status;
  } catch (const std::exception& e) {
    write(2, std::string("synapse: internal: ") + e.what() + "\n");
  } catch (...) {
  }
  return 1;
}

}  // namespace

extern "C" {

int synapse_builtin(synapse_engine* s, int argc, const char* const* argv,
                    synapse_write write, void* arg) {
  return RunSubcommand(s, s ? &s->host : nullptr,
                       {argv, static_cast<size_t>(argc)}, WriterTo(write, arg));
}

int synapse_program(const synapse_host* host, int argc, const char* const* argv,
                    synapse_write write, void* arg) {
  return RunSubcommand(nullptr, host, {argv, static_cast<size_t>(argc)},
                       WriterTo(write, arg));
}

}  // extern "C"
