import type { Language } from '@tuma/contracts/vocabulary'
import type { Decider, DomainEvent, View } from '@tuma/platform/domain'

/** The language of messages to a phone. */
export type LanguageEvent =
  /** The language of the last sender who sent to this phone, or from it. */
  | DomainEvent<'LanguageSupposed', { readonly language: Language; readonly at: string }>
  /** The person chose it, so no sender changes it. Both are stored again while parcels keep coming. */
  | DomainEvent<'LanguageChosen', { readonly language: Language; readonly at: string }>
  | DomainEvent<'LanguageForgotten', { readonly at: string }>

/** @param phoneKey a keyed hash, without any digit of the phone */
export const languageStream = (phoneKey: string): string => `language-${phoneKey}`

export type LanguageCommand =
  | { readonly type: 'SupposeLanguage'; readonly language: Language; readonly at: string }
  | { readonly type: 'ChooseLanguage'; readonly language: Language; readonly at: string }
  /** `lastAt`: do nothing if it was stored after that. */
  | { readonly type: 'ForgetLanguage'; readonly lastAt?: string; readonly at: string }

/** A language that was stored so long ago is stored again at the next parcel, to show that it is still of use. */
export const renewedAfterDays = 30
const dayMs = 24 * 60 * 60_000

type Reads = { readonly language: Language; readonly isChosen: boolean; readonly heardAt: string }
const unsaid: Reads = { language: 'en', isChosen: false, heardAt: '' }

const supposing = (supposed: { readonly language: Language; readonly at: string }, reads: Reads): LanguageEvent[] => {
  const { language, isChosen, heardAt } = reads
  const { at } = supposed
  const isOld = Date.parse(at) - Date.parse(heardAt) >= renewedAfterDays * dayMs
  if (isChosen) return isOld ? [{ type: 'LanguageChosen', data: { language, at } }] : []
  if (supposed.language === language && (language === unsaid.language || !isOld)) return []
  return [{ type: 'LanguageSupposed', data: { language: supposed.language, at } }]
}

const decide = (command: LanguageCommand, reads: Reads): LanguageEvent[] => {
  const { language, isChosen, heardAt } = reads
  const { at } = command
  switch (command.type) {
    case 'SupposeLanguage':
      return supposing(command, reads)
    case 'ChooseLanguage':
      if (isChosen && command.language === language) return []
      return [{ type: 'LanguageChosen', data: { language: command.language, at } }]
    case 'ForgetLanguage':
      if (command.lastAt !== undefined && heardAt > command.lastAt) return []
      return language === unsaid.language && !isChosen ? [] : [{ type: 'LanguageForgotten', data: { at } }]
  }
}

export const language: Decider<Reads, LanguageCommand, LanguageEvent> = {
  initialState: unsaid,
  decide,
  evolve: (_, { type, data }) => {
    switch (type) {
      case 'LanguageSupposed':
        return { language: data.language, isChosen: false, heardAt: data.at }
      case 'LanguageChosen':
        return { language: data.language, isChosen: true, heardAt: data.at }
      case 'LanguageForgotten':
        return unsaid
    }
  },
}

export type LanguageRow = { readonly phoneKey: string; readonly heardAt: string }

/** Stored languages other than the default, by the time of their person's last parcel. */
export const languagesView: View<LanguageEvent, LanguageRow> = {
  whenDamaged: 'leavesOut',
  collection: {
    name: 'languages-v1',
    shape: { phoneKey: 'text', heardAt: 'text' },
    fields: { heardAt: 'text' },
    indexes: [],
    sortBy: 'heardAt',
  },
  getIds: ({ stream }) => [stream.slice(languageStream('').length)],
  project: (_, { type, data }, phoneKey) => {
    if (type === 'LanguageForgotten') return null
    const isSupposedOfAll = type === 'LanguageSupposed' && data.language === unsaid.language
    return isSupposedOfAll ? null : { phoneKey, heardAt: data.at }
  },
}
