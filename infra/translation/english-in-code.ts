import {
  mpesaRefusals,
  pastedNotes,
  promptRefusals,
  refusals,
  sentenceWords,
  stageWords,
  statusWords,
  twoIdsSentence,
} from '@tuma/contracts/vocabulary'

type Texts = Readonly<Record<string, string>>

const prefixed = (prefix: string, texts: Texts): Texts =>
  Object.fromEntries(Object.entries(texts).map(([key, text]) => [`${prefix}${key}`, text]))

/** English that is in the contract's code and not in a catalogue's file, by catalogue and key. */
export const englishInCode: Readonly<Record<string, Texts>> = {
  'way-sentence': sentenceWords,
  'way-stage': stageWords,
  'way-status': statusWords,
  pages: { 'page.twoIds': twoIdsSentence },
  prompts: prefixed('promptRefused.', promptRefusals),
  refusals: {
    ...mpesaRefusals,
    ...pastedNotes,
    ...Object.fromEntries(Object.entries(refusals).map(([code, { message }]) => [code, message])),
  },
}

/**
 * Catalogues whose keys are the English texts: the sentences of the contract's fields and answers, and the names of the
 * fields.
 */
export const saidByTheKey: ReadonlySet<string> = new Set(['sentences'])
