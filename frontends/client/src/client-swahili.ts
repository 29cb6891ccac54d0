import { moneyWordsInSwahili } from '@tuma/contracts/vocabulary'
import own from './texts/client.sw.json' with { type: 'json' }

export const texts = { ...own, ...moneyWordsInSwahili }
