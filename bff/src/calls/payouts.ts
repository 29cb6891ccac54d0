import { getAccount, Refused } from '@tuma/contracts/vocabulary'
import type { Dependencies } from '../dependencies.ts'
import type { CallContext } from '../door/policy.ts'
import { getParcels } from './parcels-of.ts'
import { getNames } from './party-names.ts'
import { getSender, readPayee } from './payee.ts'
import { answerRows, getPage } from './rows.ts'
import { askToSend, neededFor, sendApproved } from './sending-money.ts'
import { unlessAway } from './unless-away.ts'

/** How many of a sender's parcels are named in a list. */
const parcelsNamed = 10

/** The senders whom Tuma holds money for, and their payouts. */
export const paying = ({ asBuilt, services, toCommandContext }: Dependencies) => {
  const { revenue, delivery } = services
  const payoutTo = async (context: CallContext, { owedTo, cents }: { owedTo: string; cents: number }) => {
    const { parcels } = await revenue.owed({ owedTo })
    const { name, phone } = await readPayee(services, context.caller.actor, { owedTo, parcels })
    return { of: 'payout', about: owedTo, cents, name, phone, words: null } as const
  }
  return {
    ready: asBuilt.books.ready.handler(async ({ input, context }) => {
      const rows = answerRows(context, await revenue.ready(getPage(input)))
      const nameOf = await getNames(
        services,
        rows.map(({ owedTo }) => owedTo),
      )
      const getParcel = await getParcels(
        delivery,
        rows.flatMap(({ parcels }) => parcels.slice(0, parcelsNamed).map(({ deliveryId }) => deliveryId)).slice(0, 500),
      )
      const readSenders = async ({ owedTo, parcels }: (typeof rows)[number]) =>
        getAccount(owedTo) === null ? unlessAway(getSender(services, context.caller.actor, parcels)) : null
      const senders = await Promise.all(rows.map(readSenders))
      return rows.map(({ owedTo, cents, ready, since, parcels }, at) => ({
        ...{ _id: owedTo, name: senders[at]?.name ?? nameOf(owedTo), cents, ready, since, phone: senders[at]?.phone },
        parcels: parcels.slice(0, parcelsNamed).map((one) => ({
          ...{ cents: one.cents, ready: one.ready },
          ...getParcel(one.deliveryId),
        })),
        manyParcels: parcels.length,
      }))
    }),
    payee: asBuilt.books.payee.handler(async ({ input: { owedTo }, context }) => {
      const { cents, ready, since, parcels } = await revenue.owed({ owedTo })
      const owed = { _id: owedTo, cents, ready, since }
      const payee = await readPayee(services, context.caller.actor, { owedTo, parcels })
      const { name, phone } = payee
      const payout = { of: 'payout', about: owedTo, cents: ready, name, phone, words: null } as const
      const needed = ready > 0 ? await neededFor(services, toCommandContext(context, { owedTo }), payout) : {}
      return { ...owed, ...payee, ...needed }
    }),
    payOut: asBuilt.books.payOut.handler(async ({ input, context }) => {
      const { owedTo, reference, sent, cents } = input
      const command = toCommandContext(context, input)
      const payout = await payoutTo(context, { owedTo, cents })
      const { name, phone } = payout
      const paid = await sendApproved(services, command, { ...payout, sent }, (approval) =>
        revenue.payOut({ asked: command, owedTo, cents, reference, payee: { name, phone }, approval }),
      )
      const { payoutId: _id, parcels, at } = paid
      return { _id, cents, reference: paid.reference, parcels, at }
    }),
    askPayOut: asBuilt.books.askPayOut.handler(async ({ input, context }) => {
      const { ready } = await revenue.owed({ owedTo: input.owedTo })
      if (ready !== input.cents) throw new Refused('payout_changed')
      return askToSend(services, toCommandContext(context, input), await payoutTo(context, input))
    }),
  }
}
