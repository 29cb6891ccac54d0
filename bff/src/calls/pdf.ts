import PDFDocument from 'pdfkit'
import QRCode from 'qrcode'
import { paperFonts } from './paper-fonts.ts'

/** The common parts of receipts and labels: how they are drawn, and the code that leads to the parcel's tracking. */
type Paper = { readonly size: 'A5' | [number, number]; readonly margin: number }
export type Drawing = PDFKit.PDFDocument
export type DocumentHead = { readonly title: string; readonly now: string }
export type Printed = { readonly publicUrl: string; readonly now: string }

/** Millimetres in points. */
export const mm = (length: number): number => (length * 72) / 25.4

/**
 * The fonts are `regular` and `bold` (`paper-fonts.ts`), and those of every PDF reader.
 * @param draw adds each page before it writes on it
 */
export const drawnPdf = async (
  { size, margin }: Paper,
  { title, now }: DocumentHead,
  draw: (document: Drawing) => void | Promise<void>,
): Promise<Uint8Array<ArrayBuffer>> => {
  const info = { Title: title, CreationDate: new Date(now) }
  const document = new PDFDocument({ size, margin, info, autoFirstPage: false })
  for (const [name, font] of Object.entries(paperFonts)) document.registerFont(name, font as unknown as string)
  const chunks: Uint8Array[] = []
  document.on('data', (chunk: Uint8Array) => chunks.push(chunk))
  const written = new Promise<void>((resolve, reject) => document.on('end', resolve).on('error', reject))
  await draw(document)
  document.end()
  await written
  return new Uint8Array(Buffer.concat(chunks))
}

/** The page that shows a parcel in every browser. */
export const trackingAddress = (publicUrl: string, trackingId: string): string =>
  `${publicUrl.replace(/\/$/, '')}/t/${trackingId}`

/** The same in capitals: the code then has a third fewer dots, and can be read from worse paper. */
const inCapitals = (address: string): string => {
  const { origin, pathname } = new URL(address)
  return `${origin}${pathname}`.toUpperCase()
}

type Place = { readonly left: number; readonly top: number; readonly width: number }

/** The two arrowheads of the logo. */
export const drawMark = (document: Drawing, { left, top, width }: Place): void => {
  document
    .save()
    .translate(left, top)
    .scale(width / 40)
  document.roundedRect(0, 0, 40, 40, 10).fill('#0c3a29')
  document.path('M6 10h7l9 10-9 10H6l9-10z').fill('#e8704a')
  document.path('M17 10h8l10 10-10 10h-8l9-10z').fill('#f0b73f')
  document.circle(7.5, 20, 2.5).fill('#f9f1de')
  document.restore()
}

/** Drawn as shapes and not as an image: sharp in print, and 3 ms of work instead of 20. */
export const drawCode = (
  document: Drawing,
  address: string,
  { left, top, width, ink }: Place & { readonly ink: string },
): void => {
  const { size, data } = QRCode.create(inCapitals(address)).modules
  const dot = width / size
  data.forEach((dark, index) => {
    if (dark) document.rect(left + (index % size) * dot, top + Math.floor(index / size) * dot, dot, dot)
  })
  document.fill(ink)
}
