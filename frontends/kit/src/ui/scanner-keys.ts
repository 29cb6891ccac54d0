import { trackingIdIn } from '@tuma/contracts/vocabulary'

/** A key that types a character, as a `keydown` event tells it. */
export type KeyPress = {
  /** What the layout of this computer types; `Dead` for an accent that waits for its letter. */
  readonly key: string
  /** Where the key is; empty where the browser does not say. */
  readonly code: string
  readonly shift: boolean
  /** In ms, since any moment. */
  readonly at: number
}

/** A scanner types at least so many keys, with no longer gaps than these. People are slower. */
const minKeys = 8
const maxGapMs = 35
/** More than the longest text with an id. */
const maxKeys = 320
/** After so long without a key the scanner has typed all. Enter and Tab end it at once. */
export const silenceMs = 80

/** Adds a key to those that came fast one after the other. After a longer gap it begins again with this one. */
export const addKey = (keys: readonly KeyPress[], press: KeyPress): readonly KeyPress[] => {
  const last = keys.at(-1)
  const isNext = last !== undefined && press.at - last.at <= maxGapMs && keys.length < maxKeys
  return isNext ? [...keys, press] : [press]
}

/**
 * What a scanner typed: as this computer's layout has it, and as the keys of a US keyboard, which scanners are set to. On a
 * German keyboard the first of `TM-7K3M` is `TMß7K3M`. @returns no text where the keys were too few
 */
export const scannedTexts = (keys: readonly KeyPress[]): string[] => {
  if (keys.length < minKeys) return []
  const typed = keys.map(({ key }) => (key === 'Dead' ? '' : key)).join('')
  return [...new Set([typed, keys.map(keyOnUsKeyboard).join('')])]
}

/** The id of a parcel in a scanned text. It must have its TM and hyphen: a password that a program types may look like the rest. */
export const scannedParcel = (text: string): string | null => (/TM-/i.test(text) ? trackingIdIn(text) : null)

/** Each key of a US keyboard that is no letter, and with Shift. */
const usKeys: Readonly<Record<string, string>> = {
  ...{ Digit1: '1!', Digit2: '2@', Digit3: '3#', Digit4: '4$', Digit5: '5%' },
  ...{ Digit6: '6^', Digit7: '7&', Digit8: '8*', Digit9: '9(', Digit0: '0)' },
  ...{ Minus: '-_', Equal: '=+', BracketLeft: '[{', BracketRight: ']}', Backslash: '\\|', Backquote: '`~' },
  ...{ Semicolon: ';:', Quote: '\'"', Comma: ',<', Period: '.>', Slash: '/?', Space: '  ' },
  ...{ NumpadSubtract: '--', NumpadDivide: '//', NumpadMultiply: '**', NumpadAdd: '++', NumpadDecimal: '..' },
}

const keyOnUsKeyboard = ({ key, code, shift }: KeyPress): string => {
  const [, letter] = /^Key([A-Z])$/.exec(code) ?? []
  if (letter !== undefined) return shift ? letter : letter.toLowerCase()
  const [, digit] = /^Numpad(\d)$/.exec(code) ?? []
  return digit ?? usKeys[code]?.[shift ? 1 : 0] ?? (code === '' ? key : '')
}
