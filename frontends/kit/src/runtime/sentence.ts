import { defineCatalogue, useLanguage, useText } from './text.ts'

/** Refusals in other languages, by their code and by the English sentence, which the server says itself. */
export const refusalTexts = defineCatalogue('refusals', {}, () => import('./refusals-swahili.ts'))

const sentences = defineCatalogue(
  'sentences',
  {},
  () => import('./texts/sentences.sw.json', { with: { type: 'json' } }),
)

/** Sentences of `contracts/src/api/fields.ts`, which name the field that they are about. */
const patterns = [
  '{{label}} is required.',
  '{{label}} is too long (at most {{most}} characters).',
  '{{label}} has a hidden sign after “{{before}}”. Please delete it.',
  '{{label}} has a line break after “{{before}}”. Please delete it.',
  '{{label}} has a tab after “{{before}}”. Please delete it.',
  '{{label}} has a hidden sign at the beginning. Please delete it.',
  '{{label}}: use one alphabet in each word.',
  '{{label}} must be a whole number of shillings.',
  "{{label}} can't be less than 0.",
  "{{label}} can't be less than 1.",
  '{{label}} is too much (at most {{most}}).',
].map((key) => ({
  key,
  pattern: new RegExp(`^${key.replace(/[().]/g, '\\$&').replace(/\{\{(\w+)\}\}/g, '(?<$1>.+)')}$`),
}))

type AnyText = (key: string, values?: Record<string, string>) => string

/**
 * What the contract says in English, in the chosen language: the sentence of a field's rule, an answer's `message`.
 * `const read = useSentence()`, `read('Email is required.')`. A sentence without a translation stays English.
 */
export function useSentence(): (sentence: string) => string {
  const [language] = useLanguage()
  const text = useText(sentences) as AnyText
  const refusal = useText(refusalTexts) as AnyText
  return (sentence) => {
    if (language === 'en' || sentence === '') return sentence
    const translated = refusal(sentence)
    if (translated !== sentence) return translated
    for (const { key, pattern } of patterns) {
      const said = pattern.exec(sentence)?.groups
      if (said) return text(key, { ...said, label: text(said.label ?? '') })
    }
    return text(sentence)
  }
}
