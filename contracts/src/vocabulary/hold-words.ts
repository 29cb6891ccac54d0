import type { HoldCode } from './hold.ts'
import english from './texts/hold-words.en.json' with { type: 'json' }

/** What holds a parcel, for agents and admins. */
export const holdWords = english satisfies Record<`hold.${HoldCode}`, string>
