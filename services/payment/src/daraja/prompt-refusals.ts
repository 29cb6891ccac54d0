import type { PromptRefusal } from '@tuma/contracts/vocabulary'

/** Daraja's codes in our own words: Daraja's texts are not shown on screens. */
export const refusalByCode: Readonly<Record<string, PromptRefusal>> = {
  1: 'balance_low',
  2: 'limit',
  3: 'limit',
  4: 'limit',
  // Our own account is full. For the payer that is a limit like the others.
  8: 'limit',
  // The same amount again within two minutes.
  17: 'again_later',
  26: 'again_later',
  1001: 'busy',
  1019: 'expired',
  1025: 'again_later',
  // An older "cancelled by the payer".
  1031: 'cancelled',
  1032: 'cancelled',
  1036: 'unreachable',
  1037: 'unreachable',
  2001: 'wrong_pin',
  2028: 'our_setup',
  8006: 'other',
  9999: 'again_later',
  SFC_IC0003: 'our_setup',
}

/** `paid` is Daraja's 0 and `pending` is 4999; null for an undocumented code. */
export const toMeaning = (code: string): PromptRefusal | 'paid' | 'pending' | null => {
  if (code === '0') return 'paid'
  if (code === '4999') return 'pending'
  return refusalByCode[code.toUpperCase()] ?? null
}

/** Only we can repair these: our name or number is wrong, or our account can hold no more. */
export const isOurAlarm = (code: string): boolean => code === '8' || toMeaning(code) === 'our_setup'
