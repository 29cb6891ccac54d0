import type { english } from './prompt-texts.ts'

export const texts: Record<keyof typeof english, string> = {
  'prompt.title': 'Lipa na M-Pesa kwenye simu yako',
  'prompt.intro': 'M-Pesa inakuomba {{amount}} na PIN yako. Hakuna cha kunakili wala kubandika.',
  'prompt.name': 'Jina la anayelipa',
  'prompt.phone': 'Simu inayolipa',
  'prompt.phoneHint': 'Mtu mwingine analipa? Andika nambari yake.',
  'prompt.pay': 'Lipa {{amount}}',
  'prompt.or': 'Au lipa kwenye till yetu na ubandike ujumbe',

  'prompt.lookTitle': 'Tazama simu yako',
  'prompt.look': 'M-Pesa inaomba {{amount}} kwenye {{phone}}. Weka PIN yako hapo; ukurasa huu unaendelea wenyewe.',
  'prompt.unknown':
    'Bado hatujui kama M-Pesa inakuomba kwenye {{phone}}: ikikuomba, weka PIN yako; isipokuomba, lipa kwenye till yetu kisha ubandike ujumbe.',
  'prompt.unheard': 'Hatuwezi kufikia Tuma kwa sasa. Malipo yako hayajapotea: tunauliza tena wenyewe.',
  'prompt.late': 'Hujapata ombi?',
  'prompt.lateHint':
    'Hakikisha {{phone}} ndiyo nambari sahihi, na kwamba simu imefunguliwa na ina mtandao. M-Pesa huacha kusubiri baada ya kama dakika moja.',
  'prompt.otherNumber': 'Badilisha nambari',
  'prompt.toTill': 'Lipa kwenye till yetu badala yake',
  'prompt.tillNow': 'Lipa kwenye till yetu sasa',
  'prompt.arrivedTitle': 'Subiri kidogo',
  'prompt.arrived':
    'Malipo yako yamefika. Andika code ya risiti iliyo kwenye ujumbe wa M-Pesa ili uendelee sasa, au bandika ujumbe hapa chini, au subiri kidogo.',
  'prompt.toMessage': 'Bandika ujumbe',
  'prompt.lapsed':
    'M-Pesa haijatuambia ombi liliishaje. Kama umelipa, bandika ujumbe wa M-Pesa hapa chini; kama hujalipa, jaribu tena.',

  'prompt.wait_one': 'Unaweza kuomba tena baada ya sekunde {{count}}.',
  'prompt.wait_other': 'Unaweza kuomba tena baada ya sekunde {{count}}.',
  'prompt.sameAgain':
    'M-Pesa hukubali kiasi kilekile kutoka simu ileile tena baada ya dakika mbili. Kwa sasa simu nyingine inaweza kulipa, au till yetu hapa chini.',
  'prompt.waitMinutes_one': 'Unaweza kuomba tena baada ya dakika {{count}}.',
  'prompt.waitMinutes_other': 'Unaweza kuomba tena baada ya dakika {{count}}.',

  'paid.before': 'Umelipa {{amount}}. Kifurushi chako bado hakijasajiliwa.',
  'paid.beforeTo': 'Umelipa {{amount}}. Kifurushi cha {{name}} bado hakijasajiliwa.',
  'paid.choose': 'Umelipa {{amount}}. Chagua jinsi ya kutuma kifurushi chako.',
  'paid.finish': 'Maliza kusajili',

  'receipt.only': 'Nina code ya risiti pekee',
  'receipt.what': 'M-Pesa ikishatuambia kuhusu pesa hizo, code yake na aliyelipa vinatosha.',
  'receipt.code': 'Code ya risiti',
  'receipt.codeHint': 'Herufi na tarakimu kumi zinazoanza ujumbe wa M-Pesa',
  'receipt.payer': 'Jina au simu ya aliyelipa',
  'receipt.payerHint': 'Jina jinsi M-Pesa inavyolijua, au nambari iliyolipa au tarakimu zake nne za mwisho',
  'receipt.claim': 'Tafuta malipo',
  'receipt.goOn': 'Endelea',
  'receipt.failed': 'Hatukuweza kutafuta malipo.',

  'promptRefused.balance_low':
    'Hakuna pesa za kutosha kwenye M-Pesa. Ongeza salio kisha ujaribu tena, au lipa kwa njia nyingine na ubandike ujumbe.',
  'promptRefused.cancelled': 'Ombi lilighairiwa kwenye simu. Jaribu tena ukiwa tayari.',
  'promptRefused.unreachable': 'Hatukuweza kuifikia simu. Iwashe, ifungue kisha ujaribu tena.',
  'promptRefused.expired': 'Ombi halikujibiwa kwa wakati. Tafadhali jaribu tena.',
  'promptRefused.busy': 'Simu ina ombi lingine la M-Pesa. Limalize kisha ujaribu tena baada ya dakika moja.',
  'promptRefused.wrong_pin': 'PIN ya M-Pesa haikuwa sahihi. Tafadhali jaribu tena.',
  'promptRefused.limit': 'M-Pesa haikubali kiasi hicho leo. Lipa kwa njia nyingine na ubandike ujumbe.',
  'promptRefused.again_later': 'M-Pesa ina shughuli nyingi kwa sasa. Tafadhali jaribu tena baada ya dakika chache.',
  'promptRefused.our_setup': 'Hatuwezi kuomba malipo kwa sasa. Tafadhali lipa kwenye till yetu kisha ubandike ujumbe.',
  'promptRefused.other': 'M-Pesa haikukubali malipo. Tafadhali lipa kwenye till yetu kisha ubandike ujumbe.',

  'promptHeld.balance_low':
    'Hakuna pesa za kutosha kwenye M-Pesa. Ongeza salio, au lipa kwa njia nyingine na ubandike ujumbe.',
  'promptHeld.cancelled': 'Ombi lilighairiwa kwenye simu.',
  'promptHeld.unreachable': 'Hatukuweza kuifikia simu. Iwashe na uifungue.',
  'promptHeld.expired': 'Ombi halikujibiwa kwa wakati.',
  'promptHeld.wrong_pin': 'PIN ya M-Pesa haikuwa sahihi.',
}
