import { isUnderWay } from './facts.ts'
import { machine, quiet } from './machine.ts'
import type { SimulatedProduct } from './simulated-product.ts'
import { observer } from './unruly-bus.ts'

/**
 * Of the clock in the simulation: what has not come to rest by then never does. The longest pause before an SMS is an hour, and
 * what has failed often may fail once more after one.
 */
const restMostMs = 3.5 * 60 * 60_000
const longestLookMs = 10_000

/** @throws when it has not come about in the time that it may take */
const until = async (
  product: SimulatedProduct,
  what: string,
  isTrue: () => boolean,
  maxMs = restMostMs,
): Promise<void> => {
  const end = machine.now() + maxMs
  while (!isTrue()) {
    if (machine.now() > end) throw new Error(`${what} does not come`)
    if (!(await product.step())) throw new Error(`${what} does not come, and nothing happens any more`)
  }
}
/** Runs the machine until this is through. */
export const drive = async <T>(product: SimulatedProduct, what: string, work: Promise<T>): Promise<T> => {
  let ended: { readonly value: T } | { readonly error: unknown } | null = null
  work.then(
    (value) => (ended = { value }),
    (error) => (ended = { error }),
  )
  // What needs no step is through in a moment.
  await quiet()
  await until(product, what, () => ended !== null)
  const how = ended as unknown as { readonly value: T } | { readonly error: unknown }
  if ('error' in how) throw how.error
  return how.value
}

/** Nothing is under way any more: all is followed, published, heard and sent. */
const isAtRest = async (product: SimulatedProduct): Promise<boolean> => {
  const open = product.now()
  if (!open) return false
  const { engines, services } = open
  if (services.followers.some((one) => one.fault() !== null)) return false
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
  return shown.every(Boolean) && lags.every((lag) => lag === 0) && !isUnderWay(product.path)
}

/** @returns true, so that it can be told from none */
export const toRest = async (product: SimulatedProduct): Promise<true> => {
  const end = machine.now() + restMostMs
  for (let pauseMs = 500; ; pauseMs = Math.min(2 * pauseMs, longestLookMs)) {
    if (await isAtRest(product)) return true
    if (machine.now() > end) throw new Error('it does not come to rest')
    await machine.sleep(pauseMs, 'looks')
  }
}
