import type { english } from './photo-texts.ts'

export const texts: Record<keyof typeof english, string> = {
  'photos.title': 'Picha',
  'photos.intro': 'Zilipigwa dukani. Zinafutwa baada ya siku 90.',
  'photos.one': 'Picha ya {{number}} kati ya {{count}}',
  'photos.open': 'Kuza picha ya {{number}} kati ya {{count}}',
  'photos.failed': 'Picha hii haikuweza kuletwa.',
  'photos.again': 'Jaribu tena: picha ya {{number}} kati ya {{count}}',
  'photos.loading': 'Picha inaletwa…',
  'photos.before': 'Picha iliyotangulia',
  'photos.next': 'Picha inayofuata',
  'photos.download': 'Pakua',
}
