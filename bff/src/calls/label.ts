import type { LabelSize } from '@tuma/contracts/api'
import type { DeliveryRecord } from '@tuma/contracts/services'
import { displayPhone, formatKsh } from '@tuma/contracts/vocabulary'
import { type Drawing, drawCode, drawnPdf, type Printed, printable, trackingAddress } from './pdf.ts'

const kinds = { doorstep: 'DOOR STEP', parcelDukani: 'PARCEL DUKANI' }
/** Rolls print nothing else. */
const ink = '#000000'
const mm = (length: number): number => (length * 72) / 25.4

/** A scanner wants that much paper around the code. */
const besideCode = mm(3)

/** In points. `four` is, at most, the last group of the tracking id: what is read from an arm's length. */
type Format = {
  readonly width: number
  readonly height: number
  readonly margin: number
  readonly code: number
  readonly four: number
  readonly place: number
  readonly text: number
  readonly small: number
}
const formats: Record<LabelSize, Format> = {
  a6: { width: mm(105), height: mm(148), margin: mm(7), code: 118, four: 52, place: 30, text: 15, small: 10 },
  '80': { width: mm(80), height: mm(110), margin: mm(4), code: 92, four: 38, place: 22, text: 12, small: 8.5 },
  '58': { width: mm(58), height: mm(100), margin: mm(5), code: 66, four: 26, place: 17, text: 10, small: 7 },
}

/** For who may see the delivery in full: it is stuck on the parcel, and says no more than whoever carries it must know. */
export const labelPdf = (
  delivery: DeliveryRecord,
  { size, publicUrl, now }: Printed & { readonly size: LabelSize },
): Promise<Uint8Array<ArrayBuffer>> => {
  const { trackingId } = delivery
  const format = formats[size]
  const { width, height, margin } = format
  return drawnPdf({ size: [width, height], margin }, { title: `Label ${trackingId}`, now }, (document) => {
    drawHead(document, delivery, format)
    const { code } = format
    const place = { left: width - margin - code, top: margin, width: code, ink }
    drawCode(document, trackingAddress(publicUrl, trackingId), place)
    drawRoute(document, delivery, format)
    drawDue(document, delivery, format)
  })
}

const drawHead = (document: Drawing, { trackingId, deliveryType }: DeliveryRecord, format: Format): void => {
  const { margin, width, code, four, small, text } = format
  const beside = { width: width - 2 * margin - code - besideCode, lineBreak: false }
  document.font('Helvetica-Bold').fillColor(ink)
  document.fontSize(text).text('TUMA', margin, margin, beside)
  document.fontSize(small).text(kinds[deliveryType], margin, margin + text * 1.2, beside)
  const last = trackingId.slice(-4)
  const size = four * Math.min(1, beside.width / document.fontSize(four).widthOfString(last))
  document.fontSize(size).text(last, margin, margin + code - size * 0.9, { lineBreak: false })
  document
    .font('Courier-Bold')
    .fontSize(text)
    .text(trackingId, margin, margin + code + 6, { lineBreak: false })
}

const drawRoute = (document: Drawing, { sender, receiver }: DeliveryRecord, format: Format): void => {
  const { margin, width, code, text, small, place } = format
  const column = width - 2 * margin
  let top = margin + code + 6 + text * 1.5
  const line = (what: string | null, size: number, font: string, lines = 1): void => {
    if (!what) return
    document.font(font).fontSize(size).fillColor(ink)
    document.text(printable(what), margin, top, { width: column, height: size * 1.16 * lines, ellipsis: true })
    top = document.y + size * 0.12
  }
  document
    .moveTo(margin, top - small * 0.4)
    .lineTo(width - margin, top - small * 0.4)
    .lineWidth(1.5)
    .stroke(ink)
  top += small * 0.3
  line('TO', small, 'Helvetica')
  line(receiver.location, place, 'Helvetica-Bold')
  line(receiver.pickupAgent ?? receiver.pickupAddress, text, 'Helvetica-Bold', 2)
  line(receiver.moreDetails, small, 'Helvetica', 2)
  line(receiver.name, text, 'Helvetica-Bold')
  line(displayPhone(receiver.phone), text, 'Helvetica')
  top += small * 0.5
  line(`FROM ${sender.location}, ${sender.dropoffAgent}`, small, 'Helvetica', 2)
}

/** White on black at the foot where money is to be taken: nobody hands it over without having seen that. */
const drawDue = (document: Drawing, { paid, totalAmount }: DeliveryRecord, format: Format): void => {
  const { margin, width, height, text } = format
  const box = { left: margin, top: height - margin - text * 1.8, width: width - 2 * margin, height: text * 1.8 }
  const words = paid ? 'PAID' : `TAKE ${formatKsh(totalAmount)}`
  document.rect(box.left, box.top, box.width, box.height)
  if (paid) document.lineWidth(1).stroke(ink)
  else document.fill(ink)
  document
    .font('Helvetica-Bold')
    .fontSize(text)
    .fillColor(paid ? ink : '#ffffff')
  document.text(words, box.left, box.top + text * 0.45, { width: box.width, align: 'center', lineBreak: false })
}
