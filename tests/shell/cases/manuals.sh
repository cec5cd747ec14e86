# Commands without a spec: what their manual page says, after their first use.

# A program with a manual page next to it.
a_tool_with_a_page() {
  mkdir -p "$HOME/made/bin" "$HOME/made/share/man/man1"
  printf '#!/bin/sh\necho "it ran: $*"\n' >"$HOME/made/bin/frobnic"
  chmod 755 "$HOME/made/bin/frobnic"
  cat >"$HOME/made/share/man/man1/frobnic.1" <<'END'
.TH FROBNIC 1
.SH NAME
frobnic \- frob a nic
.SH SYNOPSIS
.B frobnic
[\fIOPTION\fR]...
.SH OPTIONS
.TP
.BR \-z ", " \-\-zealous
Frob with all its heart. More text.
.TP
.BR \-\-level =\fINUM\fR
Set how hard it frobs.
END
}
a_pack_of() { ls "$XDG_CACHE_HOME"/synapse/packs/"$1".*.pack >/dev/null 2>&1; }
no_pack() { ! a_pack_of frobnic; }

test_a_command_completes_by_its_page_after_its_first_use() {
  a_tool_with_a_page
  COLUMNS_OF_TERMINAL=100
  start "export PATH=$HOME/made/bin:\$PATH"
  enter 'frobnic now' 'it ran: now'
  wait_until 'a pack' a_pack_of frobnic
  clear_screen
  pause 0.1
  type_keys 'frobnic --'
  if [ "$SHELL_NAME" = bash ]; then press M-/; else press C-Space; fi
  see 'Frob with all its heart'
  see 'Set how hard it frobs'
  see '--zealous'
}

test_a_new_version_of_a_command_is_read_again() {
  a_tool_with_a_page
  start "export PATH=$HOME/made/bin:\$PATH"
  enter 'frobnic now' 'it ran: now'
  wait_until 'a pack' a_pack_of frobnic
  rm "$XDG_CACHE_HOME"/synapse/packs/*
  printf '#!/bin/sh\necho "the new one: $*"\n' >"$HOME/made/bin/frobnic"
  pause 3.2
  enter 'frobnic again' 'the new one: again'
  wait_until 'another pack' a_pack_of frobnic
}

test_nothing_is_read_when_it_is_switched_off() {
  a_tool_with_a_page
  start "export PATH=$HOME/made/bin:\$PATH" 'export SYNAPSE_SUGGEST_MANUALS=false'
  enter 'frobnic now' 'it ran: now'
  enter 'frobnic again' 'it ran: again'
  pause 0.5
  no_pack || fail 'a pack was made'
}

test_a_spec_of_ours_gets_the_options_that_it_lacks() {
  a_tool_with_a_page
  mkdir -p "$XDG_CONFIG_HOME/synapse/specs"
  printf '{"name": "frobnic", "options": [{"name": "--level",
    "description": "Our own words"}]}' \
    >"$XDG_CONFIG_HOME/synapse/specs/frobnic.json"
  COLUMNS_OF_TERMINAL=100
  start "export PATH=$HOME/made/bin:\$PATH"
  enter 'frobnic --zealous' 'it ran: --zealous'
  wait_until 'a pack' a_pack_of frobnic
  pause 1
  enter 'frobnic --zealous' 'it ran: --zealous'
  pause 0.5
  clear_screen
  pause 0.1
  type_keys 'frobnic --'
  if [ "$SHELL_NAME" = bash ]; then press M-/; else press C-Space; fi
  see 'Frob with all its heart'
  see 'Our own words'
}
