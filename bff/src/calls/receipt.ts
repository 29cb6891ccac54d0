import type { DeliveryRecord } from '@tuma/contracts/services'
import { type EvidenceState, formatKsh, stageWords, toStage } from '@tuma/contracts/vocabulary'
import { inPaperLetters } from './paper-fonts.ts'
import { drawCode, drawMark, drawnPdf, type Printed, trackingAddress } from './pdf.ts'
import { shownParty } from './tracked.ts'

const titles = { doorstep: 'Door Step delivery', parcelDukani: 'Parcel Dukani' }

const [green, ink, grey] = ['#0d3b2a', '#111111', '#555555']
const margin = 36
const valuesAt = 150
const codeWidth = 84
const markWidth = 40
/** At most three lines, so that everything stays on one page. */
const oneValue = { width: 234, height: 36, ellipsis: true }

const nairobiTime = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'Africa/Nairobi',
})

export type ReceiptOptions = Printed & {
  readonly inFull: boolean
  /** Missing, or null: nothing was paid by M-Pesa, or payment can not say. */
  readonly mpesaCode?: string | null
  readonly evidence?: EvidenceState | null
}

type Line = readonly [label: string, text: string | null | undefined]

/**
 * An A5 page. Only people who may see the delivery in full get names, phones, shops, addresses and the payment
 * reference.
 */
export const receiptPdf = (delivery: DeliveryRecord, options: ReceiptOptions): Promise<Uint8Array<ArrayBuffer>> => {
  const { trackingId } = delivery
  const { publicUrl, now } = options
  const tracking = trackingAddress(publicUrl, trackingId)
  return drawnPdf({ size: 'A5', margin }, { title: `Receipt ${trackingId}`, now }, (document) => {
    document.addPage()
    drawMark(document, { left: margin, top: margin, width: markWidth })
    document.font('bold').fontSize(24).fillColor(green)
    document.text('Tuma', margin + markWidth + 10, margin + 2)
    document.font('regular').fontSize(10).fillColor(grey).text('Courier and parcel delivery')
    drawCode(document, tracking, { left: document.page.width - margin - codeWidth, top: margin, width: codeWidth, ink })
    document.font('bold').fontSize(15).fillColor(ink).text(trackingId, margin, 100).moveDown(1.5)
    for (const [title, lines] of sections(delivery, options)) writeSection(document, title, lines)
    document.font('regular').fontSize(8.5).fillColor(grey)
    document.text(`Track this parcel: ${tracking}`, margin, document.y, { link: tracking })
    document.text(`Printed ${nairobiTime.format(new Date(now))}, Nairobi time`)
  })
}

const sections = (delivery: DeliveryRecord, options: ReceiptOptions): [string, Line[]][] => {
  const { inFull } = options
  const sender = shownParty(delivery.sender, inFull)
  const receiver = shownParty(delivery.receiver, inFull)
  const onlyInFull = (text: string | null) => (inFull ? text : null)
  return [
    [
      titles[delivery.deliveryType],
      [
        ['Requested', nairobiTime.format(new Date(delivery.createdAt))],
        ['Status', getStatus(delivery)],
        ['Parcel', onlyInFull(delivery.parcelDescription)],
      ],
    ],
    [
      'From',
      [
        ['Name', sender.name],
        ['Phone', sender.phone],
        ['Location', sender.location],
        ['Shop', onlyInFull(delivery.sender.dropoffAgent)],
      ],
    ],
    [
      'To',
      [
        ['Name', receiver.name],
        ['Phone', receiver.phone],
        ['Location', receiver.location],
        ['Shop', onlyInFull(delivery.receiver.pickupAgent)],
        ['Address', onlyInFull(delivery.receiver.pickupAddress)],
      ],
    ],
    ['Payment', paymentLines(delivery, options)],
  ]
}

/**
 * The last step that has happened, in the words of the tracking page: a parcel for a door that was just booked is
 * "Booked".
 */
const getStatus = (delivery: DeliveryRecord): string => {
  const stage = stageWords[`stage.${toStage(delivery)}`]
  return delivery.held ? `${stage}, ${stageWords['stage.held'].toLowerCase()}` : stage
}

/** Each sum once: a single charge is also the total. */
const paymentLines = (delivery: DeliveryRecord, { inFull, mpesaCode, evidence }: ReceiptOptions): Line[] => {
  const { paymentMethod, deliveryFee, productPrice, totalAmount, paymentReferenceId } = delivery
  const onDelivery = paymentMethod === 'payOnDelivery'
  return [
    ['Delivery fee', inFull ? formatKsh(deliveryFee) : null],
    ['Product price', inFull && onDelivery && productPrice > 0 ? formatKsh(productPrice) : null],
    ['Total', inFull && totalAmount !== deliveryFee ? formatKsh(totalAmount) : null],
    ['Payment', howPaid(delivery, inFull)],
    ['M-Pesa code', mpesaCode],
    ['M-Pesa check', evidence ? proven[evidence] : null],
    ['Payment reference', inFull ? paymentReferenceId : null],
  ]
}

/** A message can be made up, so a receipt says when there is no other evidence. */
const proven: Record<EvidenceState, string> = {
  shown: 'Message received, not yet confirmed by M-Pesa',
  unchecked: 'Not yet checked with M-Pesa',
  confirmed: 'Confirmed',
  mismatched: 'Different from M-Pesa',
  overdue: 'Message received, not confirmed within a day',
  reversed: 'Paid back',
}

const howPaid = ({ paymentMethod, paid, totalAmount }: DeliveryRecord, inFull: boolean): string => {
  if (paymentMethod === 'payNow') return 'Paid with M-Pesa'
  if (paid) return 'Paid on delivery'
  return inFull ? 'To pay on delivery' : `To pay on delivery: ${formatKsh(totalAmount)}`
}

const writeSection = (document: PDFKit.PDFDocument, title: string, lines: readonly Line[]): void => {
  document.font('bold').fontSize(11).fillColor(green).text(title, margin).moveDown(0.3)
  for (const [label, text] of lines) {
    if (!text) continue
    const { y } = document
    document.font('regular').fontSize(9.5).fillColor(grey).text(label, margin, y)
    document.font('bold').fillColor(ink).text(inPaperLetters(text), valuesAt, y, oneValue).moveDown(0.25)
  }
  document.moveDown(0.8)
}
