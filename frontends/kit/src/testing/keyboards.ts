/** For tests of hand scanners: which key types what, where. */

export type Layout = 'US' | 'German' | 'French'
/** A key that goes down, as `keydown` tells it. */
export type Hit = { readonly key: string; readonly code: string; readonly shift: boolean }

const usMarks: Readonly<Record<string, readonly [code: string, shift: boolean]>> = {
  ...{ '-': ['Minus', false], '/': ['Slash', false], '.': ['Period', false], ':': ['Semicolon', true] },
  ...{ ']': ['BracketRight', false], '*': ['Digit8', true], '?': ['Slash', true], '=': ['Equal', false] },
}

/** The key that types a letter, a digit or a mark of an address on a US keyboard, to which scanners are set. */
export const usHit = (character: string): Hit => {
  const plain = /\d/.test(character) ? `Digit${character}` : `Key${character.toUpperCase()}`
  const [code, shift] = usMarks[character] ?? [plain, /[A-Z]/.test(character)]
  return { key: character, code, shift }
}

/** What other layouts type by these keys, without Shift and with it. */
const layouts: Readonly<Record<Layout, Readonly<Record<string, string>>>> = {
  US: {},
  German: {
    ...{
      KeyY: 'zZ',
      KeyZ: 'yY',
      Minus: 'ß?',
      Slash: '-_',
      Semicolon: 'öÖ',
      BracketRight: '+*',
      Digit8: '8(',
      Equal: '´`',
    },
  },
  French: {
    ...{ KeyQ: 'aA', KeyA: 'qQ', KeyW: 'zZ', KeyZ: 'wW', KeyM: ',?', Semicolon: 'mM', Minus: ')°', Slash: '!\u00a7' },
    ...{
      Digit1: '&1',
      Digit2: 'é2',
      Digit3: '"3',
      Digit4: "'4",
      Digit5: '(5',
      Digit6: '-6',
      Digit7: 'è7',
      Digit8: '_8',
    },
    ...{ Digit9: 'ç9', Digit0: 'à0', BracketRight: '$£', Equal: '=+', Period: ';.' },
  },
}

/** The same key on another layout. The German accent beside the digits waits for its letter. */
export const onLayout = (layout: Layout, hit: Hit): Hit => {
  if (layout === 'German' && hit.code === 'Equal') return { ...hit, key: 'Dead' }
  return { ...hit, key: layouts[layout][hit.code]?.[hit.shift ? 1 : 0] ?? hit.key }
}

/** The key that types a character on a layout, for a scanner that is set to it. */
export const hitOn = (layout: Layout, character: string): Hit => {
  for (const [code, typed] of Object.entries(layouts[layout])) {
    const place = typed.indexOf(character)
    if (place !== -1) return { key: character, code, shift: place === 1 }
  }
  return usHit(character)
}
