import type { Language } from '@tuma/contracts/vocabulary'
import type { Decider, DomainEvent } from '@tuma/platform/domain'

/** In which language whoever has a phone is written to. */
export type LanguageEvent =
  /** Whoever had to do with it last, as sender or for somebody who sends to it, reads that. */
  | DomainEvent<'LanguageSupposed', { readonly language: Language; readonly at: string }>
  /** They have said so themselves, and nobody supposes another any more. */
  | DomainEvent<'LanguageChosen', { readonly language: Language; readonly at: string }>
  | DomainEvent<'LanguageForgotten', { readonly at: string }>

/** @param phoneKey a keyed hash: nothing of the phone stands there */
export const languageStream = (phoneKey: string): string => `language-${phoneKey}`

export type LanguageCommand =
  | { readonly type: 'SupposeLanguage'; readonly language: Language; readonly at: string }
  | { readonly type: 'ChooseLanguage'; readonly language: Language; readonly at: string }
  | { readonly type: 'ForgetLanguage'; readonly at: string }

type Reads = { readonly language: Language; readonly isChosen: boolean }
const nobodySaid: Reads = { language: 'en', isChosen: false }

const decide = (command: LanguageCommand, { language, isChosen }: Reads): LanguageEvent[] => {
  const { at } = command
  switch (command.type) {
    case 'SupposeLanguage':
      if (isChosen || command.language === language) return []
      return [{ type: 'LanguageSupposed', data: { language: command.language, at } }]
    case 'ChooseLanguage':
      if (isChosen && command.language === language) return []
      return [{ type: 'LanguageChosen', data: { language: command.language, at } }]
    case 'ForgetLanguage':
      return language === nobodySaid.language && !isChosen ? [] : [{ type: 'LanguageForgotten', data: { at } }]
  }
}

export const language: Decider<Reads, LanguageCommand, LanguageEvent> = {
  initialState: nobodySaid,
  decide,
  evolve: (_, { type, data }) => {
    switch (type) {
      case 'LanguageSupposed':
        return { language: data.language, isChosen: false }
      case 'LanguageChosen':
        return { language: data.language, isChosen: true }
      case 'LanguageForgotten':
        return nobodySaid
    }
  },
}
