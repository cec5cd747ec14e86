// The activation matrix: which source is asked at which position.
//
//              Spec  Filesystem     History       Environment  Project
// CommandName  names (paths only)   first tokens  executables  triggers
// Subcommand   yes   if file type   argument      -            word match
// OptionFlag   yes   -              -             -            -
// OptionValue  yes   if file type   argument      -            -
// Argument     yes   if file type   argument      -            word match
// PipeTarget   -     (paths only)   first tokens  executables  -
// Redirect     -     files          -             -            -
// Unknown      -     once begun     full prefix   -            full prefix
//
// Environment is asked also for an argument that is the name of a command: that
// of `which`.
// "paths only": the partial itself is a path (./x, ~/x, a/b), which names a
// file at any position. Whole lines that continue the buffer are looked up at
// every position, for the ghost. Workflow patterns are asked on an empty line.
// Tested by tests/source/activation_test.cc.
#pragma once

#include "context/completion_context.h"
#include "source/candidate.h"

namespace synapse {

bool IsActive(SourceId source, const CompletionContext& context);
// True where an argument names a command that is not run: `which ▏`.
bool CommandNameIsArgument(const CompletionContext& context);
// True also where something else is expected first.
bool FileMayStand(const CompletionContext& context);
// True where a program that is being worked on is wanted, by its path: `gdb
// --args ▏`.
bool OwnProgramMayStand(const CompletionContext& context);
// True for the beginning of the name of a user: `~ro`.
bool NamesHome(const CompletionContext& context);

}  // namespace synapse
