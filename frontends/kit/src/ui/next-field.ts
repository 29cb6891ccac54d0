import type { KeyboardEvent } from 'react'

const controls = 'input:not([type="radio"], [type="checkbox"], [readonly]), select, textarea'

/**
 * A phone's keyboard says Next or Done on its Enter where a field asks for it (`enterKeyHint`): the next field need not be
 * touched then, and after the last the keyboard makes way for the buttons. Some browsers go on by themselves, though never
 * from several lines. At other keyboards Enter stays Enter.
 */
export const goToNextField = (event: KeyboardEvent<HTMLFormElement>): void => {
  const { key, target, currentTarget, nativeEvent } = event
  if (key !== 'Enter' || nativeEvent.isComposing || !(target instanceof HTMLElement)) return
  const hint = target.getAttribute('enterkeyhint')
  if ((hint !== 'next' && hint !== 'done') || !window.matchMedia('(pointer: coarse)').matches) return
  event.preventDefault()
  const fields = [...currentTarget.querySelectorAll<HTMLElement>(controls)].filter((one) => !one.matches(':disabled'))
  const next = hint === 'next' ? fields[fields.indexOf(target) + 1] : undefined
  if (next) next.focus()
  else target.blur()
}
