import type { english } from './sessions-texts.ts'

export const texts: Record<keyof typeof english, string> = {
  title: 'Ulikoingia',
  hint: 'Vivinjari hivi vimeingia katika akaunti yako. Maliza kila kipindi ambacho si chako.',
  both: '{{browser}} kwenye {{system}}',
  unknown: 'Kivinjari kisichojulikana',
  current: 'Kivinjari hiki',
  network: 'Mtandao',
  since: 'Tangu',
  lastUsed: 'Kilitumika mwisho',
  end: 'Maliza kipindi',
  endSure: 'Umalize kipindi hiki?',
  endWhat: 'Kivinjari hicho kitalazimika kuingia tena.',
  ended: 'Kipindi kimemalizwa',
  endOthers: 'Maliza vipindi vingine vyote',
  endOthersSure: 'Umalize vipindi vingine vyote?',
  endOthersWhat: 'Vivinjari vingine vyote vitalazimika kuingia tena. Hapa utabaki umeingia.',
  othersEnded: 'Vipindi vingine vyote vimemalizwa',
  failed: 'Kipindi hakikuweza kumalizwa. Tafadhali jaribu tena.',
  notLoaded: 'Vipindi vyako havikuweza kupakiwa.',
  tryAgain: 'Jaribu tena',
}
