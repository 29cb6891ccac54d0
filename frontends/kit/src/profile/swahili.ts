import type { english } from './texts.ts'

export const texts: Record<keyof typeof english, string> = {
  title: 'Wasifu',
  edit: 'Hariri Wasifu',
  name: 'Jina Kamili',
  username: 'Jina la akaunti',
  email: 'Barua pepe',
  emailHint: 'Tunatuma kiungo kwa barua pepe mpya. Hadi utakapokifungua, ya zamani inabaki.',
  emailPending:
    'Tumetuma barua pepe kwa {{wanted}}. Hadi utakapofungua kiungo kilichomo, barua pepe yako inabaki kuwa {{email}}.',
  password: 'Nenosiri lako',
  passwordHint: 'Barua pepe mpya inalihitaji: skrini iliyo wazi pekee haitoshi.',
  phone: 'Simu',
  location: 'Eneo',
  address: 'Anwani',
  none: 'Haijajazwa',
  since: 'Alijiunga',
  save: 'Hifadhi Mabadiliko',
  download: 'Pakua data yangu',
  downloadHint: 'Yote tunayohifadhi kuhusu akaunti hii, katika faili moja.',
  downloadFailed: 'Data yako haikuweza kupakuliwa. Tafadhali jaribu tena.',
  leave: 'Uondoke bila kuhifadhi ulichobadilisha?',
  leaveYes: 'Ondoka bila kuhifadhi',
  leaveNo: 'Endelea kuhariri',
  updated: 'Wasifu umesasishwa!',
  failed: 'Hitilafu imetokea wakati wa kusasisha taarifa zako',
}
