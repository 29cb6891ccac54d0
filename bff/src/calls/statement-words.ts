import { type Language, moneyWords, moneyWordsInSwahili } from '@tuma/contracts/vocabulary'
import ownEnglish from './texts/statement.en.json' with { type: 'json' }
import ownSwahili from './texts/statement.sw.json' with { type: 'json' }

const english = { ...moneyWords, ...ownEnglish }
type Key = keyof typeof english
const swahili: Record<Key, string> = { ...moneyWordsInSwahili, ...ownSwahili }

/** A text of the statement with its gaps filled in. */
export const statementWordsIn =
  (language: Language) =>
  (key: Key, gaps: Readonly<Record<string, string>> = {}): string =>
    (language === 'sw' ? swahili : english)[key].replace(/\{\{(\w+)\}\}/g, (_, gap: string) => gaps[gap] ?? '')
export type StatementWords = ReturnType<typeof statementWordsIn>
