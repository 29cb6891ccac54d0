import { hereWordsInSwahili, placeWordsInSwahili, stageWordsInSwahili } from '@tuma/contracts/vocabulary'
import own from './texts/journey.sw.json' with { type: 'json' }

export const texts = { ...own, ...hereWordsInSwahili, ...placeWordsInSwahili, ...stageWordsInSwahili }
