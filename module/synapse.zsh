# Embedded in the zsh module and run once, with zsh's default options and no
# aliases, in an interactive shell.

_synapse_precmd() { builtin synapse --hook precmd }
_synapse_preexec() { builtin synapse --hook preexec "$1" }

# Ours is the first precmd, so that the time others take is not counted as the
# command's; and the last preexec, for the same reason.
typeset -ga precmd_functions preexec_functions
precmd_functions=(_synapse_precmd ${precmd_functions:#_synapse_precmd})
preexec_functions=(${preexec_functions:#_synapse_preexec} _synapse_preexec)

# At the first prompt, so that a zle-line-pre-redraw of the start-up files is
# taken along and not replaced. Ours is the last: a highlighter before it may
# set region_highlight as it likes. One that came later is found at the next
# prompt.
_synapse_watch() {
  local -a hooks
  local widget
  # A highlighter that came after us runs behind every key as it is.
  zmodload zsh/zleparameter
  for widget in zle-line-init zle-line-pre-redraw; do
    [[ ${widgets[$widget]-} == user:_zsh_highlight_widget_* ]] &&
      (( ${+functions[azhw:$widget]} )) && zle -N $widget azhw:$widget
  done
  zstyle -a zle-line-pre-redraw widgets hooks
  [[ ${hooks[-1]-} == *:.synapse-redraw ]] && return
  # Where fpath has lost it, a hook that nobody else has is taken as it is.
  if [[ ${functions[add-zle-hook-widget]-} == (|builtin autoload *) ]] &&
      ! autoload -Uz +X add-zle-hook-widget 2>/dev/null; then
    builtin unfunction add-zle-hook-widget 2>/dev/null
    for widget in zle-line-init zle-line-pre-redraw; do
      (( ${+widgets[$widget]} )) || zle -A .synapse-redraw $widget
    done
    return
  fi
  if (( $#hooks )); then
    add-zle-hook-widget -d line-init .synapse-redraw
    add-zle-hook-widget -d line-pre-redraw .synapse-redraw
  fi
  add-zle-hook-widget line-init .synapse-redraw
  add-zle-hook-widget line-pre-redraw .synapse-redraw
}

_synapse_unload() {
  local widget
  for widget in zle-line-init zle-line-pre-redraw; do
    [[ ${widgets[$widget]-} == builtin ]] && zle -D $widget
  done
  precmd_functions=(${precmd_functions:#_synapse_precmd})
  preexec_functions=(${preexec_functions:#_synapse_preexec})
  if (( ${+functions[add-zle-hook-widget]} )); then
    add-zle-hook-widget -d line-init .synapse-redraw
    add-zle-hook-widget -d line-pre-redraw .synapse-redraw
  fi
  builtin unfunction _synapse_precmd _synapse_preexec _synapse_watch \
    _synapse_unload
}
