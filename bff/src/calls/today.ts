import type { OwnToday } from '@tuma/contracts/api'
import { getEatDay, isMobile, nextPayoutDay, owedToAccount, phoneInShort } from '@tuma/contracts/vocabulary'
import type { Dependencies, Services } from '../dependencies.ts'
import { toUser } from '../door/policy.ts'
import type { BffSettings } from '../settings.ts'
import { toDelivery } from './tracked.ts'
import { unlessAway } from './unless-away.ts'

/** A sender's day: what to bring, what is under way, what is wrong, and the money. */
export const todayCalls = ({ asBuilt, services: { delivery, revenue }, settings, environment }: Dependencies) => ({
  today: asBuilt.deliveries.today.handler(async ({ context }) => {
    const { _id: ownerId } = toUser(context)
    const [{ total, toBring, underWay, trouble }, money] = await Promise.all([
      delivery.ownToday({ viewer: context.caller.actor, ownerId }),
      readMoney(revenue, ownerId, { days: settings.PAYOUT_DAYS, now: environment.now() }),
    ])
    const shops = toBring.shops.map(({ shop: { location, address }, count, deliveryIds: ids, rows }) => ({
      ...{ location, address, count, ids, parcels: rows.map(toDelivery) },
    }))
    return {
      ...{ total, money },
      toBring: { count: toBring.count, more: toBring.more, shops },
      underWay: { count: underWay.count, more: underWay.more, parcels: underWay.rows.map(toDelivery) },
      trouble: { count: trouble.count, more: trouble.more, parcels: trouble.rows.map(toDelivery) },
    }
  }),
})

type When = { readonly days: BffSettings['PAYOUT_DAYS']; readonly now: string }

const readMoney = async (
  revenue: Pick<Services['revenue'], 'owed' | 'payTo'>,
  accountId: string,
  { days, now }: When,
): Promise<OwnToday['money']> => {
  const owed = await unlessAway(revenue.owed({ owedTo: owedToAccount(accountId) }))
  if (!owed) return null
  const { cents, ready, atShops = 0 } = owed
  const payTo = ready > 0 ? await unlessAway(revenue.payTo({ accountId })) : null
  const payableFrom = payTo?.payableFrom && payTo.payableFrom > now ? payTo.payableFrom : now
  const payout =
    payTo && isMobile(payTo.phone)
      ? { on: nextPayoutDay(days, getEatDay(payableFrom)), to: phoneInShort(payTo.phone) }
      : null
  return { ready, atShops, unconfirmed: cents - ready - atShops, payout }
}
