import type { Delivery } from '@tuma/contracts/api'
import type { StepOfMany } from '@tuma/contracts/vocabulary'
import { confirm, useText } from '@tuma/kit/runtime'
import { texts } from '../../texts.ts'
import { whereItGoes } from './where-it-goes.ts'

const goesOut = ({ leg }: Delivery): boolean => leg !== 'back'
const anyLeg = (): boolean => true

/** The steps that send an SMS to the person who gets the parcel on its leg, and of which parcels. */
const tells: Partial<Record<StepOfMany, (row: Delivery) => boolean>> = {
  putInTransit: goesOut,
  markDelivered: anyLeg,
  confirmReceipt: goesOut,
}

/**
 * Asks once before a press for several parcels tells people something. A press for one parcel is not asked about.
 * @returns whether to go on
 */
export const useAskToTell = (): ((step: StepOfMany, rows: readonly Delivery[]) => Promise<boolean>) => {
  const text = useText(texts)
  return async (step, rows) => {
    const told = rows.filter(tells[step] ?? (() => false))
    if (rows.length < 2 || told.length === 0) return true
    const count = new Set(told.map((row) => whereItGoes(row).phone)).size
    const who = text(told.every(goesOut) ? 'many.receivers' : 'many.people', { count })
    return confirm({
      title: text(`many.tell.${step as 'putInTransit' | 'markDelivered' | 'confirmReceipt'}`, { who }),
      text: text('many.tell.bySms'),
      yes: text('many.step', { step: text(`step.${step}`), count: rows.length }),
    })
  }
}
