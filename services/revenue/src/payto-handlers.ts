import { implement } from '@orpc/server'
import { getTrace, revenueContract } from '@tuma/contracts/services'
import { Refused } from '@tuma/contracts/vocabulary'
import { metadataFrom } from '@tuma/platform/event-sourcing'
import type { PayTos } from './pay-to.ts'
import type { Payees } from './payees.ts'

const contract = implement(revenueContract)

/** Where the money of an account goes. */
export const payToCalls = (deps: { readonly payTos: PayTos; readonly payees: Payees; readonly now: () => string }) => {
  const { payTos, payees, now } = deps
  const readPayTo = async (accountId: string) => {
    const known = await payTos.of(accountId)
    if (known) return known
    const left = await payees.of(accountId)
    return left && { ...left, changedAt: null, payableFrom: null, former: null }
  }
  return {
    payTo: contract.payTo.handler(({ input: { accountId } }) => readPayTo(accountId)),
    setPayTo: contract.setPayTo.handler(async ({ input: { asked, ...number } }) => {
      const { actor } = asked
      if (actor.kind !== 'user') throw new Refused('not_allowed')
      const metadata = metadataFrom({ ...asked, actor: getTrace(actor) }, now())
      await payTos.set({ ...number, by: actor.userId }, metadata)
      return (await readPayTo(number.accountId)) ?? { ...number, changedAt: null, payableFrom: null, former: null }
    }),
    payToChange: contract.payToChange.handler(({ input: { accountId, changeId } }) =>
      payTos.change(accountId, changeId),
    ),
  }
}
