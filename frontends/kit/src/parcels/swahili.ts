import { sentenceWordsInSwahili, trackWordsInSwahili } from '@tuma/contracts/vocabulary'
import own from './texts/parcels.sw.json' with { type: 'json' }

export const texts = { ...own, ...sentenceWordsInSwahili, ...trackWordsInSwahili }
