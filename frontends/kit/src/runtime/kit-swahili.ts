import { statusWordsInSwahili } from '@tuma/contracts/vocabulary'
import own from './texts/kit.sw.json' with { type: 'json' }

export const texts = { ...own, ...statusWordsInSwahili }
