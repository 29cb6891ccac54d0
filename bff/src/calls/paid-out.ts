import type { PaidOutRow } from '@tuma/contracts/api'
import type { OutgoingRecord } from '@tuma/contracts/services'
import { getAccount, getEatDay, type OutgoingApproval, Refused, spacedPhone } from '@tuma/contracts/vocabulary'
import type { Dependencies, Services } from '../dependencies.ts'
import { accountNames } from './account-names.ts'
import { buildCsv, eatTime } from './csv.ts'
import { getParcels } from './parcels-of.ts'
import { answerRows, getPage } from './rows.ts'

/** How many of its parcels are named in a row. */
const parcelsNamed = 10

/** Money that left by M-Pesa, as payouts and refunds. */
export const paidOutCalls = ({ api, asBuilt, services, toCommandContext, environment }: Dependencies) => {
  const { identity, payment } = services
  const pageOfPaidOut = async (wanted: Parameters<typeof payment.outgoing>[0]) => {
    const { rows, next } = await payment.outgoing(wanted)
    return { rows: await shown(services, rows), next }
  }
  return {
    paidOut: asBuilt.books.paidOut.handler(async ({ input: { search, missing = false, ...paging }, context }) =>
      answerRows(context, await pageOfPaidOut({ search: search || null, missing, ...getPage(paging) })),
    ),
    paidOutCsv: api.books.paidOutCsv.handler(({ input: { search, missing = false }, context }) =>
      buildCsv(context, `paid_out_${getEatDay(environment.now())}.csv`, columns, (page) =>
        pageOfPaidOut({ search: search || null, missing, ...page }),
      ),
    ),
    approvePaidOut: asBuilt.books.approvePaidOut.handler(async ({ input, context }) => {
      const { id: outgoingId, reason } = input
      const outgoing = await payment.outgoingOne({ outgoingId })
      if (!outgoing) throw new Refused('not_found')
      const { by, about, phone } = outgoing
      const first = { by, beneficiary: getAccount(about), phone }
      await identity.checkApprover({ asked: toCommandContext(context, input), first })
      await payment.approveOutgoing({ asked: toCommandContext(context, input), outgoingId, reason: reason || null })
      return {}
    }),
  }
}

const shown = async (
  { identity, delivery }: Pick<Services, 'identity' | 'delivery'>,
  rows: readonly OutgoingRecord[],
): Promise<PaidOutRow[]> => {
  const names = await accountNames(
    identity,
    rows.flatMap(({ by, approvedBy }) => [by, approvedBy]),
  )
  const named = rows.flatMap(({ deliveryIds }) => deliveryIds.slice(0, parcelsNamed)).slice(0, 500)
  const getParcel = await getParcels(delivery, named)
  return rows.map(
    ({ outgoingId: _id, deliveryIds, by, approvedBy, of, name, phone, cents, receipt, approval, at, ...why }) => ({
      ...{ _id, of, name, phone, cents, receipt, approval, at, reason: why.reason, approvalReason: why.approvalReason },
      parcels: deliveryIds
        .slice(0, parcelsNamed)
        .map((deliveryId) => ({ parcel: undefined, ...getParcel(deliveryId) })),
      manyParcels: deliveryIds.length,
      by: names[by] ?? null,
      approvedBy: approvedBy === null ? null : (names[approvedBy] ?? null),
    }),
  )
}

const approvalWords: Readonly<Record<OutgoingApproval, string>> = {
  not_needed: '',
  given: 'Approved',
  alone: 'No other admin',
  missing: 'Not approved',
}

const columns: { readonly [title: string]: (row: PaidOutRow) => string | number | null } = {
  When: ({ at }) => eatTime(at),
  What: ({ of }) => (of === 'payout' ? 'Paid out' : 'Paid back'),
  'Paid to': ({ name }) => name,
  Phone: ({ phone }) => (phone === null ? null : spacedPhone(phone)),
  Ksh: ({ cents }) => cents / 100,
  'M-Pesa receipt': ({ receipt }) => receipt,
  Parcels: ({ parcels, manyParcels }) => {
    const ids = parcels.flatMap(({ parcel }) => parcel?.trackingId ?? [])
    return manyParcels > ids.length ? `${[...ids, `${manyParcels - ids.length} more`].join(' ')}` : ids.join(' ')
  },
  'Paid by': ({ by }) => by,
  Approval: ({ approval }) => approvalWords[approval],
  'Approved by': ({ approvedBy }) => approvedBy,
  Reason: ({ reason }) => reason,
}
