import type { holdWords } from './hold-words.ts'
import swahili from './texts/hold-words.sw.json' with { type: 'json' }

export const holdWordsInSwahili: Readonly<Record<keyof typeof holdWords, string>> = swahili
