import { inflateSync } from 'node:zlib'

/** What a person reads on a PDF of pdfkit's: its texts stand in packed streams, as hexadecimal pieces with kerning in between. */
export const textOf = (pdf: Buffer): string => {
  const source = pdf.toString('latin1')
  const streams = [...source.matchAll(/\/FlateDecode\s*>>\s*stream\n([\s\S]*?)\nendstream/g)]
  return streams
    .map(([, packed = '']) => inflated(Buffer.from(packed, 'latin1')))
    .flatMap((content) => [...content.matchAll(/\[([^\]]*)\] TJ/g)].map(([, pieces = '']) => spoken(pieces)))
    .join('\n')
}

const inflated = (packed: Buffer): string => {
  try {
    return inflateSync(packed).toString('latin1')
  } catch {
    return ''
  }
}

const spoken = (pieces: string): string =>
  [...pieces.matchAll(/<([0-9a-f]+)>/g)].map(([, hex = '']) => Buffer.from(hex, 'hex').toString('latin1')).join('')
