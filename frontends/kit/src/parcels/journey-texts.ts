import { hereWords, stageWords } from '@tuma/contracts/vocabulary'
import { defineCatalogue } from '@tuma/kit/runtime'

export const english = {
  ...hereWords,
  ...stageWords,
  ahead: 'Still to come:',
  'bring.to': 'Bring it to {{shop}}, {{place}}.',
  'bring.forRider': 'Bring it to {{shop}}, {{place}}. A rider takes it from there.',
  'waits.receiver': 'It waits at {{shop}}, {{place}} for the receiver.',
  'waits.sender': 'It waits at {{shop}}, {{place}} for the sender.',
  'due.receiver': 'The receiver pays {{due}} (M-Pesa or cash).',
  'share.words': 'Follow the parcel {{id}}: {{address}}',
  'share.yours': 'Your parcel {{id}}',
  'share.parcel': 'Parcel {{id}}',
  'share.sentTo': '{{parcel}} is being sent to {{to}}.',
  'share.onItsWay': '{{parcel}} is on its way to {{to}}.',
  'share.ready': '{{parcel}} is ready to collect at {{to}}.',
  'share.follow': 'Follow it: {{address}}',
  'code.lost': 'Lost the code? Ask for a new one by SMS',
  'share.title': 'Tell the receiver',
  'share.titleAnybody': 'Share where it is',
  'share.whatsApp': 'WhatsApp',
  'share.phone': 'Share',
  'share.copy': 'Copy the link',
  'og.title': 'Follow your parcel',
  'og.description': 'Where it is now, and what comes next. Tuma carries it.',

  'people.title': 'Send again to',
  'people.search': 'Name or phone',
  'people.chosen': 'The receiver is {{name}} now.',
  'people.none': 'Nobody of that name or phone.',
  'people.all': 'Everybody',
  'people.fewer': 'Fewer',
  'people.forget': 'Forget {{name}}',
  'people.forgetTitle': 'Forget {{name}}, whose number ends in {{end}}?',
  'people.forgetText': 'We offer them to you no more, until you send to them again. Your parcels stay.',
  'people.forgetAll': 'Forget everybody',
  'people.forgetAllTitle': 'Forget everybody you have sent to?',
  'people.forgetAllText': 'We offer them to you no more, until you send to them again. Your parcels stay.',
  'people.forgetYes': 'Forget',
  'people.failed': 'They could not be forgotten. Please try again.',
  'people.where': '{{phone}}, {{place}}',
  'its.paid': 'Paid: {{amount}}. Nothing more is due.',
  'again.button': 'Send again',

  'paste.button': 'Paste',
  'paste.failed': 'Your browser does not let us paste: hold the field and choose Paste.',
} as const

/** What is said about a parcel's way, and about sending to the same people again. */
export const journeyTexts = defineCatalogue('journey', english, () => import('./journey-swahili.ts'))
