import {
  type MpesaRefusal,
  mpesaRefusals,
  type PastedNote,
  pastedNotes,
  type RefusalCode,
  refusals,
} from '@tuma/contracts/vocabulary'
import own from './texts/refusals.sw.json' with { type: 'json' }

type Code = RefusalCode | MpesaRefusal | PastedNote | 'unreachable'
const byCode: Record<Code, string> = own

const english = [
  ...Object.entries({ ...mpesaRefusals, ...pastedNotes }),
  ...Object.entries(refusals).map(([code, { message }]) => [code, message] as const),
]

/** Swahili for every refusal, by its code and by its English sentence. */
export const texts: typeof byCode & Readonly<Record<string, string>> = {
  ...byCode,
  ...Object.fromEntries(english.map(([code, sentence]) => [sentence, byCode[code as Code]])),
}
