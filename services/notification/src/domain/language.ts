import type { Language } from '@tuma/contracts/vocabulary'
import type { Decider, DomainEvent, View } from '@tuma/platform/domain'

/** In which language whoever has a phone is written to. */
export type LanguageEvent =
  /** Whoever had to do with it last, as sender or for somebody who sends to it, reads that. */
  | DomainEvent<'LanguageSupposed', { readonly language: Language; readonly at: string }>
  /** They have said so themselves, and nobody supposes another any more. Either is written again while parcels go on to come. */
  | DomainEvent<'LanguageChosen', { readonly language: Language; readonly at: string }>
  | DomainEvent<'LanguageForgotten', { readonly at: string }>

/** @param phoneKey a keyed hash: nothing of the phone stands there */
export const languageStream = (phoneKey: string): string => `language-${phoneKey}`

export type LanguageCommand =
  | { readonly type: 'SupposeLanguage'; readonly language: Language; readonly at: string }
  | { readonly type: 'ChooseLanguage'; readonly language: Language; readonly at: string }
  /** `lastAt`: unless it was written after that. */
  | { readonly type: 'ForgetLanguage'; readonly lastAt?: string; readonly at: string }

/** So old a language is written again when the next parcel comes: it says how long it has been of use. */
export const renewedAfterDays = 30
const dayMs = 24 * 60 * 60_000

type Reads = { readonly language: Language; readonly isChosen: boolean; readonly heardAt: string }
const nobodySaid: Reads = { language: 'en', isChosen: false, heardAt: '' }

const supposing = (supposed: { readonly language: Language; readonly at: string }, reads: Reads): LanguageEvent[] => {
  const { language, isChosen, heardAt } = reads
  const { at } = supposed
  const isOld = Date.parse(at) - Date.parse(heardAt) >= renewedAfterDays * dayMs
  if (isChosen) return isOld ? [{ type: 'LanguageChosen', data: { language, at } }] : []
  if (supposed.language === language && (language === nobodySaid.language || !isOld)) return []
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
      return language === nobodySaid.language && !isChosen ? [] : [{ type: 'LanguageForgotten', data: { at } }]
  }
}

export const language: Decider<Reads, LanguageCommand, LanguageEvent> = {
  initialState: nobodySaid,
  decide,
  evolve: (_, { type, data }) => {
    switch (type) {
      case 'LanguageSupposed':
        return { language: data.language, isChosen: false, heardAt: data.at }
      case 'LanguageChosen':
        return { language: data.language, isChosen: true, heardAt: data.at }
      case 'LanguageForgotten':
        return nobodySaid
    }
  },
}

export type LanguageRow = { readonly phoneKey: string; readonly heardAt: string }

/** Of whom something is known that is not so of everybody, by when they had to do with a parcel last. */
export const languagesView: View<LanguageEvent, LanguageRow> = {
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
    const isSupposedOfAll = type === 'LanguageSupposed' && data.language === nobodySaid.language
    return isSupposedOfAll ? null : { phoneKey, heardAt: data.at }
  },
}
