import type { DeliveryRecord } from '@tuma/contracts/services'
import { displayPhone } from '@tuma/contracts/vocabulary'
import { type Block, fitBlocks, heightOf, type Line, lineAdvance, linesAt, type Measure } from './fitted-text.ts'
import { inPaperLetters, type PaperFont } from './paper-fonts.ts'

/** The smallest size that is still read at arm's length, in points. */
export const leastSize = 7

type Sizes = { readonly text: number; readonly small: number; readonly width: number }
type TextLine = Line<PaperFont>
type TextBlock = Block<PaperFont>

/** `first`: what stands on the label itself. `others`: the door's whole address on further labels, where it is too long for one. */
export type LabelBody = { readonly first: readonly TextLine[]; readonly others: readonly (readonly TextLine[])[] }

/**
 * Whom a label names below the place. A shop has the receiver's phone in its list and calls from there; a rider at a door
 * has only the label.
 * @param heights in points: of the room below the place on the first label, and of a further label
 */
export const labelBody = (
  { deliveryType, sender, receiver }: DeliveryRecord,
  sizes: Sizes,
  measure: (font: PaperFont) => Measure,
  heights: { readonly first: number; readonly other: number },
): LabelBody => {
  const { text, small, width } = sizes
  const block = (words: string | null, look: PaperFont, size: number): TextBlock[] =>
    words ? [{ text: inPaperLetters(words), look, size, least: leastSize }] : []
  const isDoor = deliveryType === 'doorstep'
  const where = isDoor
    ? [...block(receiver.pickupAddress, 'bold', text), ...block(onOneLine(receiver.moreDetails), 'regular', small)]
    : block(receiver.pickupAgent, 'bold', text)
  const who = [
    ...block(receiver.name, 'bold', text),
    ...block(isDoor ? displayPhone(receiver.phone) : null, 'regular', text),
    ...block(`FROM ${sender.location}, ${sender.dropoffAgent}`, 'regular', small),
  ]
  const first = fitBlocks([...where, ...who], measure, { width, height: heights.first })
  return first ? { first, others: [] } : overSeveral(where, who, { measure, width, heights })
}

type Room = {
  readonly measure: (font: PaperFont) => Measure
  readonly width: number
  readonly heights: { readonly first: number; readonly other: number }
}

/** The first label has as much of the address as it can hold, the others all of it. */
const overSeveral = (
  where: readonly TextBlock[],
  who: readonly TextBlock[],
  { measure, width, heights }: Room,
): LabelBody => {
  const address = linesAt(where, measure, width, 0)
  const others = inPages(fitBlocks(where, measure, { width, height: heights.other }) ?? address, heights.other)
  const goesOn: TextLine = { text: `MORE ON LABEL 2 OF ${others.length + 1}`, look: 'bold', size: leastSize }
  const names = linesAt(who, measure, width, 0)
  const left = heights.first - heightOf([...names, goesOn])
  const shown = Math.max(0, Math.floor(left / (leastSize * lineAdvance)))
  return { first: [...address.slice(0, shown), goesOn, ...names], others }
}

const inPages = (lines: readonly TextLine[], height: number): TextLine[][] => {
  const pages: TextLine[][] = [[]]
  for (const line of lines) {
    const page = pages.at(-1) ?? []
    if (page.length > 0 && heightOf([...page, line]) > height) pages.push([line])
    else page.push(line)
  }
  return pages
}

const onOneLine = (text: string | null): string | null => text?.replace(/\s*[\r\n]+\s*/g, ' · ') ?? null
