import {
  hereWords,
  hereWordsInSwahili,
  type Language,
  placeWords,
  placeWordsInSwahili,
  sentenceWords,
  sentenceWordsInSwahili,
  stageWords,
  stageWordsInSwahili,
  trackWords,
  trackWordsInSwahili,
  twoIdsSentence,
} from '@tuma/contracts/vocabulary'
import ownEnglish from './texts/pages.en.json' with { type: 'json' }
import ownSwahili from './texts/pages.sw.json' with { type: 'json' }

const english = {
  ...sentenceWords,
  ...stageWords,
  ...hereWords,
  ...trackWords,
  ...placeWords,
  'page.twoIds': twoIdsSentence,
  ...ownEnglish,
}
type Key = keyof typeof english

const swahili: Record<Key, string> = {
  ...sentenceWordsInSwahili,
  ...stageWordsInSwahili,
  ...hereWordsInSwahili,
  ...trackWordsInSwahili,
  ...placeWordsInSwahili,
  ...ownSwahili,
}

/** A text with its gaps filled in, not escaped: the page must escape it. */
export const wordsIn =
  (language: Language) =>
  (key: Key, gaps: Readonly<Record<string, string>> = {}): string =>
    (language === 'sw' ? swahili : english)[key].replace(/\{\{(\w+)\}\}/g, (_, gap: string) => gaps[gap] ?? '')
export type Words = ReturnType<typeof wordsIn>
