import { moneyWords } from '@tuma/contracts/vocabulary'
import { defineCatalogue } from '@tuma/kit/runtime'
import own from './texts/client.en.json' with { type: 'json' }

/** The area's texts. The words of money are the contract's in both languages, because the statement has them too. */
export const texts = defineCatalogue('client', { ...own, ...moneyWords }, () => import('./client-swahili.ts'))
