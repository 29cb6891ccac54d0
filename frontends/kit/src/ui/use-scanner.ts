import { useEffect, useEffectEvent, useState } from 'react'
import { addKey, type KeyPress, scannedParcel, scannedTexts, silenceMs } from './scanner-keys.ts'

/** A slow scanner's Enter comes after the silence that has ended the scan. It must press nothing. */
const lateEndMs = 250

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
type Before = { readonly value: string; readonly caret: readonly [number, number] | null }
/** The action for these keys; null if they are not a scan. `isEnded`: Enter or Tab came after them. */
type Take = (keys: readonly KeyPress[], isEnded: boolean) => (() => void) | null

/** Who listens, by the place at which they were drawn: what is around all screens has a lower one than a screen. */
const listeners = new Map<number, Take>()
let places = 0
let stop = (): void => undefined

/**
 * Hears hand scanners that type what they read, wherever the focus is, also over dialogs. What a scan typed into a field is
 * taken out again, and its Enter or Tab presses nothing. A text that `read` does not know stays where it was typed.
 * Of several that listen, the one that came last hears: a screen before what is around all screens.
 * @param onScan is given what `read` made of the text
 * @param read one of the two texts of a scan (see `scannedTexts`); null where it is no code that is waited for
 * @param onOther is told of a scan that `read` does not know, once its Enter or Tab has come; it is then taken out as well
 */
export function useScanner(
  onScan: (code: string) => void,
  read: (text: string) => string | null = scannedParcel,
  onOther?: (text: string) => void,
): void {
  // Effects of a screen run before those of what is around it, so the place is taken when drawn.
  const [place] = useState(() => {
    places += 1
    return places
  })
  const take: Take = useEffectEvent((keys, isEnded) => {
    const texts = scannedTexts(keys)
    const code = texts.map(read).find((found) => found !== null)
    if (code !== undefined) return () => onScan(code)
    const [text] = texts
    return onOther && isEnded && text !== undefined ? () => onOther(text) : null
  })
  useEffect(() => {
    if (listeners.size === 0) stop = watchKeys()
    listeners.set(place, (keys, isEnded) => take(keys, isEnded))
    return () => {
      listeners.delete(place)
      if (listeners.size === 0) stop()
    }
  }, [place])
}

const takeByLast: Take = (keys, isEnded) => listeners.get(Math.max(...listeners.keys()))?.(keys, isEnded) ?? null

/** @returns ends the watch */
const watchKeys = (): (() => void) => {
  let keys: readonly KeyPress[] = []
  let silence: ReturnType<typeof setTimeout> | undefined
  let endedAt = Number.NEGATIVE_INFINITY
  const fields = new Map<Field, Before>()
  const forget = (): void => {
    clearTimeout(silence)
    keys = []
    fields.clear()
  }
  const conclude = (isEnded: boolean): boolean => {
    const act = takeByLast(keys, isEnded)
    if (!act) return false
    endedAt = keys.at(-1)?.at ?? endedAt
    for (const [field, before] of fields) putBack(field, before)
    forget()
    act()
    return true
  }
  const end = (event: KeyboardEvent): void => {
    const isLate = event.timeStamp - endedAt <= lateEndMs
    const isSoon = event.timeStamp - (keys.at(-1)?.at ?? Number.NEGATIVE_INFINITY) <= silenceMs
    if (isLate || (isSoon && conclude(true))) {
      event.preventDefault()
      event.stopImmediatePropagation()
      endedAt = Number.NEGATIVE_INFINITY
    }
    forget()
  }
  const add = (event: KeyboardEvent): void => {
    clearTimeout(silence)
    keys = addKey(keys, { key: event.key, code: event.code, shift: event.shiftKey, at: event.timeStamp })
    if (keys.length === 1) fields.clear()
    const field = getField(event)
    if (field && !fields.has(field)) fields.set(field, { value: field.value, caret: toCaret(field) })
    // Where the page was busy the next key may still come: only a whole code ends by silence.
    silence = setTimeout(() => conclude(false), silenceMs)
  }
  const hear = (event: KeyboardEvent): void => {
    // What a browser fills in comes as a keydown without a key.
    if (!(event instanceof KeyboardEvent) || modifiers.includes(event.key)) return
    if (event.key === 'Enter' || event.key === 'Tab') end(event)
    else if (typesCharacter(event)) add(event)
    else forget()
  }
  addEventListener('keydown', hear, true)
  return () => {
    forget()
    removeEventListener('keydown', hear, true)
  }
}

const modifiers: readonly string[] = ['Shift', 'AltGraph', 'CapsLock', 'Control', 'Alt', 'Meta', 'NumLock']

/** A scanner holds no key, composes no letter and presses no shortcut. Passwords are not looked at. */
const typesCharacter = (event: KeyboardEvent): boolean => {
  const isShortcut = (event.ctrlKey || event.altKey || event.metaKey) && !event.getModifierState('AltGraph')
  if (event.repeat || event.isComposing || isShortcut) return false
  if (event.target instanceof HTMLInputElement && event.target.type === 'password') return false
  return event.key.length === 1 || event.key === 'Dead'
}

const getField = ({ target }: KeyboardEvent): Field | null =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
    ? target
    : null

/** Null where the field has none, like a number. */
const toCaret = (field: Field): readonly [number, number] | null => {
  if (field instanceof HTMLSelectElement || field.selectionStart === null) return null
  return [field.selectionStart, field.selectionEnd ?? field.selectionStart]
}

/** As if it had been typed: React hears only what comes past its own setter. */
const putBack = (field: Field, { value, caret }: Before): void => {
  if (field.value === value) return
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
  for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }))
  if (caret && !(field instanceof HTMLSelectElement)) field.setSelectionRange(...caret)
}
