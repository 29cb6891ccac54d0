import { fireEvent } from '@testing-library/react'
import { usHit } from './keyboards.ts'

/**
 * Types a text as a hand scanner does, wherever the focus is, and then Enter or Tab; null: nothing more.
 * @param gapMs between two keys
 */
export const scan = (text: string, end: 'Enter' | 'Tab' | null = 'Enter', gapMs = 8): void => {
  let at = performance.now()
  const press = (key: string, code = key, shiftKey = false): boolean => {
    at += gapMs
    const event = new KeyboardEvent('keydown', { key, code, shiftKey, bubbles: true, cancelable: true })
    Object.defineProperty(event, 'timeStamp', { value: at })
    return fireEvent(document.activeElement ?? document.body, event)
  }
  for (const { key, code, shift } of [...text].map(usHit)) if (press(key, code, shift)) insert(key)
  const field = document.activeElement
  if (end === null || !press(end)) return
  if (end === 'Tab' && field instanceof HTMLElement) field.blur()
  if (end === 'Enter' && field instanceof HTMLInputElement) field.form?.requestSubmit()
  if (end === 'Enter' && field instanceof HTMLButtonElement) field.click()
}

/** Where the caret is, as a browser does when nothing prevents it. */
const insert = (character: string): void => {
  const field = document.activeElement
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return
  const from = field.selectionStart ?? field.value.length
  const value = field.value.slice(0, from) + character + field.value.slice(field.selectionEnd ?? from)
  fireEvent.input(field, { target: { value } })
  if (field.selectionStart !== null) field.setSelectionRange(from + 1, from + 1)
}
