import type { english } from './second-factor-texts.ts'

export const texts: Record<keyof typeof english, string> = {
  title: 'Kuingia kwa hatua mbili',
  on: 'Imewashwa: pamoja na nenosiri lako, kuingia kunahitaji msimbo kutoka kwenye programu ya simu yako.',
  off: 'Imezimwa: nenosiri lako linatosha kuingia. Ukitumia msimbo kutoka kwenye programu ya simu, nenosiri lililoibwa halitoshi.',
  setUp: 'Weka',
  remove: 'Zima',
  passwordTitle: 'Kwanza nenosiri lako',
  password: 'Nenosiri lako',
  passwordHint: 'Skrini iliyo wazi pekee haitoshi.',
  next: 'Endelea',
  scan: 'Changanua hii kwa programu ya uthibitishaji (Google Authenticator, Aegis, 1Password), kisha andika msimbo inaoonyesha.',
  qr: 'Msimbo wa QR wa programu ya uthibitishaji',
  key: 'Au andika ufunguo huu kwenye programu',
  copyKey: 'Nakili ufunguo',
  code: 'Msimbo',
  confirm: 'Thibitisha',
  codesTitle: 'Hifadhi misimbo yako ya akiba',
  codes:
    'Kila mmoja unatumika mara moja badala ya msimbo, simu yako ikipotea. Tunaionyesha sasa tu. Kwingine kote umeondolewa.',
  copyCodes: 'Nakili misimbo',
  download: 'Pakua',
  done: 'Nimeihifadhi',
  removeHint: 'Tarakimu sita kutoka kwenye programu yako, au msimbo wa akiba.',
  removed: 'Kuingia kwa hatua mbili kumezimwa',
  failed: 'Hitilafu imetokea. Tafadhali jaribu tena.',
}
