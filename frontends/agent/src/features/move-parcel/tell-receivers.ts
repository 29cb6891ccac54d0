import type { Delivery } from '@tuma/contracts/api'
import type { StepOfMany } from '@tuma/contracts/vocabulary'
import { confirm, useText } from '@tuma/kit/runtime'
import { texts } from '../../texts.ts'
import { whereItGoes } from './where-it-goes.ts'

const goesOut = ({ leg }: Delivery): boolean => leg !== 'back'

/** The steps that send an SMS to the person who gets the parcel on its leg, with their parcels. */
const tells = { putInTransit: goesOut, markDelivered: () => true, confirmReceipt: goesOut } as const
const sendsSms = (step: StepOfMany): step is keyof typeof tells => step in tells

/**
 * Asks once before a press for several parcels tells people something. A press for one parcel is not asked about.
 * @returns whether to go on
 */
export const useAskToTell = (): ((step: StepOfMany, rows: readonly Delivery[]) => Promise<boolean>) => {
  const text = useText(texts)
  return async (step, rows) => {
    if (rows.length < 2 || !sendsSms(step)) return true
    const told = rows.filter(tells[step])
    if (told.length === 0) return true
    const count = new Set(told.map((row) => whereItGoes(row).phone)).size
    const who = text(told.every(goesOut) ? 'many.receivers' : 'many.people', { count })
    return confirm({
      title: text(`many.tell.${step}`, { who }),
      text: text('many.tell.bySms'),
      yes: text('many.step', { step: text(`step.${step}`), count: rows.length }),
    })
  }
}
