import { toTexts } from '@tuma/bff/testing/pdf-text'

/** The ids on the PDF of a roll, in their order: each is written in three texts. */
export const stickersIn = (pdf: Uint8Array): string[] => {
  const texts = toTexts(pdf).map(({ text }) => text)
  return texts.flatMap((text, at) => (text.startsWith('TM-') ? [texts.slice(at, at + 3).join('-')] : []))
}
