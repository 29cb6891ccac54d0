import { setImmediate } from 'node:timers/promises'
import type { LabelSize } from '@tuma/contracts/api'
import type { DeliveryRecord } from '@tuma/contracts/services'
import { labelFaces } from './label-face.ts'
import { type DocumentHead, type Drawing, drawnPdf, mm, type Printed } from './pdf.ts'

/** `placeCode`: the code of the destination; null where it has none. */
export type Labelled = { readonly delivery: DeliveryRecord; readonly placeCode: string | null }
type Labels = Printed & { readonly size: LabelSize }

const a6 = {
  width: mm(105),
  height: mm(148),
  margin: mm(7),
  code: 118,
  four: 52,
  placeCode: 46,
  place: 30,
  text: 15,
  small: 10,
}
/**
 * In points. `code`: the width of the square code. `four`: at most the last group of the tracking id, which is read at
 * arm's length. Capitals are 0.73 of their size high, so `placeCode` is 8 mm high on the narrowest roll.
 */
export type LabelFormat = { readonly [length in keyof typeof a6]: number }
const formats: Record<LabelSize, LabelFormat> = {
  a6,
  a4: a6,
  '80': {
    width: mm(80),
    height: mm(110),
    margin: mm(4),
    code: 92,
    four: 38,
    placeCode: 38,
    place: 22,
    text: 12,
    small: 8.5,
  },
  '58': {
    width: mm(58),
    height: mm(100),
    margin: mm(5),
    code: 66,
    four: 26,
    placeCode: 32,
    place: 17,
    text: 10,
    small: 7,
  },
}

/** An A4 sheet has four A6 labels, from left to right and down. */
const perSheet: Record<LabelSize, number> = { a6: 1, a4: 4, '80': 1, '58': 1 }
const a4 = { width: mm(210), height: mm(297) }

/**
 * The labels of several parcels in one file, in this order. Only for people who may see the deliveries in full; a label
 * shows no more than the transport needs. Between two labels the thread draws other requested papers.
 */
export const labelsPdf = (
  labels: readonly Labelled[],
  { size, publicUrl, now }: Labels,
): Promise<Uint8Array<ArrayBuffer>> => {
  const format = formats[size]
  const count = perSheet[size]
  const paper: [number, number] = count === 1 ? [format.width, format.height] : [a4.width, a4.height]
  return drawnPdf({ size: paper, margin: format.margin }, toHead(labels, now), async (document) => {
    let drawn = 0
    for (const label of labels) {
      if (drawn > 0) await setImmediate()
      for (const drawFace of labelFaces(document, label, format, publicUrl)) {
        if (drawn % count === 0) beginSheet(document, size)
        drawAt(document, drawn % count, format, drawFace)
        drawn += 1
      }
    }
  })
}

const toHead = (labels: readonly Labelled[], now: string): DocumentHead => {
  const [first] = labels
  return { title: labels.length === 1 && first ? `Label ${first.delivery.trackingId}` : `${labels.length} labels`, now }
}

const beginSheet = (document: Drawing, size: LabelSize): void => {
  document.addPage()
  if (size !== 'a4') return
  const [across, down] = [a4.width / 2, a4.height / 2]
  document.moveTo(across, 0).lineTo(across, a4.height).moveTo(0, down).lineTo(a4.width, down)
  document.lineWidth(0.5).dash(2, { space: 4 }).stroke('#000000').undash()
}

const drawAt = (document: Drawing, at: number, { width, height }: LabelFormat, draw: () => void): void => {
  document.save().translate((at % 2) * width, Math.floor(at / 2) * (a4.height - height))
  draw()
  document.restore()
}
