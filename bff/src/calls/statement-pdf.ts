import { setImmediate } from 'node:timers/promises'
import { inPaperLetters } from './paper-fonts.ts'
import { type Drawing, drawMark, drawnPdf } from './pdf.ts'

/** A sender's statement in the words that are printed. `pages`: with the gaps `{{page}}` and `{{pages}}`. */
export type StatementPaper = {
  readonly kind: 'statement'
  readonly title: string
  readonly name: string
  readonly days: string
  readonly sums: readonly (readonly [label: string, amount: string])[]
  readonly headings: { readonly [column in 'day' | 'what' | 'how' | 'yours' | 'balance']: string }
  readonly lines: readonly {
    readonly day: string
    readonly what: string
    readonly how: string
    readonly yours: string
    readonly balance: string
    /** Below `what` and `how`. */
    readonly about: string
    readonly became: string
  }[]
  readonly none: string
  readonly foot: string
  readonly pages: string
}

const [green, ink, grey, rule] = ['#0d3b2a', '#111111', '#555555', '#d9d4c4']
const margin = 36
const a4 = { width: 595.28, height: 841.89 }
const lineHeight = 27
const bottom = a4.height - margin - 22
/** Points from the left edge; the last two are aligned to their right end. */
const columns = {
  day: { left: margin, width: 66 },
  what: { left: 104, width: 224 },
  how: { left: 332, width: 118 },
  yours: { left: 426, width: 62 },
  balance: { left: 491, width: 68 },
} as const
type Column = keyof typeof columns

const write = (document: Drawing, column: Column, text: string, top: number): void => {
  const { left, width } = columns[column]
  const align = column === 'yours' || column === 'balance' ? 'right' : 'left'
  document.text(inPaperLetters(text), left, top, { width, height: 11, ellipsis: true, align, lineBreak: true })
}

/** As many A4 pages as the lines need. Between two pages the thread draws other requested papers. */
export const statementPdf = (
  paper: StatementPaper,
  { now }: { readonly now: string },
): Promise<Uint8Array<ArrayBuffer>> =>
  drawnPdf(
    { size: [a4.width, a4.height], margin },
    { title: `${paper.title} ${paper.days}`, now },
    async (document) => {
      const pages = intoPages(paper.lines)
      for (const [index, lines] of pages.entries()) {
        if (index > 0) await setImmediate()
        document.addPage()
        const top = index === 0 ? drawHead(document, paper) : margin
        drawLines(document, paper, lines, top)
        drawFoot(document, paper, index + 1, pages.length)
      }
    },
  )

const headHeight = 196
const headingsHeight = 18
const countOnFirst = Math.floor((bottom - headHeight - headingsHeight) / lineHeight)
const countOnOthers = Math.floor((bottom - margin - headingsHeight) / lineHeight)

const intoPages = (lines: StatementPaper['lines']): StatementPaper['lines'][] => {
  const pages = [lines.slice(0, countOnFirst)]
  for (let from = countOnFirst; from < lines.length; from += countOnOthers)
    pages.push(lines.slice(from, from + countOnOthers))
  return pages
}

/** @returns where the lines begin */
const drawHead = (document: Drawing, { title, name, days, sums }: StatementPaper): number => {
  drawMark(document, { left: margin, top: margin, width: 34 })
  document.font('bold').fontSize(19).fillColor(green)
  document.text(`Tuma · ${title}`, margin + 44, margin - 2)
  document.font('regular').fontSize(10).fillColor(ink)
  document.text(inPaperLetters(`${name} · ${days}`), margin + 44, margin + 22, {
    width: 470,
    height: 13,
    ellipsis: true,
  })
  sums.forEach(([label, amount], index) => {
    const top = 92 + index * 18
    const isEnd = index === sums.length - 1
    document
      .font(isEnd ? 'bold' : 'regular')
      .fontSize(10)
      .fillColor(isEnd ? ink : grey)
    document.text(label, margin, top, { width: 300, height: 13, ellipsis: true })
    document.fillColor(ink).text(amount, margin, top, { width: 390, align: 'right' })
  })
  return headHeight
}

const drawRule = (document: Drawing, top: number): void => {
  document
    .moveTo(margin, top)
    .lineTo(a4.width - margin, top)
    .lineWidth(0.5)
    .stroke(rule)
}

const drawLines = (
  document: Drawing,
  { headings, none, lines: all }: StatementPaper,
  lines: StatementPaper['lines'],
  top: number,
): void => {
  document.font('bold').fontSize(8).fillColor(green)
  for (const column of Object.keys(columns) as Column[]) write(document, column, headings[column], top)
  drawRule(document, top + headingsHeight - 4)
  if (all.length === 0)
    document
      .font('regular')
      .fontSize(9)
      .fillColor(ink)
      .text(none, margin, top + 24)
  lines.forEach((line, index) => {
    drawLine(document, line, top + headingsHeight + index * lineHeight)
  })
}

const drawLine = (document: Drawing, line: StatementPaper['lines'][number], top: number): void => {
  document.font('regular').fontSize(8.5).fillColor(ink)
  for (const column of ['day', 'what', 'how', 'yours', 'balance'] as const) write(document, column, line[column], top)
  document.fontSize(7.5).fillColor(grey)
  if (line.about) write(document, 'what', line.about, top + 11.5)
  if (line.became) write(document, 'how', line.became, top + 11.5)
  drawRule(document, top + lineHeight - 3.5)
}

const drawFoot = (document: Drawing, { foot, pages: text }: StatementPaper, page: number, pages: number): void => {
  const top = a4.height - margin - 12
  document.font('regular').fontSize(8).fillColor(grey)
  document.text(foot, margin, top, { lineBreak: false })
  const count = text.replace('{{page}}', String(page)).replace('{{pages}}', String(pages))
  document.text(count, margin, top, { width: a4.width - 2 * margin, align: 'right', lineBreak: true, height: 12 })
}
