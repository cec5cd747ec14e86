# synapse search, and the lines after a search that found little.

# A repository whose names say little of its content.
project() {
  mkdir -p "$HOME/p/src/auth" "$HOME/p/docs"
  cd "$HOME/p" || fail 'no project'
  printf 'export function SignIn() {}\n' >src/auth/SignIn.tsx
  printf 'export const x = 1\n' >src/Button.tsx
  printf 'deploy: ## Send it to the servers\n\ttrue\n' >Makefile
  git -c init.defaultBranch=main init -q . && git add . ||
    skip 'git is not installed'
  cd "$HOME" || fail 'no home'
}

# first QUERY: the first result in REPLY, by the shell's own engine. Not in
# $(…), which would lose the number of the probe.
first() {
  run " synapse search --limit 1 --format fzf $1 >$HOME/result"
  REPLY=$(result | cut -f1)
}
# finds WHAT EXPECTED QUERY
finds() {
  first "$3"
  equals "$1" "$2" "$REPLY"
}

test_a_weak_search_teaches_the_next() {
  needs_engine
  command -v git >/dev/null || skip 'git is not installed'
  project
  start
  run 'cd p'
  finds 'before' 'src/Button.tsx' 'login button'
  run "grep -rn SignIn src >/dev/null"
  run 'cat src/auth/SignIn.tsx >/dev/null'
  run 'true working'
  finds 'after' 'src/auth/SignIn.tsx' 'login button'
  finds 'like it' 'src/auth/SignIn.tsx' 'button for login'
  run " synapse learn stats --format json >$HOME/result"
  result | grep -q '"sessions_resolved":[1-9]' || fail "$(result)"
}

# In a pipeline the search runs in a child of the shell, as another process.
test_a_search_in_a_pipeline_is_watched_too() {
  needs_engine
  command -v git >/dev/null || skip 'git is not installed'
  project
  start
  run 'cd p'
  run "synapse search login form | head -n 3 >$HOME/result"
  run 'less -F src/auth/SignIn.tsx </dev/null >/dev/null'
  run 'true working'
  finds 'after' 'src/auth/SignIn.tsx' 'login form'
}

# A new shell and the program know it, too.
test_what_a_search_taught_is_kept() {
  needs_engine
  command -v git >/dev/null || skip 'git is not installed'
  project
  start
  run 'cd p'
  first 'login screen'
  run 'cat src/auth/SignIn.tsx >/dev/null'
  type_keys 'exit'
  press Enter
  wait_until 'the end of the shell' shell_is_gone
  end_terminal
  (cd "$HOME/p" && "$MODULES/synapse" search --limit 1 login screen) |
    grep -q 'SignIn.tsx' || fail 'the program does not know it'
  start
  run 'cd p'
  finds 'after' 'src/auth/SignIn.tsx' 'login screen'
}

test_incognito_and_the_key_teach_nothing() {
  needs_engine
  command -v git >/dev/null || skip 'git is not installed'
  project
  start
  run 'cd p'
  run ' synapse incognito ephemeral'
  first 'login mask'
  run 'cat src/auth/SignIn.tsx >/dev/null'
  run ' synapse incognito off'
  run ' synapse config set search.learn false'
  first 'login mask'
  run 'cat src/auth/SignIn.tsx >/dev/null'
  run 'true working'
  run " synapse learn stats --format json >$HOME/result"
  result | grep -q '"enabled":false,"sessions_started":0' || fail "$(result)"
}

test_every_kind_is_found() {
  needs_engine
  command -v git >/dev/null || skip 'git is not installed'
  project
  start
  [ "$SHELL_NAME" = zsh ] && run ' setopt interactive_comments'
  run 'cd p'
  type_keys 'true  # servers need the VPN'
  press Enter
  run " synapse search servers >$HOME/result"
  result | grep -q '^task  *make deploy$' || fail "no task: $(result)"
  result | grep -q '^note  *servers need the VPN$' || fail "no note: $(result)"
  run " synapse search --in directories auth >$HOME/result"
  result | grep -q '^directory  *src/auth/$' || fail "no place: $(result)"
  run " synapse search --explain --in files lgoin button >$HOME/result"
  result | grep -q '^ *words 0\.' || fail "no reason: $(result)"
}

# The scope of a session is that of the shell, in its children as well.
test_the_session_is_that_of_the_shell_in_a_pipeline() {
  needs_engine
  start
  run 'echo only here'
  run " synapse search --scope session only | cat >$HOME/result"
  result | grep -q 'echo only here' || fail "nothing: $(result)"
}

# The use of Ctrl-R after a weak search, and its result, are learned.
test_the_search_at_the_prompt_is_a_fallback() {
  needs_engine
  export SYNAPSE_PROMPT_CTRL_R=true
  start
  type_keys 'true restart_nginx_service'
  press Enter
  run ' true'
  clear_screen
  first 'web frontend'
  press C-r
  type_keys 'nginx'
  see 'restart_nginx_service'
  press Enter
  line '$ true restart_nginx_service' ''
  press Enter
  run ' true'
  finds 'after' 'true restart_nginx_service' 'web frontend'
}
