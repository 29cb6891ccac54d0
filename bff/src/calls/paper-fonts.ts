import { readFileSync } from 'node:fs'
import anyAscii from 'any-ascii'
import { create, type Font } from 'fontkit'

const open = (file: string): Font => {
  const font = create(readFileSync(new URL(import.meta.resolve(`dejavu-fonts-ttf/ttf/${file}`))))
  if (!('layout' in font)) throw new Error(`${file} holds several fonts`)
  return font
}

/** The fonts of receipts and labels. They are parsed once, which takes ten times as long as drawing a paper. */
export const paperFonts = {
  regular: open('DejaVuSansCondensed.ttf'),
  bold: open('DejaVuSansCondensed-Bold.ttf'),
} as const
export type PaperFont = keyof typeof paperFonts

/**
 * Scripts that are written from left to right, letter by letter. Other scripts need more than a font to be drawn right.
 */
const drawnScripts = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]/u
const unseen = /[\p{Cc}\p{Cf}\p{Variation_Selector}]/u
const picture = /\p{Extended_Pictographic}/u

const isDrawn = (letter: string): boolean => {
  const code = letter.codePointAt(0) ?? 0
  return drawnScripts.test(letter) && Object.values(paperFonts).every((font) => font.hasGlyphForCodePoint(code))
}

const inFont = (letter: string): string => {
  if (/\s/u.test(letter)) return ' '
  if (unseen.test(letter)) return ''
  if (isDrawn(letter)) return letter
  const base = [...letter.normalize('NFKD')].filter((part) => isDrawn(part) && !/\p{M}/u.test(part)).join('')
  return base || (picture.test(letter) ? '' : anyAscii(letter))
}

/**
 * The text in letters that both fonts have, on one line. Other letters become their base letter, other scripts Latin
 * letters as `any-ascii` spells them; emoji and invisible marks are left out.
 */
export const inPaperLetters = (text: string): string =>
  [...text.normalize('NFC')].map(inFont).join('').replace(/ +/g, ' ').trim()
