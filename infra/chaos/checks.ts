import { setTimeout as pause } from 'node:timers/promises'
import { type DeliveryStatus, deliveryStatuses } from '@tuma/contracts/vocabulary'
import type { Ledger, Parcel } from './ledger.ts'
import type { Network } from './network.ts'
import type { SmsStandIn } from './provider.ts'

type Row = { readonly trackingId: string; readonly status: DeliveryStatus }

const pages = async <T>(network: Network, path: string): Promise<T[]> => {
  const all: T[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const query = new URLSearchParams({ limit: '500', ...(cursor ? { cursor } : {}) })
    const { body, headers } = await network.admin.get(`${path}?${query}`)
    all.push(...body)
    cursor = headers.get('x-next-cursor')
  }
  return all
}

/** All that was acknowledged is there, as it was acknowledged, once, and nothing else is. */
const parcelsAreThere = async (network: Network, ledger: Ledger): Promise<string[]> => {
  const rows = await pages<Row>(network, '/api/admin/deliveries')
  const times = Map.groupBy(rows, ({ trackingId }) => trackingId)
  const expected = ledger.parcels().filter(({ deleted }) => !deleted)
  const wrong = expected.flatMap(({ trackingId, status }) => {
    const [row, another] = times.get(trackingId) ?? []
    times.delete(trackingId)
    if (!row) return [`lost: ${trackingId}, which was acknowledged as ${status}`]
    if (another) return [`twice: ${trackingId}`]
    return row.status === status ? [] : [`lost: ${trackingId} is ${row.status}, acknowledged was ${status}`]
  })
  return [...wrong, ...[...times.keys()].map((trackingId) => `nobody was told of ${trackingId}, or it was deleted`)]
}

const booksAreRight = async (network: Network, ledger: Ledger): Promise<string[]> => {
  const { body } = await network.admin.get('/api/admin/revenue/trends')
  const sum = (field: string): number =>
    body.data.reduce((total: number, day: Record<string, number>) => total + (day[field] ?? 0), 0)
  const of = (kind: Parcel['kind']) => ledger.parcels().filter((parcel) => parcel.kind === kind)
  const due = of('dukani').reduce((total, { amount }) => total + amount, 0)
  const figures = [
    ['doorstep deliveries counted', sum('doorstepDeliveries'), of('doorstep').length],
    ['dukani deliveries counted', sum('parcelDukaniDeliveries'), of('dukani').length],
    ['shillings earned', sum('totalRevenue'), due],
  ] as const
  return figures.filter(([, is, be]) => is !== be).map(([what, is, be]) => `${what}: ${is} instead of ${be}`)
}

/** Of each request both hear once staff have the parcel, and of each step after the first shop the receiver does. */
const tellsReceiver = ['inTransit', 'delivered', 'collected'] as const

/** How many SMS a phone is owed: of parcels that stand there. */
const smsOwed = (ledger: Ledger): Map<string, number> => {
  const owed = new Map<string, number>()
  for (const { deleted, kind, phones, status } of ledger.parcels()) {
    if (deleted || status === (kind === 'dukani' ? 'dropping' : 'uncollected')) continue
    const reached = (one: DeliveryStatus) => deliveryStatuses.indexOf(status) >= deliveryStatuses.indexOf(one)
    owed.set(phones.sender, 1)
    owed.set(phones.receiver, 1 + tellsReceiver.filter(reached).length)
  }
  return owed
}

export type SmsFigures = { readonly sent: number; readonly twice: number }

const smsWentOut = async (
  network: Network,
  ledger: Ledger,
  sms: SmsStandIn,
): Promise<{ readonly missing: string[]; readonly figures: SmsFigures }> => {
  const unsent = new Set((await pages<{ to: string }>(network, '/api/admin/unsent')).map(({ to }) => to))
  const byPhone = Map.groupBy(sms.taken(), ({ to }) => to)
  let twice = 0
  const missing: string[] = []
  for (const [phone, owed] of smsOwed(ledger)) {
    const taken = byPhone.get(phone) ?? []
    const different = new Set(taken.map(({ text }) => text)).size
    twice += taken.length - different
    if (different < owed && !unsent.has(phone)) missing.push(`${phone} had ${different} SMS of ${owed}`)
  }
  return { missing, figures: { sent: sms.taken().length, twice } }
}

/** What is shown may come a moment later. */
const eventually = async (look: () => Promise<string[]>, patienceMs: number): Promise<string[]> => {
  const until = Date.now() + patienceMs
  for (;;) {
    const wrong = await look()
    if (wrong.length === 0 || Date.now() > until) return wrong
    await pause(250)
  }
}

const nothingStandsStill = async (network: Network): Promise<string[]> => {
  const [{ body: models }, { body: parked }] = await Promise.all([
    network.admin.get('/api/admin/read-models'),
    network.admin.get('/api/admin/parked'),
  ])
  const lists = { ...models, parked } as Record<string, unknown[]>
  return Object.entries(lists).flatMap(([name, list]) => (list.length > 0 ? [`${name}: ${JSON.stringify(list)}`] : []))
}

export const checkRunning = async (network: Network, ledger: Ledger, sms: SmsStandIn, patienceMs: number) => {
  let figures: SmsFigures = { sent: 0, twice: 0 }
  const wrong = await eventually(async () => {
    const messages = await smsWentOut(network, ledger, sms)
    figures = messages.figures
    return [
      ...messages.missing,
      ...(await parcelsAreThere(network, ledger)),
      ...(await booksAreRight(network, ledger)),
      ...(await nothingStandsStill(network)),
    ]
  }, patienceMs)
  return { wrong: [...ledger.wrong, ...wrong], figures }
}
