import type { AdminPayment, HistoryEntry } from '@tuma/contracts/api'
import { formatKsh } from '@tuma/contracts/vocabulary'
import { useText } from '@tuma/kit/runtime'
import { texts } from '../../texts.ts'
import { useNameLookup } from '../see-delivery/names.ts'

type AnyText = (key: string, values?: Record<string, string>) => string

/** Payment events as sentences. An event type of a later version is shown by its name. */
export const useWords = () => {
  const text = useText(texts)
  const nameOf = useNameLookup()
  const said = (key: string, values: Record<string, string>): string | null => {
    const sentence = (text as AnyText)(key, values)
    return sentence === key ? null : sentence
  }
  return {
    /** The doubt about the payment; empty without one. */
    against: ({ state, doubt }: Pick<AdminPayment, 'state' | 'doubt'>): string => {
      if (state === 'reversed') return text('payment.doubt.reversed')
      return doubt ? text(`payment.doubt.${doubt}`) : ''
    },
    happened: ({ type, details }: Pick<HistoryEntry, 'type' | 'details'>): string => {
      const { amount, evidence, by, because } = details
      const values = amount === undefined ? details : { ...details, amount: inShillings(amount) }
      const way = evidence ?? by ?? because
      return said(`payment.event.${type}.${way}`, values) ?? said(`payment.event.${type}`, values) ?? type
    },
    /** For a payer with an account, only that they have an account is recorded. */
    who: (by: HistoryEntry['by']): string =>
      by.kind === 'user' && by.id === null ? text('payment.payerWithAccount') : nameOf(by),
  }
}

/** @param amount shillings as recorded: "250", "250.50" */
export const inShillings = (amount: string): string => formatKsh(Number(amount))
