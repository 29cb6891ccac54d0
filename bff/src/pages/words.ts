import {
  backWords,
  backWordsInSwahili,
  hereWords,
  hereWordsInSwahili,
  type Language,
  sentenceWords,
  sentenceWordsInSwahili,
  statusWords,
  statusWordsInSwahili,
  trackWords,
  trackWordsInSwahili,
} from '@tuma/contracts/vocabulary'

const english = {
  ...sentenceWords,
  ...statusWords,
  ...backWords,
  ...hereWords,
  ...trackWords,
  'page.notFound': 'Parcel not found. Please check the Tracking ID.',
  'page.tooMany': 'Too many attempts. Please wait a little and try again.',
  'page.failed': 'We could not look for the parcel. Please try again in a moment.',
  'page.from': 'From {{name}}, {{place}}',
  'page.to': 'To {{name}}, {{place}}',
  'page.newCode': 'Send a new code to the receiver',
  'page.newCodeHint':
    'Lost the code? A new one goes to the receiver by SMS, and the one before opens nothing any more.',
  'page.codeSent': 'A new code is on its way to the receiver by SMS.',
  'page.messages': 'SMS to the receiver',
  'page.chosen': 'From now on SMS about parcels go to the receiver in English.',
  'page.inFull': 'Open in the web app',
  'page.other': 'Kiswahili',
} as const
type Key = keyof typeof english

const swahili: Record<Key, string> = {
  ...sentenceWordsInSwahili,
  ...statusWordsInSwahili,
  ...backWordsInSwahili,
  ...hereWordsInSwahili,
  ...trackWordsInSwahili,
  'page.notFound': 'Kifurushi hakikupatikana. Tafadhali angalia namba ya ufuatiliaji.',
  'page.tooMany': 'Umejaribu mara nyingi. Tafadhali subiri kidogo kisha ujaribu tena.',
  'page.failed': 'Hatukuweza kutafuta kifurushi. Tafadhali jaribu tena baada ya muda mfupi.',
  'page.from': 'Kutoka kwa {{name}}, {{place}}',
  'page.to': 'Kwenda kwa {{name}}, {{place}}',
  'page.newCode': 'Mtumie mpokeaji msimbo mpya',
  'page.newCodeHint': 'Umepoteza msimbo? Mpya unatumwa kwa mpokeaji kwa SMS, na wa awali haufanyi kazi tena.',
  'page.codeSent': 'Msimbo mpya unatumwa kwa mpokeaji kwa SMS.',
  'page.messages': 'SMS kwa mpokeaji',
  'page.chosen': 'Kuanzia sasa SMS kuhusu vifurushi zinakwenda kwa mpokeaji kwa Kiswahili.',
  'page.inFull': 'Fungua kwenye tovuti kamili',
  'page.other': 'English',
}

/** A text with its gaps filled in, as it is: whoever puts it into a page escapes it. */
export const wordsIn =
  (language: Language) =>
  (key: Key, gaps: Readonly<Record<string, string>> = {}): string =>
    (language === 'sw' ? swahili : english)[key].replace(/\{\{(\w+)\}\}/g, (_, gap: string) => gaps[gap] ?? '')
export type Words = ReturnType<typeof wordsIn>
