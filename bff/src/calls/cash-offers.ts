import type { CashOffer, CashPassed } from '@tuma/contracts/api'
import type { CashOfferRecord } from '@tuma/contracts/services'
import { Refused, type Shop, shopKey } from '@tuma/contracts/vocabulary'
import type { Dependencies, Services } from '../dependencies.ts'
import { toUser } from '../door/policy.ts'
import { accountNames } from './account-names.ts'

type Agent = Awaited<ReturnType<Services['identity']['agents']>>[number]

/** Cash that an agent gives to a colleague of the same shop. */
export const cashOfferCalls = ({ asBuilt, services: { revenue, identity }, toCommandContext }: Dependencies) => {
  const findColleagues = async ({ _id, location, address }: Pick<Agent, '_id' | 'location' | 'address'>) => {
    const shop = toShop({ location, address })
    if (shop === null) return []
    const agents = await identity.agents()
    return agents.filter((agent) => agent._id !== _id && toShop(agent) === shop)
  }
  return {
    offers: asBuilt.cash.offers.handler(async ({ context }) => {
      const me = toUser(context)
      const [{ toYou, yours, declined, past }, colleagues] = await Promise.all([
        revenue.offers({ agentId: me._id }),
        findColleagues(me),
      ])
      const all = [...toYou, ...(yours ? [yours] : []), ...(declined ? [declined] : []), ...past]
      // Colleagues may have left the shop since then.
      const names = await accountNames(
        identity,
        all.map((row) => getOther(row, me._id)),
      )
      const named = (row: CashOfferRecord) => ({ row, name: names[getOther(row, me._id)] ?? null })
      return {
        toYou: toYou.map(named).map(toOffer),
        yours: yours && toOffer(named(yours)),
        declined: declined ? toOffer(named(declined)) : undefined,
        past: past.map(named).map((one) => toPassed(one, me._id)),
        colleagues: colleagues.map(({ _id, name }) => ({ _id, name })),
      }
    }),
    offer: asBuilt.cash.offer.handler(async ({ input, context }) => {
      const me = toUser(context)
      const colleague = (await findColleagues(me)).find(({ _id }) => _id === input.to)
      if (!colleague) throw new Refused('not_your_colleague')
      const asked = toCommandContext(context, input)
      const row = await revenue.offerCash({ asked, agentId: me._id, to: input.to, cents: 100 * input.amount })
      return toOffer({ row, name: colleague.name })
    }),
    passOn: asBuilt.cash.passOn.handler(async ({ input, context }) => {
      const { _id: agentId } = toUser(context)
      const { id: offerId, counted } = input
      const asked = toCommandContext(context, input)
      const row = await revenue.passOn({ asked, agentId, offerId, counted: 100 * counted })
      const names = await accountNames(identity, [row.from])
      return toPassed({ row, name: names[row.from] ?? null }, agentId)
    }),
    endOffer: asBuilt.cash.endOffer.handler(async ({ input, context }) => {
      const asked = toCommandContext(context, input)
      await revenue.endOffer({ asked, agentId: toUser(context)._id, offerId: input.id })
      return {}
    }),
  }
}

const toShop = ({ location, address }: { readonly [Part in keyof Shop]: string | null }): string | null =>
  location === null || address === null ? null : shopKey({ location, address })

const getOther = ({ from, to }: CashOfferRecord, me: string): string => (from === me ? to : from)

type Named = { readonly row: CashOfferRecord; readonly name: string | null }

const toOffer = ({ row: { offerId: _id, cents, at }, name }: Named): CashOffer => ({ _id, name, cents, at })

const toPassed = (
  { row: { offerId: _id, from, cents, counted, at, endedAt }, name }: Named,
  me: string,
): CashPassed => ({
  ...{ _id, name, cents, given: from === me },
  ...{ counted: counted ?? 0, at: endedAt ?? at },
})
