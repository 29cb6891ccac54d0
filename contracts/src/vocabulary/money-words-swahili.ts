import type { moneyWords } from './money-words.ts'
import swahili from './texts/money-words.sw.json' with { type: 'json' }

export const moneyWordsInSwahili: Readonly<Record<keyof typeof moneyWords, string>> = swahili
