import { type AboutShop, charactersOfOneSms, hoursInWords, type Language } from '@tuma/contracts/vocabulary'

/**
 * A text with how to find its shop and when it is open, as much of it as fits: hours go first, then the landmark.
 * @param write the text, with what is to stand behind the shop's name
 * @param most characters, all of which are GSM's
 */
export const withShop = (
  shop: AboutShop | undefined,
  language: Language,
  write: (more: string) => string,
  most = charactersOfOneSms,
): string => {
  const landmark = shop?.landmark ? ` (${shop.landmark})` : ''
  const week = shop?.hours ? hoursInWords(shop.hours, language).replaceAll('–', '-') : ''
  const texts = [landmark + (week && `, ${week}`), landmark].map(write)
  return texts.find((text) => text.length <= most) ?? write('')
}
