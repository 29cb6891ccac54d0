/** In characters, before and after cleaning: some twenty messages. */
export const maxPastedLength = 4000
/** Messages in one paste. */
export const maxPieces = 20

/** A message as M-Pesa begins it: its receipt code, "Confirmed", and what follows up to the next one. */
export type Piece = {
  /** In capitals. */
  readonly receipt: string
  /** What follows "Confirmed.", on one line. */
  readonly news: string
}
export type Pieces = {
  /** The text before the first receipt code that begins a message; all of it where there is no such code. */
  readonly lead: string
  readonly pieces: readonly Piece[]
}

const quoteMarks = /^[>| \t]+/gm
/** Zero-width marks, directions, joiners and fillers: apps insert them, and they are invisible. */
const unseen = /[\p{Cf}\p{DI}\u2800]/gu

/** Marks around bold, italic or struck-out words of a chat. The stars of a masked phone are between its digits. */
const emphasis = /(?<![\p{L}\p{N}*_~])[*_~]{1,2}(?=[^\s*_~])|(?<=[^\s*_~])[*_~]{1,2}(?![\p{L}\p{N}*_~])/gu

/**
 * On one line, in plain letters: compatibility forms are replaced (NFKC); invisible characters, quote marks and
 * emphasis are dropped. Linear in the length of the text.
 */
export const cleanPasted = (text: string): string =>
  text.normalize('NFKC').replace(unseen, '').replace(quoteMarks, '').replace(emphasis, '').replace(/\s+/g, ' ').trim()

const beginning = /(?<![0-9A-Z])([A-Z][A-L][1-9A-V][0-9A-Z]{7}) ?[-:.,]? ?confirmed[.!,:]? ?/gi

/**
 * Cuts where a message begins. A code in lower case begins one only at the start or with a digit in it, because
 * "transaction confirmed" is no code.
 */
export const cutAtReceipts = (cleaned: string): Pieces => {
  const begun = [...cleaned.matchAll(beginning)].filter(
    ({ 1: code = '', index }) => code === code.toUpperCase() || /\d/.test(code) || index === 0,
  )
  const pieces = begun.map(({ 0: begins, 1: code = '', index }, at) => ({
    receipt: code.toUpperCase(),
    news: cleaned.slice(index + begins.length, begun[at + 1]?.index).trim(),
  }))
  return { lead: cleaned.slice(0, begun[0]?.index).trim(), pieces }
}
