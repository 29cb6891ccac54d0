import { type Block, fitBlocks, getHeight, type Line, lineAdvance, linesAt, type Measure } from './fitted-text.ts'
import type { LabelRoute } from './label-route.ts'
import { inPaperLetters, type PaperFont } from './paper-fonts.ts'

/** The smallest size that can be read at arm's length, in points. */
const minSize = 7

type Sizes = { readonly text: number; readonly small: number; readonly width: number }
type TextLine = Line<PaperFont>
type TextBlock = Block<PaperFont>

/** `first`: the lines of the label itself. `others`: the door's whole address on further labels, where one is too short. */
export type LabelBody = { readonly first: readonly TextLine[]; readonly others: readonly (readonly TextLine[])[] }

/**
 * The part of a label below the place: the shop or the door's address, the receiver, and the sender's shop.
 * @param heights in points: of the room below the place on the first label, and on a further label
 */
export const labelBody = (
  { shop, door, name, from }: LabelRoute,
  sizes: Sizes,
  measure: (font: PaperFont) => Measure,
  heights: { readonly first: number; readonly other: number },
): LabelBody => {
  const { text, small, width } = sizes
  const block = (words: string | null | undefined, look: PaperFont, size: number): TextBlock[] =>
    words ? [{ text: inPaperLetters(words), look, size, min: minSize }] : []
  const where = [
    ...block(shop, 'bold', text),
    ...block(door?.address, 'bold', text),
    ...block(door?.details.replace(/\s*[\r\n]+\s*/g, ' · '), 'regular', small),
  ]
  const who = [
    ...block(name, 'bold', text),
    ...block(door?.phone, 'regular', text),
    ...block(`FROM ${from}`, 'regular', small),
  ]
  const first = fitBlocks([...where, ...who], measure, { width, height: heights.first })
  return first ? { first, others: [] } : overSeveral(where, who, { measure, width, heights })
}

type Room = {
  readonly measure: (font: PaperFont) => Measure
  readonly width: number
  readonly heights: { readonly first: number; readonly other: number }
}

/** The first label has as much of the address as fits, the others all of it. */
const overSeveral = (
  where: readonly TextBlock[],
  who: readonly TextBlock[],
  { measure, width, heights }: Room,
): LabelBody => {
  const address = linesAt(where, measure, width, 0)
  const others = inPages(fitBlocks(where, measure, { width, height: heights.other }) ?? address, heights.other)
  const goesOn: TextLine = { text: `MORE ON LABEL 2 OF ${others.length + 1}`, look: 'bold', size: minSize }
  const names = linesAt(who, measure, width, 0)
  const left = heights.first - getHeight([...names, goesOn])
  const shown = Math.max(0, Math.floor(left / (minSize * lineAdvance)))
  return { first: [...address.slice(0, shown), goesOn, ...names], others }
}

const inPages = (lines: readonly TextLine[], height: number): TextLine[][] => {
  const pages: TextLine[][] = [[]]
  for (const line of lines) {
    const page = pages.at(-1) ?? []
    if (page.length > 0 && getHeight([...page, line]) > height) pages.push([line])
    else page.push(line)
  }
  return pages
}
