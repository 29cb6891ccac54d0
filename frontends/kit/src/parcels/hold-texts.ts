import { holdWords } from '@tuma/contracts/vocabulary'
import { defineCatalogue } from '@tuma/kit/runtime'

/** What holds a parcel, for agents and admins. */
export const holdTexts = defineCatalogue('holds', holdWords, () => import('./hold-swahili.ts'))
