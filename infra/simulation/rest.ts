import { isReportKept, isUnderWay } from './facts.ts'
import { machine, quiet } from './machine.ts'
import { observer } from './reordering-bus.ts'
import type { SimulatedProduct } from './simulated-product.ts'

/**
 * Time of the simulation after which work that has not come to rest never will. The longest pause before an SMS is an
 * hour, and a message that has failed often may fail once more after that.
 */
const maxRestMs = 3.5 * 60 * 60_000
const maxPauseMs = 10_000

/** @throws when this does not happen within the given time */
const until = async (
  product: SimulatedProduct,
  what: string,
  isTrue: () => boolean,
  maxMs = maxRestMs,
): Promise<void> => {
  const end = machine.now() + maxMs
  while (!isTrue()) {
    if (machine.now() > end) throw new Error(`${what} does not come`)
    if (!(await product.step())) throw new Error(`${what} does not come, and nothing happens any more`)
  }
}
/** Runs the machine until this work is done. */
export const runUntilDone = async <T>(product: SimulatedProduct, what: string, work: Promise<T>): Promise<T> => {
  let ended: { readonly value: T } | { readonly error: unknown } | null = null
  work.then(
    (value) => (ended = { value }),
    (error) => (ended = { error }),
  )
  // Work that needs no step is done in a moment.
  await quiet()
  await until(product, what, () => ended !== null)
  const how = ended as unknown as { readonly value: T } | { readonly error: unknown }
  if ('error' in how) throw how.error
  return how.value
}

/** At rest every event is followed, published and handled, and every message is sent. */
const isAtRest = async (product: SimulatedProduct): Promise<boolean> => {
  const open = product.now()
  if (!open) return false
  const { engines, services } = open
  if (product.hasReportsUnderWay() || services.followers.some((one) => one.fault() !== null)) return false
  const shown = await Promise.all(services.followers.map((one) => one.caughtUp({ patienceMs: 1 })))
  const { bus } = engines.of('delivery')
  const lags = await Promise.all([
    ...['identity', 'payment', 'revenue', 'notification'].map((group) => bus.lag('delivery', group)),
    bus.lag('identity', 'notification'),
    bus.lag('identity', 'delivery'),
    bus.lag('payment', 'delivery'),
    bus.lag('payment', 'revenue'),
    bus.lag('payment', 'notification'),
    bus.lag('revenue', 'delivery'),
    bus.lag('revenue', 'notification'),
    ...['delivery', 'identity', 'payment', 'revenue'].map((topic) => bus.lag(topic, observer)),
  ])
  if (!shown.every(Boolean) || lags.some((lag) => lag > 0) || isUnderWay(product.path)) return false
  return !isReportKept(product.path, product.acceptedReports)
}

/** @returns true, so that a result can be told from none */
export const waitForRest = async (product: SimulatedProduct): Promise<true> => {
  const end = machine.now() + maxRestMs
  for (let pauseMs = 500; ; pauseMs = Math.min(2 * pauseMs, maxPauseMs)) {
    if (await isAtRest(product)) return true
    if (machine.now() > end) throw new Error('it does not come to rest')
    await machine.sleep(pauseMs, 'looks')
  }
}
