import words from './texts/scan.en.json' with { type: 'json' }
import swahili from './texts/scan.sw.json' with { type: 'json' }

/** What follows for a parcel whose code a shop scanned in. The first six record something, the others nothing. */
export const scanVerdicts = [
  'takenIn',
  'takenInForRider',
  'arrived',
  'arrivedUnsent',
  'onHold',
  'forOtherShop',
  'alreadyHere',
  'withRider',
  'collected',
  'returned',
  'cancelled',
  'freeSticker',
  'unknown',
] as const
export type ScanVerdict = (typeof scanVerdicts)[number]

/** The colour, sound and vibration by which an agent knows a verdict without reading it. */
export const scanTones = ['good', 'look', 'stop'] as const
export type ScanTone = (typeof scanTones)[number]

export const toneOfVerdict: Record<ScanVerdict, ScanTone> = {
  takenIn: 'good',
  takenInForRider: 'good',
  arrived: 'good',
  arrivedUnsent: 'look',
  onHold: 'stop',
  forOtherShop: 'stop',
  alreadyHere: 'look',
  withRider: 'look',
  collected: 'look',
  returned: 'look',
  cancelled: 'stop',
  freeSticker: 'look',
  unknown: 'stop',
}

/** The same sentence is on the screen and in the API's answer. `{…}`: facts of the answer. */
export const scanWords = words satisfies Record<ScanVerdict, string>
export const scanWordsSwahili = swahili satisfies Record<ScanVerdict, string>
