import type { ScanAnswer } from '@tuma/contracts/api'
import {
  fillSentence,
  getEatDay,
  type ScanVerdict,
  scanWords,
  scanWordsSwahili,
  timeInWords,
  whenInWords,
} from '@tuma/contracts/vocabulary'
import { holdTexts } from '@tuma/kit/parcels'
import { serverNow, useLanguage, useText, useUser } from '@tuma/kit/runtime'

export type VerdictWords = {
  /** What one reads at arm's length: "Taken in". */
  readonly word: string
  /** What follows: "Give it to a rider by 14:20". Empty where the word says all. */
  readonly rest: string
  readonly sentence: string
}

/** The words of a scan's answer in the chosen language. */
export const useVerdictWords = (): ((answer: ScanAnswer) => VerdictWords) => {
  const [language] = useLanguage()
  const hold = useText(holdTexts)
  const { location } = useUser()
  return (answer) => {
    const template = (language === 'sw' ? scanWordsSwahili : scanWords)[answer.verdict]
    const details = {
      until: answer.until && untilInWords(answer.until, language),
      shop: answer.shop && nameShop(answer.verdict, answer.shop, location),
      reason: answer.hold && hold(`hold.${answer.hold}`),
      rider: answer.rider,
    }
    const fill = (part: string): string => fillSentence(part, details, language)
    const [word = template] = /^[^.:,]+/.exec(template) ?? []
    return {
      word: fill(word),
      rest: fill(template.slice(word.length).replace(/^[.:,] /, '')),
      sentence: fill(template),
    }
  }
}

const untilInWords = (until: string, language: 'en' | 'sw'): string =>
  getEatDay(until) === getEatDay(serverNow()) ? timeInWords(until) : whenInWords(until, language)

/** Another shop's parcel goes first to its town; shops of one town are told apart by their names. */
const nameShop = (verdict: ScanVerdict, shop: NonNullable<ScanAnswer['shop']>, ownLocation: string | null): string =>
  verdict === 'forOtherShop' && shop.location !== ownLocation ? shop.location : shop.address
