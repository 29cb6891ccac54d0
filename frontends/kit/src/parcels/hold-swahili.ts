import type { english } from './hold-texts.ts'

export const texts: Record<keyof typeof english, string> = {
  'hold.payment_doubted': 'Malipo hayajathibitishwa',
  'hold.no_money': 'Bado hakijalipiwa',
  'hold.damaged': 'Kimeharibika',
  'hold.misrouted': 'Kimefika duka lisilo lake',
  'hold.wrong_place': 'Anwani yake si sahihi',
  'hold.closed': 'Palikuwa pamefungwa kilipoletwa',
  'hold.not_home': 'Hakuna aliyekuwepo',
  'hold.refused': 'Mpokeaji amekikataa',
  'hold.asked_later': 'Mpokeaji anakitaka baadaye',
  'hold.code_failed': 'Code imekataa',
  'hold.prohibited': 'Kina vitu tusivyosafirisha',
  'hold.contents_differ': 'Kilichomo si kilichosemwa',
  'hold.missing': 'Hakionekani kilipopaswa kuwa',
  'hold.other': 'Sababu nyingine',
}
