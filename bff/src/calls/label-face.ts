import type { DeliveryRecord } from '@tuma/contracts/services'
import { formatKsh } from '@tuma/contracts/vocabulary'
import { fitWords, getHeight, type Line, lineAdvance, type Measure } from './fitted-text.ts'
import type { LabelFormat, Labelled } from './label.ts'
import { type LabelBody, labelBody } from './label-body.ts'
import { type LabelRoute, labelRoute } from './label-route.ts'
import { inPaperLetters, type PaperFont } from './paper-fonts.ts'
import { type Drawing, drawCode, mm, trackingAddress } from './pdf.ts'

/** Label printers for rolls print only black. */
const ink = '#000000'
/** A scanner needs that much blank paper around the code. */
const besideCode = mm(3)
/** The height of capitals, and the space above them in their line, as multiples of the size. */
const [capitals, aboveCapitals] = [0.73, 0.2]
/** How many lines a place may have at its full size; with more it is smaller. */
const placeLines = 2
const minPlace = 9

/** Draws one line of text with its upper edge at `top`. @returns its lower edge */
type Write = (text: string, at: { left: number; top: number; size: number; font: PaperFont }) => number

const writeOn =
  (document: Drawing): Write =>
  (text, { left, top, size, font }) => {
    document.font(font).fontSize(size).fillColor(ink).text(text, left, top, { lineBreak: false })
    return top + size * lineAdvance
  }

/** Draws each face of the parcel's label at the origin: one, or more where the door's address is too long. */
export const labelFaces = (
  document: Drawing,
  label: Labelled,
  format: LabelFormat,
  publicUrl: string,
): (() => void)[] => {
  const measure =
    (font: PaperFont): Measure =>
    (text) =>
      document.font(font).fontSize(1000).widthOfString(text) / 1000
  const route = labelRoute(label.delivery)
  const parts = { document, label, route, format, measure, write: writeOn(document) }
  const place = toPlace(parts)
  const foot = format.height - format.margin - format.text * 2
  const width = format.width - 2 * format.margin
  const heights = { first: foot - place.bottom, other: foot - otherTop(format) }
  const body = labelBody(route, { ...format, width }, measure, heights)
  return toFaces(parts, place, body, trackingAddress(publicUrl, label.delivery.trackingId))
}

type Parts = {
  readonly document: Drawing
  readonly label: Labelled
  readonly route: LabelRoute
  readonly format: LabelFormat
  readonly measure: (font: PaperFont) => Measure
  readonly write: Write
}
type Place = { readonly bottom: number; draw(): void }

const toFaces = (parts: Parts, place: Place, body: LabelBody, address: string): (() => void)[] => {
  const { label, format } = parts
  const { width, margin, code } = format
  const first = () => {
    drawHead(parts)
    drawCode(parts.document, address, { left: width - margin - code, top: margin, width: code, ink })
    place.draw()
    drawLines(parts, body.first, place.bottom)
    drawDue(parts.document, label.delivery, format)
  }
  const others = body.others.map((lines, index) => () => {
    drawOtherHead(parts, `${index + 2} OF ${body.others.length + 1}`)
    drawLines(parts, lines, otherTop(format))
    drawDue(parts.document, label.delivery, format)
  })
  return [first, ...others]
}

const drawHead = ({ document, label, route, format, measure, write }: Parts): void => {
  const { margin, width, code, four, small, text } = format
  const { trackingId } = label.delivery
  const beside = width - 2 * margin - code - besideCode
  write('TUMA', { left: margin, top: margin, size: text, font: 'bold' })
  write(route.kind, { left: margin, top: margin + text * 1.2, size: small, font: 'bold' })
  const last = trackingId.slice(-4)
  const size = Math.min(four, beside / measure('bold')(last))
  write(last, { left: margin, top: margin + code - size * 1.02, size, font: 'bold' })
  drawId(document, label.delivery, format, margin + code + 6)
}

/** In a fixed-width font, because people read an id letter by letter. */
const drawId = (
  document: Drawing,
  { trackingId }: DeliveryRecord,
  { margin, text }: LabelFormat,
  top: number,
): void => {
  document.font('Courier-Bold').fontSize(text).fillColor(ink).text(trackingId, margin, top, { lineBreak: false })
}

/** The destination: the place's code for sorting, and its whole name for the rider. */
const toPlace = ({ document, label, route, format, measure, write }: Parts): Place => {
  const { margin, width, code, text, small } = format
  const rule = margin + code + 6 + text * 1.3
  const top = rule + small * 0.5
  const place = fitWords(
    inPaperLetters(route.place),
    measure('bold'),
    { width: width - 2 * margin, height: format.place * lineAdvance * placeLines },
    { max: format.place, min: minPlace },
  )
  const placeTop = top + (label.placeCode ? format.placeCode : small) * capitals + small * 0.45
  return {
    bottom: placeTop + getHeight(place.lines.map(() => place)),
    draw() {
      document
        .moveTo(margin, rule)
        .lineTo(width - margin, rule)
        .lineWidth(1.5)
        .stroke(ink)
      write('TO', { left: margin, top: top - small * aboveCapitals, size: small, font: 'regular' })
      const left = margin + (measure('regular')('TO') + 0.6) * small
      const size = format.placeCode
      if (label.placeCode) write(label.placeCode, { left, top: top - size * aboveCapitals, size, font: 'bold' })
      drawLines(
        { write, format },
        place.lines.map((line) => ({ ...place, text: line, look: 'bold' })),
        placeTop,
      )
    },
  }
}

type Writing = Pick<Parts, 'write' | 'format'>

const drawLines = ({ write, format: { margin } }: Writing, lines: readonly Line<PaperFont>[], top: number): void => {
  lines.reduce((at, { text, look, size }) => write(text, { left: margin, top: at, size, font: look }), top)
}

/** The head of a further label of the same parcel, so that both are found together. */
const drawOtherHead = ({ document, label, format, measure, write }: Parts, which: string): void => {
  const { margin, width, four, small, text } = format
  const size = four * 0.6
  const top = margin - size * aboveCapitals
  write(label.delivery.trackingId.slice(-4), { left: margin, top, size, font: 'bold' })
  const right = width - margin - measure('bold')(label.placeCode ?? '') * size
  if (label.placeCode) write(label.placeCode, { left: right, top, size, font: 'bold' })
  const below = margin + size * capitals + small * 0.5
  drawId(document, label.delivery, format, below)
  write(which, { left: margin, top: below + text * 1.2, size: text, font: 'bold' })
}

const otherTop = ({ margin, four, small, text }: LabelFormat): number =>
  margin + four * 0.6 * capitals + small + text * 2.4

/** White on black at the foot where money is due, so that the agent sees it before the parcel is handed over. */
const drawDue = (document: Drawing, { paid, leg, totalAmount }: DeliveryRecord, format: LabelFormat): void => {
  const { margin, width, height, text } = format
  const box = { left: margin, top: height - margin - text * 1.8, width: width - 2 * margin, height: text * 1.8 }
  const isDue = !paid && leg !== 'back'
  const words = isDue ? `TAKE ${formatKsh(totalAmount)}` : paid ? 'PAID' : 'NOTHING TO PAY'
  document.rect(box.left, box.top, box.width, box.height)
  if (isDue) document.fill(ink)
  else document.lineWidth(1).stroke(ink)
  document
    .font('bold')
    .fontSize(text)
    .fillColor(isDue ? '#ffffff' : ink)
  document.text(words, box.left, box.top + text * 0.35, { width: box.width, align: 'center', lineBreak: false })
}
