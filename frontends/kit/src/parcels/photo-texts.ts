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
  'photos.choose': 'Photos',
  'photos.hint': 'Up to {{count}}, made smaller here before they are sent. Where they were taken is left out.',
  'photos.take': 'Take a photo',
  'photos.fromDevice': 'Choose photos',
  'photos.reading': 'Making it smaller…',
  'photos.chosen': 'Photo {{number}}: {{state}}',
  'photos.ready': 'ready to be sent, {{size}} KB',
  'photos.sending': 'is being sent…',
  'photos.sent': 'sent',
  'photos.notSent': 'not sent',
  'photos.remove': 'Remove photo {{number}}',
  'photos.noPicture': '“{{name}}” is no picture that can be read here. Please choose another.',
  'photos.tooMany': 'A parcel has four photos at most: {{count}} left out.',
  'photos.progress': '{{sent}} of {{count}} photos sent',
  'photos.sendFailed': 'This photo could not be sent. Please try again.',
} as const

export const photoTexts = defineCatalogue('photos', english, () => import('./photo-swahili.ts'))
