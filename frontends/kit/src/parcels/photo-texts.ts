import { defineCatalogue } from '@tuma/kit/runtime'

/** Photos of what somebody of ours found wrong with a parcel, said to whoever may see it in full. */
export const english = {
  'photos.title': 'Photos',
  'photos.intro': 'Taken at the counter. They are deleted after 90 days.',
  'photos.one': 'Photo {{number}} of {{count}}',
  'photos.open': 'Enlarge photo {{number}} of {{count}}',
  'photos.failed': 'This photo could not be fetched.',
  'photos.again': 'Try again: photo {{number}} of {{count}}',
  'photos.loading': 'The photo is being fetched…',
  'photos.before': 'Photo before',
  'photos.next': 'Next photo',
  'photos.download': 'Download',
} as const

export const photoTexts = defineCatalogue('photos', english, () => import('./photo-swahili.ts'))
