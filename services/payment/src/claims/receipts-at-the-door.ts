import type { CommandContext } from '@tuma/contracts/services'
import { receiptsOfAgents } from './receipts-of-agents.ts'

type Receipt = {
  readonly asked: CommandContext
  readonly deliveryId: string
  readonly receipt: string
  readonly payer: string
  readonly due: number
}

/** A payment to the till when a parcel is handed over, as an agent types its receipt. */
export const receiptsAtTheDoor = (deps: Parameters<typeof receiptsOfAgents>[0]) => {
  const claim = receiptsOfAgents(deps)

  /** @throws Refused bad_input, payment_used, payer_differs, payment_short, too_many */
  return ({ deliveryId, due, ...typed }: Receipt) =>
    claim(typed, {
      fields: { receipt: 'taken.receipt', payer: 'taken.payer' },
      misses: ['payer_differs'],
      toCommand: (known) => ({ type: 'TakeAtTheDoor', deliveryId, due, ...known }),
    })
}
