# Synapse in the place of zsh-autosuggestions: source this file where that
# plugin was sourced. Its variables, widgets and key bindings go on working.
#
# No key is bound (prompt.keys is false unless it is set): the widgets that
# accept are wrapped instead, as the plugin does it, so that they accept
# wherever they are bound.

[[ -o interactive ]] || return 0

() {
  builtin emulate -L zsh
  local here=$1 dir
  for dir in $here/../build/zsh $here/../../lib/synapse/zsh; do
    [[ -r $dir/synapse.so ]] && module_path=(${dir:A} $module_path)
  done
} ${${(%):-%x}:A:h}

: ${SYNAPSE_PROMPT_KEYS=false}
[[ -n ${ZSH_AUTOSUGGEST_BUFFER_MAX_SIZE-} ]] &&
  : ${SYNAPSE_SUGGEST_MAX_BUFFER=$ZSH_AUTOSUGGEST_BUFFER_MAX_SIZE}

# history and match_prev_cmd are one here: what ran before is always weighed.
if (( ${+ZSH_AUTOSUGGEST_STRATEGY} )) && ! (( ${+SYNAPSE_SUGGEST_SOURCES} )); then
  () {
    builtin emulate -L zsh
    local -a sources
    local strategy
    for strategy in $ZSH_AUTOSUGGEST_STRATEGY; do
      case $strategy in
        history|match_prev_cmd) sources+=(history) ;;
        completion) sources+=(spec filesystem environment project) ;;
      esac
    done
    (( $#sources )) && typeset -g SYNAPSE_SUGGEST_SOURCES=${(j:,:)${(u)sources}}
  }
fi

zmodload synapse || {
  print -u2 'synapse: zsh-autosuggestions: the module cannot be loaded'
  return 1
}

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
(( ${+ZSH_AUTOSUGGEST_CLEAR_WIDGETS} )) ||
  typeset -ga ZSH_AUTOSUGGEST_CLEAR_WIDGETS=()
(( ${+ZSH_AUTOSUGGEST_IGNORE_WIDGETS} )) ||
  typeset -ga ZSH_AUTOSUGGEST_IGNORE_WIDGETS=(
    orig-\* beep run-help set-local-history which-command yank yank-pop zle-\*)

# The widget that was there before ours.
_synapse_autosuggest_original() {
  (( ${+widgets[synapse-orig-$WIDGET]} )) || return 0
  zle synapse-orig-$WIDGET -- "$@"
}

# Is there a ghost that the widget may take? In REPLY what it says.
_synapse_autosuggest_offer() {
  local last=$#BUFFER
  [[ $KEYMAP == vicmd ]] && (( last > 0 )) && (( last-- ))
  (( CURSOR >= last )) && builtin synapse --hook ghost && [[ -n $REPLY ]]
}

_synapse_autosuggest_accept() {
  local REPLY
  if _synapse_autosuggest_offer; then
    zle synapse-take
    [[ $KEYMAP == vicmd ]] || CURSOR=$#BUFFER
    # vi-add-eol and the like still change the mode.
    [[ $KEYMAP != vicmd ]] || _synapse_autosuggest_original "$@"
    return 0
  fi
  _synapse_autosuggest_original "$@"
}

_synapse_autosuggest_execute() {
  local REPLY
  _synapse_autosuggest_offer && zle synapse-take
  zle accept-line
}

# What the widget moves over is accepted.
_synapse_autosuggest_partial() {
  local REPLY
  if ! _synapse_autosuggest_offer; then
    _synapse_autosuggest_original "$@"
    return
  fi
  local typed=$BUFFER
  integer status_ at
  BUFFER=$BUFFER$REPLY
  _synapse_autosuggest_original "$@"
  status_=$?
  at=$CURSOR
  [[ $KEYMAP == vicmd ]] && (( at++ ))
  if (( at > $#typed )); then
    BUFFER=$BUFFER[1,at]
  else
    BUFFER=$typed
  fi
  return status_
}

_synapse_autosuggest_clear() {
  builtin synapse --hook clear
  _synapse_autosuggest_original "$@"
}

_synapse_autosuggest_fetch() { builtin synapse --hook fetch }
_synapse_autosuggest_disable() { builtin synapse --hook disable }
_synapse_autosuggest_enable() { builtin synapse --hook enable }
_synapse_autosuggest_toggle() { builtin synapse --hook toggle }

() {
  local name
  for name in accept execute clear fetch disable enable toggle; do
    zle -N autosuggest-$name _synapse_autosuggest_$name
  done
}

# Wraps one widget, whoever defined it.
_synapse_autosuggest_wrap() {
  local widget=$1 function=$2 ignored
  [[ ${widgets[$widget]-} == user:$function ]] && return
  (( ${+widgets[$widget]} )) || return
  for ignored in $ZSH_AUTOSUGGEST_IGNORE_WIDGETS; do
    [[ $widget == $~ignored ]] && return
  done
  zle -A $widget synapse-orig-$widget
  zle -N $widget $function
}

# By the plugin's name: with ZSH_AUTOSUGGEST_MANUAL_REBIND one calls it oneself.
_zsh_autosuggest_bind_widgets() {
  builtin emulate -L zsh
  local widget
  for widget in $ZSH_AUTOSUGGEST_CLEAR_WIDGETS; do
    _synapse_autosuggest_wrap $widget _synapse_autosuggest_clear
  done
  for widget in $ZSH_AUTOSUGGEST_ACCEPT_WIDGETS; do
    _synapse_autosuggest_wrap $widget _synapse_autosuggest_accept
  done
  for widget in $ZSH_AUTOSUGGEST_EXECUTE_WIDGETS; do
    _synapse_autosuggest_wrap $widget _synapse_autosuggest_execute
  done
  for widget in $ZSH_AUTOSUGGEST_PARTIAL_ACCEPT_WIDGETS; do
    _synapse_autosuggest_wrap $widget _synapse_autosuggest_partial
  done
}

# At the first prompt the start-up files are through; later for widgets that
# came, or were wrapped by others, meanwhile.
_synapse_autosuggest_start() {
  builtin synapse --hook vicmd
  _zsh_autosuggest_bind_widgets
  (( ${+ZSH_AUTOSUGGEST_MANUAL_REBIND} )) &&
    precmd_functions=(${precmd_functions:#_synapse_autosuggest_start})
  return 0
}
precmd_functions+=(_synapse_autosuggest_start)
