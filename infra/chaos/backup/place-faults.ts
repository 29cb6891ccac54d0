import { setTimeout as pause } from 'node:timers/promises'
import type { S3State } from '@tuma/one-process/s3-double'
import type { ProductProcess } from '../product-process.ts'
import { type RoundContext, waitForChanges } from '../round.ts'
import { type Moment, type ShippedMoment, takeMoment } from './moments.ts'
import type { BackupPlace } from './place.ts'
import { openShippingState, type ShippingState } from './shipping-state.ts'

/** What `/readyz` must call a place that does so; null: it may be fast enough to be called nothing. */
const namedAs = {
  gone: 'away',
  hanging: 'slow',
  full: 'full',
  overQuota: 'full',
  slow: null,
} as const satisfies Partial<Record<S3State, string | null>>
type Fault = keyof typeof namedAs

export type PlaceContext = {
  readonly product: ProductProcess
  readonly place: BackupPlace
  readonly context: RoundContext
}

/** Longer than the minutes after which the product reports a place that is behind. */
const clockAheadMs = 4 * 60_000
const patienceMs = 180_000
/** That many changes are acknowledged before and after each moment. */
const changesBetween = 12
/** Answers before the fault whose times are compared: as many as come during it, more or less. */
const answersCompared = 60

const median = (all: readonly number[]): number => [...all].sort((one, other) => one - other)[all.length >> 1] ?? 0

/** A clock that begins right and goes ahead once, so that it never shows the same moment twice in a round. */
const openProductClock = ({ product }: PlaceContext) => {
  let aheadMs = 0
  return {
    now: () => Date.now() + aheadMs,
    async goAhead(): Promise<void> {
      aheadMs = clockAheadMs
      product.setClock(clockAheadMs)
      // The product looks ten times a second.
      await pause(500)
    },
  }
}

/** People go on while the place does so, and none of their requests is refused because of it. */
const goOnWithout = async ({ place, context, product }: PlaceContext, fault: Fault): Promise<void> => {
  const { ledger, load, chance } = context
  const getAway = () => ledger.counts()['answers: away'] ?? 0
  const [before, away] = [load.answerTimes(), getAway()]
  place.setState(fault)
  await waitForChanges(context, changesBetween)
  if (getAway() > away) ledger.reportWrong(`a request was refused while the place was ${fault}`)
  const during = load.answerTimes().slice(before.length)
  console.log(
    `   median answer ${median(before.slice(-answersCompared)).toFixed(0)} ms before, ${median(during).toFixed(0)} ms with the place ${fault}`,
  )
  if (chance.is(0.5)) return
  await product.end('SIGKILL')
  await product.start()
  console.log('   killed and started meanwhile')
}

/** The product names the place, catches up by itself once it is sound, and names it no more. */
const mend = async ({ place }: PlaceContext, state: ShippingState, fault: Fault): Promise<void> => {
  const name = namedAs[fault]
  if (name !== null) await state.waitUntilNamed(name, patienceMs)
  const named = name ?? (await state.readDegraded())
  place.setState('sound')
  const seconds = await state.waitUntilNamed(null, patienceMs)
  console.log(
    `   readyz called the place ${named ?? 'nothing'}; the fault ended, and ${seconds.toFixed(1)} s later it names no place`,
  )
}

const disturb = async (one: PlaceContext, fault: Fault): Promise<ShippedMoment[]> => {
  const { place, product, context } = one
  const clock = openProductClock(one)
  const state = openShippingState({ url: product.url, now: clock.now })
  const take = (name: string): Promise<Moment> => takeMoment(context, name, clock.now)
  const waitUntilShipped = async (moment: Moment): Promise<ShippedMoment> => {
    const seconds = await state.waitUntilShipped(moment.at, patienceMs)
    console.log(`   the place had everything of the moment ${moment.name} after ${seconds.toFixed(1)} s`)
    return { ...moment, objects: place.objects() }
  }
  try {
    const before = await waitUntilShipped(await take('before'))
    await goOnWithout(one, fault)
    const during = await take('during')
    await waitForChanges(context, changesBetween)
    await clock.goAhead()
    await mend(one, state, fault)
    const shipped = await waitUntilShipped(during)
    await waitForChanges(context, changesBetween)
    return [before, shipped, await waitUntilShipped(await take('after'))]
  } finally {
    place.setState('sound')
  }
}

type PlaceFault = readonly [name: string, inject: (one: PlaceContext) => Promise<ShippedMoment[]>]

const createPlaceFault = (name: string, faults: readonly Fault[]): PlaceFault => [
  name,
  async (one) => {
    const { chance, ledger } = one.context
    try {
      return await disturb(one, chance.among(faults))
    } catch (error) {
      ledger.reportWrong(`the fault did not end: ${(error as Error).message}`)
      return []
    }
  },
]

/** Each returns three moments of the round that can be restored. */
export const placeFaults: readonly PlaceFault[] = [
  createPlaceFault('place of the backup away', ['gone', 'hanging']),
  createPlaceFault('place of the backup full', ['full', 'overQuota']),
  createPlaceFault('place of the backup slow', ['slow']),
]
