import { inflateSync } from 'node:zlib'

/** `size`: in points. */
export type PdfText = { readonly text: string; readonly size: number }

/** Each visible text of a PDF by pdfkit, in the order in which it was written. */
export const toTexts = (pdf: Uint8Array): PdfText[] => {
  const objects = objectsIn(Buffer.from(pdf).toString('latin1'))
  const fonts = fontsIn(objects)
  return [...objects.values()].flatMap(({ stream }) => textsIn(stream, fonts))
}

export const textOf = (pdf: Uint8Array): string =>
  toTexts(pdf)
    .map(({ text }) => text)
    .join('\n')

type PdfObject = { readonly head: string; readonly stream: string }

const objectsIn = (source: string): ReadonlyMap<string, PdfObject> =>
  new Map(
    [...source.matchAll(/(\d+) 0 obj\n([\s\S]*?)(?:stream\n([\s\S]*?)\nendstream\n?)?endobj/g)].map(
      ([, id = '', head = '', packed = '']) => [id, { head, stream: inflated(packed) }],
    ),
  )

const inflated = (packed: string): string => {
  try {
    return inflateSync(Buffer.from(packed, 'latin1')).toString('latin1')
  } catch {
    return ''
  }
}

type Letters = (hex: string) => string
const oneByteEach: Letters = (hex) => Buffer.from(hex, 'hex').toString('latin1')

/** The fonts by the names that pages have for them: how a font's numbers are read. */
const fontsIn = (objects: ReadonlyMap<string, PdfObject>): ReadonlyMap<string, Letters> => {
  const named = [...objects.values()].flatMap(({ head }) => [...head.matchAll(/\/(F\d+) (\d+) 0 R/g)])
  return new Map(
    named.map(([, name = '', id = '']) => {
      const [, table] = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id)?.head ?? '') ?? []
      return [name, table ? byTable(objects.get(table)?.stream ?? '') : oneByteEach]
    }),
  )
}

const utf16 = (hex: string): string => Buffer.from(hex.replace(/\s/g, ''), 'hex').swap16().toString('utf16le')

const byTable = (table: string): Letters => {
  const letters = [...table.matchAll(/<\w+> <\w+> \[([^\]]*)\]/g)].flatMap(([, list = '']) =>
    [...list.matchAll(/<([^>]*)>/g)].map(([, hex = '']) => utf16(hex)),
  )
  return (hex) => [...hex.matchAll(/..../g)].map(([number]) => letters[Number.parseInt(number, 16)] ?? '').join('')
}

const textsIn = (content: string, fonts: ReadonlyMap<string, Letters>): PdfText[] => {
  let [letters, size] = [oneByteEach, 0]
  return [...content.matchAll(/\/(F\d+) ([\d.]+) Tf|\[([^\]]*)\] TJ/g)].flatMap(([, font, at, pieces]) => {
    if (font) [letters, size] = [fonts.get(font) ?? oneByteEach, Number(at)]
    if (pieces === undefined) return []
    return [{ size, text: [...pieces.matchAll(/<([0-9a-f]+)>/g)].map(([, hex = '']) => letters(hex)).join('') }]
  })
}
