import { cp, rm } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { type DeliveryStatus, deliveryStatuses } from '@tuma/contracts/vocabulary'
import { keptBy, namesOf } from '@tuma/one-process/read-models'
import { rebuildView } from '@tuma/one-process/rebuild-view'
import { engineSettings, openEngines } from '@tuma/platform/engines'
import { readSettings } from '@tuma/platform/runtime'
import { hashOfViews } from '@tuma/simulation/view-hashes'
import type { Ledger, Parcel } from './ledger.ts'
import type { Network } from './network.ts'
import type { SmsStandIn } from './provider.ts'
import { type Running, runningOn } from './running.ts'

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

/** Of each request both hear, and of each step after the first shop the receiver does. */
const tellsReceiver = ['inTransit', 'delivered', 'collected'] as const

/** How many SMS a phone is owed: of parcels that stand there. */
const smsOwed = (ledger: Ledger): Map<string, number> => {
  const owed = new Map<string, number>()
  for (const { deleted, phones, status } of ledger.parcels()) {
    if (deleted) continue
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

/** Of a stopped product. */
const hashes = async (folder: string): Promise<Map<string, string>> => {
  const engines = await openEngines(readSettings(engineSettings, { DATA_DIR: folder }))
  return hashOfViews(engines).finally(() => engines.close())
}

/** Filled anew from the first event on, every read model has the same rows. On a copy, from which nothing is sent. */
export const checkRebuilt = async ({ folder, settings }: Running): Promise<string[]> => {
  const copy = `${folder}-rebuilt`
  await cp(folder, copy, { recursive: true })
  try {
    const ofCopy = readSettings(engineSettings, { DATA_DIR: copy })
    const before = await hashes(copy)
    for (const [service, kept] of Object.entries(keptBy))
      for (const view of namesOf(kept)) await rebuildView([service, view], ofCopy)
    const { AT_USERNAME, AT_API_KEY, AT_BASE_URL, PORT, PUBLIC_URL, DATA_DIR, ...others } = settings
    const again = await runningOn(copy, others)
    await again.start()
    await again.end('SIGTERM')
    const after = await hashes(copy)
    return [...before]
      .filter(([name, hash]) => after.get(name) !== hash)
      .map(([name]) => `${name} is not what a rebuild makes`)
  } finally {
    await rm(copy, { recursive: true, force: true })
  }
}
