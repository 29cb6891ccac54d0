import { setImmediate } from 'node:timers/promises'
import type { StickerSize } from '@tuma/contracts/api'
import { type Drawing, drawCode, drawnPdf, mm, type Printed, trackingAddress } from './pdf.ts'

type Format = {
  readonly width: number
  readonly height: number
  readonly margin: number
  readonly code: number
  readonly four: number
  readonly text: number
}
/**
 * In points. `a4`: sheets of 40 stickers of 52.5 × 29.7 mm, which are sold ready cut; a printer leaves 4 mm at the edge
 * of the sheet. `four`: at most the last four, which are read at arm's length.
 */
const formats: Record<StickerSize, Format> = {
  a4: { width: mm(52.5), height: mm(29.7), margin: mm(4.5), code: mm(19), four: 23, text: 10 },
  '80': { width: mm(80), height: mm(40), margin: mm(4), code: mm(31), four: 40, text: 17 },
  '58': { width: mm(58), height: mm(30), margin: mm(4), code: mm(22), four: 27, text: 12 },
}
const [across, down] = [4, 10]
const a4: [number, number] = [mm(210), mm(297)]
const ink = '#000000'
/** A scanner needs that much blank paper around the code. */
const besideCode = mm(2.5)
/** So many are drawn before the thread draws other papers. */
const drawnAtOnce = 40

/** A roll of stickers: each with a code that leads to its parcel, its id in three groups, and the last four large. */
export const stickersPdf = (
  stickers: readonly string[],
  { roll, size, publicUrl, now }: Printed & { readonly roll: number; readonly size: StickerSize },
): Promise<Uint8Array<ArrayBuffer>> => {
  const format = formats[size]
  const perSheet = size === 'a4' ? across * down : 1
  const paper: [number, number] = size === 'a4' ? a4 : [format.width, format.height]
  return drawnPdf({ size: paper, margin: 0 }, { title: `Stickers of roll ${roll}`, now }, async (document) => {
    for (const [index, sticker] of stickers.entries()) {
      if (index % drawnAtOnce === 0 && index > 0) await setImmediate()
      if (index % perSheet === 0) document.addPage()
      const at = index % perSheet
      document.save().translate((at % across) * format.width, Math.floor(at / across) * format.height)
      drawSticker(document, sticker, format, publicUrl)
      document.restore()
    }
  })
}

const drawSticker = (document: Drawing, sticker: string, format: Format, publicUrl: string): void => {
  const { margin, width, height, code, four, text } = format
  const top = (height - code) / 2
  drawCode(document, trackingAddress(publicUrl, sticker), { left: margin, top, width: code, ink })
  const [prefix, first, second, last] = sticker.split('-') as [string, string, string, string]
  const left = margin + code + besideCode
  const wide = document.font('bold').fontSize(1000).widthOfString(last) / 1000
  const size = Math.min(four, (width - left - margin) / wide)
  const lines = [
    { words: `${prefix}-${first}`, font: 'Courier-Bold', size: text },
    { words: second, font: 'Courier-Bold', size: text },
    { words: last, font: 'bold', size },
  ]
  lines.reduce((at, { words, font, size }) => {
    document.font(font).fontSize(size).fillColor(ink).text(words, left, at, { lineBreak: false })
    return at + size * 1.15
  }, top)
}
