import { setTimeout as pause } from 'node:timers/promises'
import type { DeliveryStatus } from '@tuma/contracts/vocabulary'
import { differingAccounts } from '@tuma/simulation/accounts'
import type { Ledger, Parcel } from './ledger.ts'
import { checkMoneyIsOnce, readBooks } from './money/books.ts'
import { computeExpectedBalances } from './money/expected-balances.ts'
import type { Network } from './network.ts'
import type { TaskContext } from './people/task-context.ts'
import { readAllPages } from './read-all-pages.ts'
import { noSms, printUnsent, readSms } from './sms-sent.ts'

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
const checkParcels = async (network: Network, ledger: Ledger): Promise<string[]> => {
  const rows = await readAllPages<Row>(network.admin, '/api/admin/deliveries')
  const times = Map.groupBy(rows, ({ trackingId }) => trackingId)
  const expected = ledger.parcels().filter(({ deleted, cancelled }) => !deleted && !cancelled)
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
  return [...wrong, ...[...times.keys()].map((trackingId) => `not acknowledged, deleted or cancelled: ${trackingId}`)]
}

/** The office's sales by day, without cancelled parcels. */
const checkSales = async (network: Network, ledger: Ledger): Promise<string[]> => {
  const { body } = await network.admin.get('/api/admin/revenue/trends')
  const sum = (field: string): number =>
    body.data.reduce((total: number, day: Record<string, number>) => total + (day[field] ?? 0), 0)
  const of = (kind: Parcel['kind']) => ledger.parcels().filter((parcel) => parcel.kind === kind && !parcel.cancelled)
  const isPaid = ({ taken, atCounter }: Parcel) => taken !== null || atCounter === 'cash'
  const earned = [...of('dukani'), ...of('doorstep').filter(isPaid)]
  const fees = earned.reduce((total, { fee }) => total + fee, 0)
  const figures = [
    ['doorstep deliveries counted', sum('doorstepDeliveries'), of('doorstep').length],
    ['dukani deliveries counted', sum('parcelDukaniDeliveries'), of('dukani').length],
    ['shillings earned', sum('totalRevenue'), fees],
  ] as const
  return figures.filter(([, is, be]) => is !== be).map(([what, is, be]) => `${what}: ${is} instead of ${be}`)
}

/** Answers may be right only a moment later. */
const retryUntilRight = async (look: () => Promise<string[]>, patienceMs: number): Promise<string[]> => {
  const until = Date.now() + patienceMs
  for (;;) {
    const wrong = await look()
    if (wrong.length === 0 || Date.now() > until) return wrong
    await pause(250)
  }
}

const checkNothingStopped = async (network: Network): Promise<string[]> => {
  const [{ body: models }, { body: parked }] = await Promise.all([
    network.admin.get('/api/admin/read-models'),
    network.admin.get('/api/admin/parked'),
  ])
  const { lastPass: _, ...behind } = models
  const lists = { ...behind, parked } as Record<string, unknown[]>
  return Object.entries(lists).flatMap(([name, list]) => (list.length > 0 ? [`${name}: ${JSON.stringify(list)}`] : []))
}

/** Each account equals what people and M-Pesa have done, once nothing is under way. */
const checkMoney = async ({ network: { admin }, ledger, mpesa }: TaskContext): Promise<string[]> => {
  const books = await readBooks(admin)
  const different = books
    ? differingAccounts(computeExpectedBalances(ledger, mpesa), books)
    : ['the books do not answer']
  return [...different.map((what) => `sum: ${what}`), ...(await checkMoneyIsOnce(admin, ledger, mpesa))]
}

/** Parcels, sales and money are as they were acknowledged, and nothing has stopped. */
const checkOnceNow = async (context: TaskContext): Promise<string[]> => {
  const { network, ledger } = context
  return [
    ...(await checkParcels(network, ledger)),
    ...(await checkSales(network, ledger)),
    ...(await checkMoney(context)),
    ...(await checkNothingStopped(network)),
  ]
}

/** All but the messages, for a product that sends none. */
export const checkStored = (context: TaskContext, patienceMs: number): Promise<string[]> =>
  retryUntilRight(() => checkOnceNow(context), patienceMs)

export const checkRunning = async (context: TaskContext, patienceMs: number) => {
  let figures = noSms
  let unsentKinds: readonly string[] = []
  const wrong = await retryUntilRight(async () => {
    const messages = await readSms(context)
    ;({ figures, unsentKinds } = messages)
    return [...messages.wrong, ...(await checkOnceNow(context))]
  }, patienceMs)
  printUnsent(unsentKinds)
  return { wrong: [...context.ledger.wrong, ...wrong], figures }
}
