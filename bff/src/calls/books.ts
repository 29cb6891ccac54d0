import type { ApiInputs, BookEntry } from '@tuma/contracts/api'
import { getEatDay, Refused } from '@tuma/contracts/vocabulary'
import type { Dependencies } from '../dependencies.ts'
import { getDrawer, toHandOver } from './cash.ts'
import { buildCsv, eatTime } from './csv.ts'
import { realDay } from './days.ts'
import { paidOutCalls } from './paid-out.ts'
import { getParcels } from './parcels-of.ts'
import { getNames } from './party-names.ts'
import { payeeNumbers } from './payee-numbers.ts'
import { paying } from './payouts.ts'
import { answerRows, getPage } from './rows.ts'
import { takingIn } from './taking-in.ts'
import { unlessAway } from './unless-away.ts'

const dayMs = 24 * 60 * 60 * 1000

export const bookCalls = (dependencies: Dependencies) => ({
  ...reading(dependencies),
  ...receiving(dependencies),
  ...takingIn(dependencies),
  ...payeeNumbers(dependencies),
  ...paying(dependencies),
  ...paidOutCalls(dependencies),
})

/** @throws bad_input with a day that does not exist */
const buildFilter = ({ account, from, to }: NonNullable<ApiInputs['books']['csv']>) => ({
  account: account ?? null,
  from: from === undefined ? null : realDay('from', from),
  to: to === undefined ? null : realDay('to', to),
})

const reading = ({ api, asBuilt, services, environment }: Dependencies) => {
  const { revenue, delivery, payment } = services
  const entriesAt = async (asked: Parameters<typeof revenue.entries>[0]) => {
    const page = await revenue.entries(asked)
    const nameOf = await getNames(
      services,
      page.rows.map(({ party }) => party),
    )
    const getParcel = await getParcels(
      delivery,
      page.rows.map(({ deliveryId }) => deliveryId),
    )
    const rows = page.rows.map(
      ({ entryId: _id, at, valueAt, account, cents, because, party, deliveryId }): BookEntry => ({
        ...{ _id, at, valueAt, account, cents, because, name: nameOf(party) },
        ...getParcel(deliveryId),
      }),
    )
    return { ...page, rows }
  }

  return {
    accounts: asBuilt.books.accounts.handler(() => revenue.books()),
    day: asBuilt.books.day.handler(async ({ input: { day } }) => {
      const [rows, mpesa] = await Promise.all([revenue.bookDay({ day }), unlessAway(payment.tillOnDay({ day }))])
      return rows.map((row) => (row.account === 'till' && mpesa ? { ...row, mpesa } : row))
    }),
    entries: asBuilt.books.entries.handler(async ({ input, context }) =>
      answerRows(context, await entriesAt({ ...buildFilter(input), ...getPage(input) })),
    ),
    csv: api.books.csv.handler(({ input, context }) => {
      const filter = buildFilter(input)
      return buildCsv(context, `books_${getEatDay(environment.now())}.csv`, columns, (page) =>
        entriesAt({ ...filter, ...page }),
      )
    }),
    counts: asBuilt.books.counts.handler(async () => {
      const before = new Date(Date.parse(environment.now()) - dayMs).toISOString()
      const [counts, { missing: unapproved }] = await Promise.all([
        revenue.moneyCounts({ before }),
        services.payment.outgoingCounts(),
      ])
      return { ...counts, unapproved }
    }),
  }
}

const columns: { readonly [title: string]: (row: BookEntry) => string | number | null } = {
  When: ({ valueAt }) => eatTime(valueAt),
  Account: ({ account }) => account,
  Ksh: ({ cents }) => cents / 100,
  Whose: ({ name }) => name,
  Because: ({ because }) => because,
  Parcel: ({ parcel }) => parcel?.trackingId ?? null,
  Booked: ({ at }) => eatTime(at),
  Entry: ({ _id }) => _id,
}

/** @throws not_found for an unknown agent name or receipt */
const explained = async (
  { identity, payment }: Dependencies['services'],
  { as, username, receipt = '' }: ApiInputs['books']['explain'],
) => {
  if (as === 'drawer') {
    if (username === undefined) return { agentId: null, paymentId: null }
    const agent = await identity.byUsername({ username })
    if (agent?.role !== 'agent') throw new Refused('not_found')
    return { agentId: agent._id, paymentId: null }
  }
  if (as === 'shortage') return { agentId: null, paymentId: null }
  const { rows } = await payment.held({ tab: 'all', search: receipt, limit: 5, cursor: null })
  const found = rows.find((row) => row.receipt === receipt)
  if (!found) throw new Refused('not_found')
  if (found.usedBy !== null) throw new Refused('stale')
  return { agentId: null, paymentId: found.paymentId }
}

const receiving = ({ asBuilt, services, toCommandContext }: Dependencies) => {
  const { revenue, delivery } = services
  return {
    drawers: asBuilt.books.drawers.handler(async ({ input, context }) => {
      const rows = answerRows(context, await revenue.drawers(getPage(input)))
      const nameOf = await getNames(
        services,
        rows.map(({ agentId }) => agentId),
      )
      const getParcel = await getParcels(
        delivery,
        rows.flatMap(({ parcels }) => parcels.map(({ deliveryId }) => deliveryId)).slice(0, 500),
      )
      return rows.map((row) => ({ _id: row.agentId, name: nameOf(row.agentId), ...getDrawer(row, getParcel) }))
    }),
    handOvers: asBuilt.books.handOvers.handler(async ({ input, context }) => {
      const { waiting = false, ...paging } = input
      const rows = answerRows(context, await revenue.handOvers({ agentId: null, waiting, ...getPage(paging) }))
      const nameOf = await getNames(
        services,
        rows.map(({ agentId }) => agentId),
      )
      return rows.map((row) => ({ agentId: row.agentId, name: nameOf(row.agentId), ...toHandOver(row) }))
    }),
    receive: asBuilt.books.receive.handler(async ({ input, context }) => {
      const { agentId, id: handOverId, amount, reason = null } = input
      const counted = { agentId, handOverId, counted: 100 * amount, reason }
      const row = await revenue.receiveCash({ asked: toCommandContext(context, input), ...counted })
      const nameOf = await getNames(services, [agentId])
      return { agentId, name: nameOf(agentId), ...toHandOver(row) }
    }),
    unexplained: asBuilt.books.unexplained.handler(async ({ input, context }) => {
      const rows = answerRows(context, await revenue.unexplained(getPage(input)))
      const getParcel = await getParcels(
        delivery,
        rows.map(({ deliveryId }) => deliveryId),
      )
      const nameOf = await getNames(
        services,
        rows.map(({ agentId }) => agentId),
      )
      return rows.map(({ deliveryId, cents, at, agentId, withdrawn, back, paidOut }) => ({
        ...{ _id: deliveryId, cents, at, agentId, name: nameOf(agentId), withdrawn, back, paidOut },
        ...getParcel(deliveryId),
      }))
    }),
    explain: asBuilt.books.explain.handler(async ({ input, context }) => {
      const { id: deliveryId, as, reason } = input
      const whose = await explained(services, input)
      await revenue.explainTaking({ asked: toCommandContext(context, input), deliveryId, as, reason, ...whose })
      return {}
    }),
    giveBack: asBuilt.books.giveBack.handler(async ({ input, context }) => {
      const { id: deliveryId, as, reason } = input
      await revenue.giveBack({ asked: toCommandContext(context, input), deliveryId, as, reason })
      return {}
    }),
  }
}
