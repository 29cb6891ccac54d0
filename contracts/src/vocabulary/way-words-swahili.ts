import place from './texts/place.sw.json' with { type: 'json' }
import here from './texts/way-here.sw.json' with { type: 'json' }
import sentence from './texts/way-sentence.sw.json' with { type: 'json' }
import stage from './texts/way-stage.sw.json' with { type: 'json' }
import status from './texts/way-status.sw.json' with { type: 'json' }
import track from './texts/way-track.sw.json' with { type: 'json' }
import type { hereWords, placeWords, sentenceWords, stageWords, statusWords, trackWords } from './way-words.ts'

type In<Words> = Readonly<Record<keyof Words, string>>

export const sentenceWordsInSwahili: In<typeof sentenceWords> = sentence
export const statusWordsInSwahili: In<typeof statusWords> = status
export const stageWordsInSwahili: In<typeof stageWords> = stage
export const hereWordsInSwahili: In<typeof hereWords> = here
export const trackWordsInSwahili: In<typeof trackWords> = track
export const placeWordsInSwahili: In<typeof placeWords> = place
