import { Refused } from '@tuma/contracts/vocabulary'
import type { Daraja } from '../daraja/index.ts'

/** @throws Refused confirmations_off, confirmations_registered, confirmations_refused, away */
export const registering = async (register: Daraja['register']): Promise<{ readonly registered: true }> => {
  if (!register) throw new Refused('confirmations_off')
  const told = await register()
  if (told.outcome === 'registered') return { registered: true }
  if (told.outcome === 'away') throw new Refused('away')
  throw new Refused(told.already ? 'confirmations_registered' : 'confirmations_refused')
}
