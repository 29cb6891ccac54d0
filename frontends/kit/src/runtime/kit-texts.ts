import { statusWords } from '@tuma/contracts/vocabulary'
import { defineCatalogue } from './text.ts'
import own from './texts/kit.en.json' with { type: 'json' }

/** The kit's own texts, and the names of the statuses, which are the contract's in both languages. */
export const kitTexts = defineCatalogue('kit', { ...own, ...statusWords }, () => import('./kit-swahili.ts'))
