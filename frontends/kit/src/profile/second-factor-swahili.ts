import type { english } from './second-factor-texts.ts'

export const texts: Record<keyof typeof english, string> = {
  title: 'Kuingia kwa hatua mbili',
  on: 'Imewashwa: pamoja na nenosiri lako, kuingia kunahitaji code kutoka kwenye programu ya simu yako.',
  off: 'Imezimwa: nenosiri lako linatosha kuingia. Ukitumia code kutoka kwenye programu ya simu, nenosiri lililoibwa halitoshi.',
  needed:
    'Hapa wasimamizi huingia pia kwa code kutoka kwenye programu ya simu. Tafadhali iweke kwanza: mengine yote yanasubiri hadi hapo.',
  setUp: 'Weka',
  remove: 'Zima',
  removeTitle: 'Zima kuingia kwa hatua mbili',
  passwordTitle: 'Kwanza nenosiri lako',
  password: 'Nenosiri lako',
  passwordHint: 'Skrini iliyo wazi pekee haitoshi.',
  next: 'Endelea',
  scan: 'Skani hii kwa programu ya uthibitishaji (Google Authenticator, Aegis, 1Password), kisha andika code inaoonyesha.',
  qr: 'Code ya QR ya programu ya uthibitishaji',
  open: 'Fungua katika programu ya simu hii',
  key: 'Au andika ufunguo huu kwenye programu',
  copyKey: 'Nakili ufunguo',
  confirm: 'Thibitisha',
  codesTitle: 'Hifadhi code zako za akiba',
  codes:
    'Kila moja inatumika mara moja badala ya code, simu yako ikipotea. Tunaionyesha sasa tu. Kwingine kote umeondolewa.',
  download: 'Pakua',
  done: 'Nimeihifadhi',
  kept: 'Umehifadhi code zako za akiba?',
  notKept: 'Haitaonyeshwa tena. Bila hiyo, anayepoteza simu hawezi kuingia.',
  notYet: 'Bado',
  removed: 'Kuingia kwa hatua mbili kumezimwa',
  failed: 'Hitilafu imetokea. Tafadhali jaribu tena.',
}
