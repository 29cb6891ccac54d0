import { backWordsInSwahili, hereWordsInSwahili } from '@tuma/contracts/vocabulary'
import type { english } from './journey-texts.ts'

export const texts: Record<keyof typeof english, string> = {
  ...hereWordsInSwahili,
  ...backWordsInSwahili,
  'bring.to': 'Kipeleke {{shop}}, {{place}}.',
  'share.words': 'Fuatilia kifurushi {{id}}: {{address}}',
  'share.title': 'Mwambie mpokeaji',
  'share.titleAnybody': 'Waonyeshe wengine kilipo',
  'share.whatsApp': 'WhatsApp',
  'share.phone': 'Shiriki',
  'share.copy': 'Nakili kiungo',
  'og.title': 'Fuatilia kifurushi chako',
  'og.description': 'Kiko wapi sasa, na kinachofuata. Tuma inakibeba.',

  'people.title': 'Tuma tena kwa',
  'people.search': 'Jina au simu',
  'people.chosen': 'Mpokeaji sasa ni {{name}}.',
  'people.none': 'Hakuna mwenye jina au simu hiyo.',
  'people.all': 'Wote',
  'people.fewer': 'Wachache',
  'people.forget': 'Sahau {{name}}',
  'people.forgetTitle': 'Msahau {{name}}?',
  'people.forgetText': 'Hatutamwonyesha tena, hadi utakapomtumia tena. Vifurushi vyako vinabaki.',
  'people.forgetAll': 'Sahau wote',
  'people.forgetAllTitle': 'Sahau wote uliowatumia?',
  'people.forgetAllText': 'Hatutawaonyesha tena, hadi utakapowatumia tena. Vifurushi vyako vinabaki.',
  'people.forgetYes': 'Sahau',
  'people.failed': 'Hawakuweza kusahauliwa. Tafadhali jaribu tena.',
  'people.where': '{{phone}}, {{place}}',
  'its.paid': 'Imelipwa: {{amount}}. Hakuna kinachodaiwa zaidi.',
  'again.button': 'Tuma tena',

  'paste.button': 'Bandika',
  'paste.failed': 'Kivinjari chako hakituruhusu kubandika: shikilia kisanduku na uchague Bandika.',
}
