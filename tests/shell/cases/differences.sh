# The only difference that Synapse makes in a set-up is the ghost.
#
# A set-up is started three times: without Synapse, with Synapse loaded before
# it and after it. The same keys are typed into all three, at lines without
# suggestions, and their screens and results must be equal:
#
#   the screen       by cell and colour, and the position of the cursor
#   $_, $?, pipes    as the next line sees them
#   hooks            the arguments of preexec, precmd, chpwd and zshaddhistory,
#                    or DEBUG and PROMPT_COMMAND, and the number of calls
#   ERR and DEBUG    traps run as often
#   set -x           shows no line of Synapse
#   afterwards       once Synapse is unloaded: widgets, keys in every keymap,
#                    functions, zstyles, hook arrays, traps, options
#
# A test names each wanted difference, and its reason. Some set-ups that Debian
# packages are always compared; more of them, and those from
# scripts/fetch-plugins, on request:
#   SET_UPS=all tests/shell/run differences

. "$here/compare.sh"

# ---- always compared --------------------------------------------------------

test_differences_without_any_set_up() { only_synapse_differs; }

compinit='autoload -Uz compinit; compinit -D -u'
packaged=/usr/share
highlighting=$packaged/zsh-syntax-highlighting/zsh-syntax-highlighting.zsh
autosuggestions=$packaged/zsh-autosuggestions/zsh-autosuggestions.zsh
liquidprompt=$packaged/liquidprompt/liquidprompt
# Parts that depend on the time, and on the machine, are off.
steady='LP_ENABLE_LOAD=0 LP_ENABLE_RUNTIME=0 LP_ENABLE_BATT=0 LP_ENABLE_TEMP=0
  LP_ENABLE_JOBS=0 LP_ENABLE_DETACHED_SESSIONS=0'
bash_completion=$packaged/bash-completion/bash_completion

# The plugins that Debian packages, in one shell.
test_differences_of_what_debian_packages() {
  local keys=$packaged/doc/fzf/examples/key-bindings.$SHELL_NAME
  command -v fzf >/dev/null || skip 'fzf is not installed'
  installed "$keys"
  installed "$liquidprompt"
  case $SHELL_NAME in
    zsh)
      installed "$highlighting"
      BUSY=1 # widgets of the highlighter fail
      only_synapse_differs "$compinit" "source $keys" "$steady" \
        "source $liquidprompt" "source $highlighting" ;;
    bash)
      installed "$bash_completion"
      only_synapse_differs "source $bash_completion" "source $keys" "$steady" \
        "source $liquidprompt" ;;
  esac
}

# The plugin shows its own ghost, here without its background process. At each
# prompt it looks at all widgets.
test_differences_of_zsh_autosuggestions() {
  only zsh
  installed "$autosuggestions"
  GHOSTS=theirs BUSY=1
  LEFT='/^autosuggest-orig-[0-9]*-synapse-/d' # under its own names
  only_synapse_differs "source $autosuggestions; unset ZSH_AUTOSUGGEST_USE_ASYNC"
}

# ---- with SET_UPS=all -------------------------------------------------------

asked() { [ "${SET_UPS-}" = all ] || skip 'compared with SET_UPS=all'; }

test_differences_of_the_completion_of_zsh() {
  only zsh
  asked
  LEAVE_LIST=C-c
  only_synapse_differs "$compinit" 'zstyle ":completion:*" menu select' \
    'autoload -Uz promptinit; promptinit; prompt adam1' \
    'bindkey "^[[A" history-beginning-search-backward'
}

test_differences_of_powerline() {
  local file=$packaged/powerline/bindings/zsh/powerline.zsh
  [ "$SHELL_NAME" = zsh ] || file=$packaged/powerline/bindings/bash/powerline.sh
  asked
  installed "$file"
  only_synapse_differs 'POWERLINE_NO_ZSH_ZPYTHON=1' "source $file"
}

test_differences_of_powerlevel9k() {
  only zsh
  local file=$packaged/powerlevel9k/powerlevel9k.zsh-theme
  asked
  installed "$file"
  only_synapse_differs "source $file"
}

# Plugins from scripts/fetch-plugins.

# fetched FILE: its path in REPLY.
fetched() {
  asked
  plugin "$1"
}

# fetched_only_differs FILE [BEFORE [AFTER]]: sourced, with lines around it.
fetched_only_differs() {
  fetched "$1"
  only_synapse_differs "${2:-:}" "source $REPLY" "${3:-:}"
}

test_differences_of_oh_my_zsh() {
  only zsh
  LEAVE_LIST=C-c
  fetched_only_differs ohmyzsh/oh-my-zsh.sh "
    ZSH=${PLUGINS:-$here/../../build/plugins}/ohmyzsh
    ZSH_THEME=robbyrussell DISABLE_AUTO_UPDATE=true ZSH_DISABLE_COMPFIX=true
    plugins=(git history-substring-search per-directory-history sudo
      dirhistory colored-man-pages extract vi-mode)"
}

test_differences_of_prezto() {
  only zsh
  LEAVE_LIST=C-c
  fetched prezto/init.zsh
  only_synapse_differs 'ln -s '"${REPLY%/*}"' ~/.zprezto' \
    'ln -s ~/.zprezto/runcoms/zpreztorc ~/.zpreztorc' \
    'source ~/.zprezto/init.zsh 2>/dev/null' # submodules are missing
}

test_differences_of_powerlevel10k() {
  only zsh
  fetched_only_differs powerlevel10k/powerlevel10k.zsh-theme '
    POWERLEVEL9K_DISABLE_CONFIGURATION_WIZARD=true
    POWERLEVEL9K_DISABLE_GITSTATUS=true
    POWERLEVEL9K_TRANSIENT_PROMPT=always
    POWERLEVEL9K_RIGHT_PROMPT_ELEMENTS=(status)'
}

test_differences_of_pure() {
  only zsh
  BUSY=1 # its handlers fail
  fetched pure/pure.zsh
  only_synapse_differs "fpath+=(${REPLY%/*})" \
    'autoload -Uz promptinit; promptinit; prompt pure'
}

test_differences_of_zsh_vi_mode() {
  only zsh
  fetched_only_differs zsh-vi-mode/zsh-vi-mode.plugin.zsh
}

test_differences_of_fzf_tab() {
  only zsh
  command -v fzf >/dev/null || skip 'fzf is not installed'
  LEAVE_LIST=C-c
  fetched_only_differs fzf-tab/fzf-tab.plugin.zsh "$compinit"
}

test_differences_of_fast_syntax_highlighting() {
  only zsh
  BUSY=1 # its widgets fail
  fetched_only_differs \
    fast-syntax-highlighting/fast-syntax-highlighting.plugin.zsh
}

test_differences_of_history_substring_search() {
  only zsh
  fetched_only_differs \
    zsh-history-substring-search/zsh-history-substring-search.zsh '' \
    'bindkey "^[[A" history-substring-search-up
     bindkey "^[[B" history-substring-search-down'
}

test_differences_of_zsh_autocomplete() {
  only zsh
  LEAVE_LIST=C-c LEAVE_HISTORY=C-c GHOSTS=untimely
  fetched_only_differs zsh-autocomplete/zsh-autocomplete.plugin.zsh
}

test_differences_of_zsh_abbr() {
  only zsh
  fetched zsh-job-queue/zsh-job-queue.zsh
  local queue=$REPLY
  fetched_only_differs zsh-abbr/zsh-abbr.zsh "source $queue"
}

test_differences_of_zsh_autopair() {
  only zsh
  fetched_only_differs zsh-autopair/autopair.zsh
}

test_differences_of_history_search_multi_word() {
  only zsh
  fetched_only_differs \
    history-search-multi-word/history-search-multi-word.plugin.zsh
}

# Its turbo mode runs code at a prompt at some time, which changes $pipestatus
# without Synapse too: zsh-defer below tests late code.
test_differences_of_zinit() {
  only zsh
  BUSY=1 # widgets of the highlighter fail
  fetched fast-syntax-highlighting/fast-syntax-highlighting.plugin.zsh
  local fast=${REPLY%/*}
  fetched zsh-autopair/autopair.zsh
  fetched_only_differs zinit/zinit.zsh \
    "$compinit; typeset -A ZINIT; ZINIT[HOME_DIR]=\$HOME/zinit" \
    "zinit light $fast; zinit light ${REPLY%/*}"
}

test_differences_of_zsh_defer() {
  only zsh
  BUSY=1 # widgets of the highlighter fail
  fetched zsh-syntax-highlighting/zsh-syntax-highlighting.zsh
  local later=$REPLY
  fetched_only_differs zsh-defer/zsh-defer.plugin.zsh '' \
    "zsh-defer source $later"
}

# The start-up file of grml, unchanged.
test_differences_of_grml() {
  only zsh
  LEAVE_LIST=C-c BUSY=1 # its widgets fail
  fetched_only_differs grml-etc-core/etc/zsh/zshrc
}

test_differences_of_bash_preexec() {
  only bash
  fetched_only_differs bash-preexec/bash-preexec.sh
}

# It has the keys and the screen, and Synapse is off.
test_differences_of_ble_sh() {
  only bash
  GHOSTS=theirs OWN_LINES=1 BUSY=1 # it draws when it is idle
  fetched_only_differs ble.sh/out/ble.sh 'HISTFILE=~/history'
}

test_differences_of_oh_my_bash() {
  only bash
  fetched_only_differs oh-my-bash/oh-my-bash.sh "
    OSH=${PLUGINS:-$here/../../build/plugins}/oh-my-bash
    OSH_THEME=font DISABLE_AUTO_UPDATE=true
    completions=(git ssh) aliases=(general) plugins=(git bashmarks)"
}

test_differences_of_bash_it() {
  only bash
  fetched bash-it/bash_it.sh
  only_synapse_differs "export BASH_IT=${REPLY%/*} BASH_IT_THEME=bobby" \
    "source $REPLY"
}

test_differences_of_liquidprompt_itself() {
  fetched_only_differs liquidprompt/liquidprompt "$steady"
}

# The script that starship prints, without the program: the prompt is empty.
test_differences_of_starship() {
  fetched "starship/src/init/starship.$SHELL_NAME"
  sed 's|::STARSHIP::|starship|g' "$REPLY" >"$HOME/starship"
  only_synapse_differs "starship() { [ \$1 = time ] && echo 1 || echo '\$ '; }" "source $HOME/starship"
}
