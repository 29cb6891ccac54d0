import { setTimeout as pause } from 'node:timers/promises'
import { type DeliveryStatus, hasReached, statusesIn } from '@tuma/contracts/vocabulary'
import { differingAccounts } from '@tuma/simulation/accounts'
import type { Ledger, Parcel } from './ledger.ts'
import { moneyIsOnce, readBooks } from './money/books.ts'
import { outsideBalances } from './money/outside.ts'
import type { Network } from './network.ts'
import { pages } from './pages.ts'
import type { Town } from './people/town.ts'
import type { SmsStandIn } from './provider.ts'

type Row = {
  readonly trackingId: string
  readonly status: DeliveryStatus
  readonly held?: readonly string[]
  readonly photos?: readonly unknown[]
}

/**
 * Photos are deleted with the account of their parcel's sender; photos that came during the deletion, or later, may
 * remain.
 */
const photosLeft = ({ photos, erased }: Parcel, shown: number): number => (erased ? Math.min(shown, photos) : photos)

/** Every acknowledged parcel is stored as it was acknowledged, once, and no other parcel exists. */
const parcelsAreThere = async (network: Network, ledger: Ledger): Promise<string[]> => {
  const rows = await pages<Row>(network.admin, '/api/admin/deliveries')
  const times = Map.groupBy(rows, ({ trackingId }) => trackingId)
  const expected = ledger.parcels().filter(({ deleted }) => !deleted)
  const wrong = expected.flatMap((parcel) => {
    const { trackingId, status, held } = parcel
    const [row, another] = times.get(trackingId) ?? []
    times.delete(trackingId)
    if (!row) return [`lost: ${trackingId}, which was acknowledged as ${status}`]
    if (another) return [`twice: ${trackingId}`]
    const photos = row.photos?.length ?? 0
    const [is, be] = [
      [row.status, row.held?.includes('damaged') ?? false, photos].join(', '),
      [status, held, photosLeft(parcel, photos)].join(', '),
    ]
    return is === be ? [] : [`lost: ${trackingId} is ${is} (status, held, photos), acknowledged was ${be}`]
  })
  return [...wrong, ...[...times.keys()].map((trackingId) => `nobody was told of ${trackingId}, or it was deleted`)]
}

/** The office's sales by day. */
const salesAreRight = async (network: Network, ledger: Ledger): Promise<string[]> => {
  const { body } = await network.admin.get('/api/admin/revenue/trends')
  const sum = (field: string): number =>
    body.data.reduce((total: number, day: Record<string, number>) => total + (day[field] ?? 0), 0)
  const of = (kind: Parcel['kind']) => ledger.parcels().filter((parcel) => parcel.kind === kind)
  const earned = [...of('dukani'), ...of('doorstep').filter(({ taken }) => taken)]
  const fees = earned.reduce((total, { fee }) => total + fee, 0)
  const figures = [
    ['doorstep deliveries counted', sum('doorstepDeliveries'), of('doorstep').length],
    ['dukani deliveries counted', sum('parcelDukaniDeliveries'), of('dukani').length],
    ['shillings earned', sum('totalRevenue'), fees],
  ] as const
  return figures.filter(([, is, be]) => is !== be).map(([what, is, be]) => `${what}: ${is} instead of ${be}`)
}

/**
 * Sender and receiver get an SMS about each request once staff have the parcel, and the receiver one about each step
 * after the first shop.
 */
const tellsReceiver = statusesIn('onTheWay', 'arrived', 'handedOver')

/** How many SMS a phone must get, about parcels that exist and whose sender is known. */
const smsOwed = (ledger: Ledger): Map<string, number> => {
  const owed = new Map<string, number>()
  for (const { deleted, erased, kind, phones, reached, turned } of ledger.parcels()) {
    if (deleted || erased || reached === (kind === 'dukani' ? 'dropping' : 'uncollected')) continue
    owed.set(phones.sender, 1)
    // An SMS about the way out is not sent any more once the parcel goes back; that it goes back is always told.
    const steps = turned ? 1 : tellsReceiver.filter((one) => hasReached(reached, one)).length
    owed.set(phones.receiver, 1 + steps)
  }
  return owed
}

export type SmsFigures = { readonly sent: number; readonly twice: number }

const smsWentOut = async (
  network: Network,
  ledger: Ledger,
  sms: SmsStandIn,
): Promise<{ readonly missing: string[]; readonly figures: SmsFigures }> => {
  const unsent = new Set((await pages<{ to: string }>(network.admin, '/api/admin/unsent')).map(({ to }) => to))
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

/** Answers may be right only a moment later. */
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

/** Each account equals what people and M-Pesa have done, once nothing is under way. */
const moneyIsRight = async ({ network: { admin }, ledger, mpesa }: Town): Promise<string[]> => {
  const books = await readBooks(admin)
  const different = books ? differingAccounts(outsideBalances(ledger, mpesa), books) : ['the books do not answer']
  return [...different.map((what) => `sum: ${what}`), ...(await moneyIsOnce(admin, ledger, mpesa))]
}

export const checkRunning = async (town: Town, patienceMs: number) => {
  const { network, ledger, sms } = town
  let figures: SmsFigures = { sent: 0, twice: 0 }
  const wrong = await eventually(async () => {
    const messages = await smsWentOut(network, ledger, sms)
    figures = messages.figures
    return [
      ...messages.missing,
      ...(await parcelsAreThere(network, ledger)),
      ...(await salesAreRight(network, ledger)),
      ...(await moneyIsRight(town)),
      ...(await nothingStandsStill(network)),
    ]
  }, patienceMs)
  return { wrong: [...ledger.wrong, ...wrong], figures }
}
