import type { CommandContext } from '@tuma/contracts/services'
import { receiptsOfAgents } from './receipts-of-agents.ts'

type Receipt = {
  readonly asked: CommandContext
  readonly drawer: string
  readonly receipt: string
  readonly payer: string
}

/** Cash that an agent paid to the till by hand, as the agent types its receipt. */
export const receiptsOfCash = (deps: Parameters<typeof receiptsOfAgents>[0]) => {
  const claim = receiptsOfAgents(deps)

  /** @throws Refused bad_input, not_paid_yet, payer_differs, payment_used, too_many after five misses in an hour */
  return ({ drawer, ...typed }: Receipt) =>
    claim(typed, {
      fields: { receipt: 'receipt', payer: 'payer' },
      misses: ['payer_differs', 'not_paid_yet'],
      toCommand: ({ proof, at }) => ({ type: 'ClaimPayIn', drawer, proof, at }),
    })
}
