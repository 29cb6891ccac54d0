import { fillSentence } from '@tuma/contracts/vocabulary'
import { ApiError } from './api-error.ts'
import { refusalTexts, useSentence } from './sentence.ts'
import { useLanguage, useText } from './text.ts'

/**
 * What a person reads about a failed call: `const say = useErrorText()`, `say(error, 'Failed to fetch riders.')`.
 * A refusal speaks for itself, translated by its code; a fault, or anything unexpected, gets the fallback.
 */
export function useErrorText(): (error: unknown, fallback: string) => string {
  const [language] = useLanguage()
  const text = useText(refusalTexts) as (key: string) => string
  const read = useSentence()
  return (error, fallback) => {
    if (!(error instanceof ApiError) || error.code === 'fault') return fallback
    // The sentence says what is wrong with an input; the code does not.
    const translated = language === 'en' || error.code === 'bad_input' ? error.code : text(error.code)
    return translated === error.code ? read(error.message) : fillSentence(translated, error.details, language)
  }
}
