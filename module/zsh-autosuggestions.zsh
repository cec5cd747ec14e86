# Replaces zsh-autosuggestions by Synapse: source this file instead of that
# plugin. The plugin's variables, widgets, strategies and key bindings keep
# working.
#
# No key is bound unless prompt.keys is set. Widgets that accept are wrapped
# instead, as in the plugin, so that they accept with any binding.
# module/zsh_strategies.c chooses the suggestion, and reads the plugin's
# variables at each use.

[[ -o interactive ]] || return 0

() {
  builtin emulate -L zsh
  local here=${${(%):-%x}:A:h} dir
  for dir in $here/../build/zsh $here/../../lib/synapse/zsh; do
    [[ -r $dir/synapse.so ]] && (( ! ${module_path[(Ie)${dir:A}]} )) &&
      module_path=(${dir:A} $module_path)
  done
  return 0
}

zmodload synapse || {
  print -u2 'synapse: zsh-autosuggestions: the module cannot be loaded'
  return 1
}

# The defaults of the plugin's variables.
() {
  builtin emulate -L zsh
  typeset -gA _synapse_autosuggest_actions _synapse_autosuggest_counts
  typeset -g _synapse_autosuggest_fd= _synapse_autosuggest_pid=
  typeset -g ZSH_AUTOSUGGEST_USE_ASYNC=
  : ${ZSH_AUTOSUGGEST_HIGHLIGHT_STYLE=fg=8}
  : ${ZSH_AUTOSUGGEST_ORIGINAL_WIDGET_PREFIX=autosuggest-orig-}
  if (( ! ${+ZSH_AUTOSUGGEST_STRATEGY} )); then
    typeset -ga ZSH_AUTOSUGGEST_STRATEGY=(history)
    builtin synapse --hook default
  fi
  (( ${+ZSH_AUTOSUGGEST_CLEAR_WIDGETS} )) ||
    typeset -ga ZSH_AUTOSUGGEST_CLEAR_WIDGETS=(
      history-search-forward history-search-backward
      history-beginning-search-forward history-beginning-search-backward
      history-beginning-search-forward-end history-beginning-search-backward-end
      history-substring-search-up history-substring-search-down
      up-line-or-beginning-search down-line-or-beginning-search
      up-line-or-history down-line-or-history accept-line copy-earlier-word)
  (( ${+ZSH_AUTOSUGGEST_ACCEPT_WIDGETS} )) ||
    typeset -ga ZSH_AUTOSUGGEST_ACCEPT_WIDGETS=(
      forward-char end-of-line vi-forward-char vi-end-of-line vi-add-eol)
  (( ${+ZSH_AUTOSUGGEST_EXECUTE_WIDGETS} )) ||
    typeset -ga ZSH_AUTOSUGGEST_EXECUTE_WIDGETS=()
  (( ${+ZSH_AUTOSUGGEST_PARTIAL_ACCEPT_WIDGETS} )) ||
    typeset -ga ZSH_AUTOSUGGEST_PARTIAL_ACCEPT_WIDGETS=(
      forward-word emacs-forward-word vi-forward-word vi-forward-word-end
      vi-forward-blank-word vi-forward-blank-word-end vi-find-next-char
      vi-find-next-char-skip)
  (( ${+ZSH_AUTOSUGGEST_IGNORE_WIDGETS} )) ||
    typeset -ga ZSH_AUTOSUGGEST_IGNORE_WIDGETS=(
      orig-\* beep run-help set-local-history which-command yank yank-pop
      zle-\*)
}

# ---- wrapped widgets ----
# The original widget runs with the user's options, so these functions depend on
# no option. The first argument names the original.

# Another plugin may call these after the module was unloaded.
_synapse_autosuggest_hook() {
  [[ -n ${builtins[synapse]-} ]] && builtin synapse --hook "$1"
}

_synapse_autosuggest_original() {
  local original=$1
  shift
  [[ -n ${widgets[$original]-} ]] || return 0
  zle "$original" -- "$@"
}

# Whether the key's own widget is the wrapped one. Another widget that calls the
# wrapped one takes nothing, unless that widget is ignored.
_synapse_autosuggest_is_called() {
  [[ $1 == *-"$WIDGET" || -z $1 ]] || _synapse_autosuggest_is_ignored "$WIDGET"
}

_synapse_autosuggest_accept() {
  local last=$#BUFFER result=0
  [[ $KEYMAP != vicmd ]] || last=$((last - 1))
  if [[ $CURSOR != "$last" ]] || ! _synapse_autosuggest_is_called "$1" ||
    ! _synapse_autosuggest_hook take; then
    _synapse_autosuggest_original "$@"
    return
  fi
  # The original may move the cursor, or change the keymap.
  _synapse_autosuggest_original "$@" || result=$?
  last=$#BUFFER
  [[ $KEYMAP != vicmd ]] || last=$((last - 1))
  CURSOR=$last
  return $result
}

_synapse_autosuggest_execute() {
  _synapse_autosuggest_hook take || :
  zle accept-line
}

# Accepts the suggestion as far as the original widget moves.
_synapse_autosuggest_partial() {
  local REPLY= typed=$BUFFER at result=0
  if ! _synapse_autosuggest_is_called "$1" ||
    ! _synapse_autosuggest_hook ghost; then
    _synapse_autosuggest_original "$@"
    return
  fi
  BUFFER=$BUFFER$REPLY
  _synapse_autosuggest_original "$@" || result=$?
  at=$CURSOR
  [[ $KEYMAP != vicmd ]] || at=$((at + 1))
  if [[ $at -gt $#typed ]]; then
    BUFFER=${BUFFER:0:$at}
  else
    BUFFER=$typed
  fi
  return $result
}

_synapse_autosuggest_clear() {
  local result=0
  _synapse_autosuggest_original "$@" || result=$?
  _synapse_autosuggest_hook clear || :
  return $result
}

# ---- the widgets autosuggest-NAME ----

_synapse_autosuggest_accept_all() {
  _synapse_autosuggest_accept ''
}
_synapse_autosuggest_clear_only() {
  builtin synapse --hook clear
  zle -R
}
_synapse_autosuggest_fetch() {
  builtin synapse --hook fetch
  zle -R
}
_synapse_autosuggest_suggest() {
  builtin synapse --hook suggest "${1-}"
  zle -R
}
_synapse_autosuggest_disable() {
  typeset -g _ZSH_AUTOSUGGEST_DISABLED=
  builtin synapse --hook renew
  zle -R
}
_synapse_autosuggest_enable() {
  unset _ZSH_AUTOSUGGEST_DISABLED
  builtin synapse --hook renew
  zle -R
}
_synapse_autosuggest_toggle() {
  if [[ -n ${_ZSH_AUTOSUGGEST_DISABLED+set} ]]; then
    _synapse_autosuggest_enable
  else
    _synapse_autosuggest_disable
  fi
}

# ---- strategies ----
# Strategies return their result in `suggestion`. A child has the list too.

_zsh_autosuggest_strategy_history() {
  builtin emulate -L zsh
  builtin synapse --hook match newest "$1"
}

_zsh_autosuggest_strategy_match_prev_cmd() {
  builtin emulate -L zsh
  builtin synapse --hook match previous "$1"
}

_zsh_autosuggest_strategy_completion() {
  builtin emulate -L zsh
  setopt extended_glob
  typeset -g suggestion=
  (( ${+functions[compdef]} )) || return 0
  [[ -n ${ZSH_AUTOSUGGEST_COMPLETION_IGNORE-} &&
     $1 == ${~ZSH_AUTOSUGGEST_COMPLETION_IGNORE} ]] && return 0
  # Runs in a child, so that the line and the editor here are not changed.
  suggestion=$(_synapse_autosuggest_complete "$1")
}

_synapse_autosuggest_complete() {
  exec 3>&1 1>/dev/null 2>&1 0</dev/null
  builtin synapse --hook edit || return
  # Only suggestions that begin with the typed text.
  zstyle ':completion:*' matcher-list ''
  zstyle ':completion:*' path-completion false
  zstyle ':completion:*' max-errors 0 not-numeric
  # Defined only here: it loads zsh/complete. Without compinit Tab would then
  # complete nothing.
  zle -C _synapse-autosuggest-complete-word .complete-word \
    _synapse_autosuggest_complete_word
  zle _synapse-autosuggest-complete -- "$1"
}

_synapse_autosuggest_complete_line() {
  BUFFER=$1
  CURSOR=$#BUFFER
  zle _synapse-autosuggest-complete-word
  print -rn -u3 -- "$BUFFER"
}

_synapse_autosuggest_complete_word() {
  local -a +h comppostfuncs
  comppostfuncs=(_synapse_autosuggest_first_match)
  _main_complete
}

_synapse_autosuggest_first_match() {
  compstate[insert]=1
  compstate[list]=
}

# Runs strategies until one has a suggestion.
_synapse_autosuggest_try() {
  local strategy
  for strategy; do
    suggestion=
    _zsh_autosuggest_strategy_$strategy "$BUFFER" >/dev/null
    [[ -n ${suggestion-} && $suggestion == "$BUFFER"* ]] && return
  done
  suggestion=
}

# The widget that the module runs to ask shell functions.
_synapse_autosuggest_ask() {
  builtin emulate -L zsh
  local suggestion
  if (( ! ${+ZSH_AUTOSUGGEST_USE_ASYNC} )); then
    _synapse_autosuggest_try "$@"
    builtin synapse --hook answer "$suggestion"
    return
  fi
  _synapse_autosuggest_cancel
  zmodload zsh/system 2>/dev/null
  exec {_synapse_autosuggest_fd}< <(
    print -r -- ${sysparams[pid]-}
    _synapse_autosuggest_try "$@"
    print -rn -- "$suggestion"
  )
  # Before zsh 5.8 ^C is lost unless the shell waited for a child.
  [[ $ZSH_VERSION == 5.[0-7]* ]] && command true
  IFS= read -r -u $_synapse_autosuggest_fd _synapse_autosuggest_pid
  zle -F $_synapse_autosuggest_fd _synapse_autosuggest_answered
}

_synapse_autosuggest_cancel() {
  local fd=$_synapse_autosuggest_fd pid=$_synapse_autosuggest_pid
  _synapse_autosuggest_fd= _synapse_autosuggest_pid=
  [[ -n $fd ]] || return 0
  zle -F $fd 2>/dev/null
  exec {fd}<&-
  [[ -n $pid ]] || return 0
  # With job control the child leads a process group with its own children.
  [[ -o monitor ]] && kill -TERM -$pid 2>/dev/null && return
  kill -TERM $pid 2>/dev/null
  return 0
}

_synapse_autosuggest_answered() {
  builtin emulate -L zsh
  local fd=$1 answer=
  if [[ $fd != $_synapse_autosuggest_fd ]]; then
    zle -F $fd
    return
  fi
  [[ -z ${2-} || $2 == hup ]] && IFS= read -rd '' -u $fd answer
  zle -F $fd
  exec {fd}<&-
  _synapse_autosuggest_fd= _synapse_autosuggest_pid=
  builtin synapse --hook answer "$answer"
}

# ---- wrapping ----

# The widget's name is part of the function's name, because $WIDGET is the
# caller's when a widget calls this one.
_synapse_autosuggest_wrap() {
  local widget=$1 action=$2 prefix=$ZSH_AUTOSUGGEST_ORIGINAL_WIDGET_PREFIX
  local bound=${widgets[$widget]-} original
  if [[ $bound == user:_synapse_autosuggest_bound_<->_$widget ]]; then
    bound=${bound#user:}
  else
    integer count=$(( ${_synapse_autosuggest_counts[$widget]-0} + 1 ))
    _synapse_autosuggest_counts[$widget]=$count
    bound=_synapse_autosuggest_bound_${count}_$widget
    zle -A -- $widget $prefix$count-$widget
    _synapse_autosuggest_actions[$bound]=
  fi
  if [[ ${_synapse_autosuggest_actions[$bound]-} != $action ]]; then
    original=${bound#_synapse_autosuggest_bound_}
    original=$prefix${original%%_*}-$widget
    functions[$bound]="_synapse_autosuggest_$action ${(q)original} \"\$@\""
    _synapse_autosuggest_actions[$bound]=$action
  fi
  zle -N -- $widget $bound
}

_synapse_autosuggest_is_ignored() {
  builtin emulate -L zsh
  local ignored
  for ignored in .\* _\* \
    autosuggest-{clear,fetch,suggest,accept,execute,enable,disable,toggle} \
    $ZSH_AUTOSUGGEST_ORIGINAL_WIDGET_PREFIX\* $ZSH_AUTOSUGGEST_IGNORE_WIDGETS
  do
    [[ $1 == $~ignored ]] && return 0
  done
  return 1
}

# Has the plugin's name: with ZSH_AUTOSUGGEST_MANUAL_REBIND the user calls it.
_zsh_autosuggest_bind_widgets() {
  builtin emulate -L zsh
  setopt no_aliases
  local -A wanted
  local widget
  for widget in $ZSH_AUTOSUGGEST_PARTIAL_ACCEPT_WIDGETS; do
    wanted[$widget]=partial
  done
  for widget in $ZSH_AUTOSUGGEST_EXECUTE_WIDGETS; do
    wanted[$widget]=execute
  done
  for widget in $ZSH_AUTOSUGGEST_ACCEPT_WIDGETS; do
    wanted[$widget]=accept
  done
  for widget in $ZSH_AUTOSUGGEST_CLEAR_WIDGETS; do
    wanted[$widget]=clear
  done
  # Widgets that were removed from the lists.
  for widget in ${(k)widgets[(R)user:_synapse_autosuggest_bound_*]}; do
    [[ -z ${wanted[$widget]-} &&
       ${widgets[$widget]} == *_bound_<->_$widget ]] &&
      wanted[$widget]=original
  done
  for widget in ${(k)wanted}; do
    (( ${+widgets[$widget]} )) || continue
    [[ ${wanted[$widget]} == original ]] ||
      ! _synapse_autosuggest_is_ignored $widget || continue
    _synapse_autosuggest_wrap $widget ${wanted[$widget]}
  done
}

# Runs at the first prompt, after the start-up files, and later for new widgets
# and for widgets that others have wrapped since.
_zsh_autosuggest_start() {
  builtin emulate -L zsh
  (( ${+ZSH_AUTOSUGGEST_MANUAL_REBIND} )) &&
    precmd_functions=(${precmd_functions:#_zsh_autosuggest_start})
  _zsh_autosuggest_bind_widgets
}

# The module calls this at unload, to restore the widgets. A widget that
# others have wrapped since keeps their wrapper, which then calls the original.
_synapse_autosuggest_stop() {
  builtin emulate -L zsh
  local widget bound original
  local -aU originals
  precmd_functions=(${precmd_functions:#_zsh_autosuggest_start})
  for widget in ${(k)widgets[(R)user:_synapse_autosuggest_bound_*]}; do
    bound=${widgets[$widget]#user:_synapse_autosuggest_bound_}
    original=$ZSH_AUTOSUGGEST_ORIGINAL_WIDGET_PREFIX${bound%%_*}-${bound#*_}
    (( ${+widgets[$original]} )) || continue
    zle -A -- $original $widget
    originals+=($original)
  done
  for widget in $originals; do
    zle -D -- $widget
  done
  for widget in ${(k)widgets[(R)user:_synapse_autosuggest_*]}; do
    [[ $widget == autosuggest-* || $widget == _synapse-* ]] && zle -D $widget
  done
}

() {
  builtin emulate -L zsh
  local name
  for name in fetch suggest disable enable toggle execute; do
    zle -N autosuggest-$name _synapse_autosuggest_$name
  done
  zle -N autosuggest-accept _synapse_autosuggest_accept_all
  zle -N autosuggest-clear _synapse_autosuggest_clear_only
  zle -N _synapse-autosuggest-ask _synapse_autosuggest_ask
  zle -N _synapse-autosuggest-complete _synapse_autosuggest_complete_line
  typeset -ga precmd_functions
  (( ${precmd_functions[(Ie)_zsh_autosuggest_start]} )) ||
    precmd_functions+=(_zsh_autosuggest_start)
  builtin synapse --hook start
}
