/** @returns the width of a text at size 1, in points */
export type Measure = (text: string) => number

/** The distance between lines, as a multiple of the text's size. */
export const lineAdvance = 1.18

/** Cuts a word that is wider than its column into pieces that fit. */
const getPieces = (word: string, fits: (text: string) => boolean): string[] => {
  const pieces: string[] = []
  let piece = ''
  for (const letter of word) {
    if (piece && !fits(piece + letter)) {
      pieces.push(piece)
      piece = ''
    }
    piece += letter
  }
  return [...pieces, piece]
}

/**
 * Breaks a text between words into lines that are no wider than the column; a word that is wider is broken between letters.
 * @param column in points at size 1: the column's width divided by the text's size
 */
const wrap = (text: string, measure: Measure, column: number): string[] => {
  const fits = (line: string) => measure(line) <= column
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ').filter(Boolean)) {
    const longer = line ? `${line} ${word}` : word
    if (fits(longer)) {
      line = longer
      continue
    }
    if (line) lines.push(line)
    const pieces = getPieces(word, fits)
    lines.push(...pieces.slice(0, -1))
    line = pieces.at(-1) ?? ''
  }
  return line ? [...lines, line] : lines
}

type Room = { readonly width: number; readonly height: number }

/**
 * A text on as many lines as it needs, as large as the room allows. Words are broken only at the least size, where the
 * lines may also be higher than the room.
 * @param sizes in points, the largest first
 */
export const fitWords = (text: string, measure: Measure, room: Room, sizes: { max: number; min: number }) => {
  const widest = Math.max(...text.split(' ').map(measure))
  for (let size = sizes.max; size > sizes.min; size -= 0.5) {
    const lines = wrap(text, measure, room.width / size)
    const isWhole = widest * size <= room.width && lines.length * size * lineAdvance <= room.height
    if (isWhole) return { size, lines }
  }
  return { size: sizes.min, lines: wrap(text, measure, room.width / sizes.min) }
}

/** A text of one look. It shrinks with the others, down to `min` points. */
export type Block<Look> = {
  readonly text: string
  readonly look: Look
  readonly size: number
  readonly min: number
}
export type Line<Look> = { readonly text: string; readonly look: Look; readonly size: number }

export const getHeight = (lines: readonly { readonly size: number }[]): number =>
  lines.reduce((height, { size }) => height + size * lineAdvance, 0)

/** The lines of all blocks at this scale, from 0 (each at its least size) to 1. */
export const linesAt = <Look>(
  blocks: readonly Block<Look>[],
  measure: (look: Look) => Measure,
  width: number,
  scale: number,
): Line<Look>[] =>
  blocks.flatMap(({ text, look, size: max, min }) => {
    const size = Math.max(Math.min(min, max), max * scale)
    return wrap(text, measure(look), width / size).map((line) => ({ text: line, look, size }))
  })

/** All blocks as large as they fit into the room together; null where they do not fit at their least sizes. */
export const fitBlocks = <Look>(
  blocks: readonly Block<Look>[],
  measure: (look: Look) => Measure,
  room: Room,
): Line<Look>[] | null => {
  for (let percent = 100; percent >= 0; percent -= 4) {
    const lines = linesAt(blocks, measure, room.width, percent / 100)
    if (getHeight(lines) <= room.height) return lines
  }
  return null
}
