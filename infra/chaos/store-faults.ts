import { setTimeout as pause } from 'node:timers/promises'
import type { Chance } from '@tuma/simulation/chance'
import type { Ledger } from './ledger.ts'
import type { OpenStore } from './stores.ts'

/** `said`: its output; null where it goes to this terminal. */
type Ended = { readonly code: number | null; readonly said: string | null }

/** The parts of the product that the faults need, in one process or in several. */
export type ProductOnStore = {
  /** kill -9 of the process, or of all of them. */
  kill(): Promise<void>
  /** Resolves when it is ready. */
  start(): Promise<void>
  /** Resolves once each process that uses the store has ended by itself; rejects when that takes too long. */
  ended(): Promise<Ended>
}

export type StoreFaultContext = {
  readonly store: OpenStore
  readonly product: ProductOnStore
  readonly chance: Chance
  readonly ledger: Ledger
  /** @returns a function that says whether a change that this process records itself was acknowledged since */
  changeOn(process: string): () => Promise<boolean>
}

/** The longest that a change may fail after its store is back: the product gives up a silent server after 8 s. */
const patienceMs = 60_000
/** A request from before the outage may still be answered. */
const graceMs = 1000
const longestAwayMs = 12_000
/** One for each person, who may have been answered once from what the product knew. */
const maxAnsweredMeanwhile = 12

/**
 * An outage is over when a change succeeds, because readiness may come early or late.
 * @param succeeds whether one has succeeded; by default a change of any person
 */
const waitForChange = async (
  { ledger, store }: StoreFaultContext,
  after: string,
  succeeds = anyChange(ledger),
): Promise<void> => {
  const began = performance.now()
  const waited = () => performance.now() - began
  while (waited() < patienceMs) {
    if (await succeeds()) {
      console.log(`   a change succeeded ${(waited() / 1000).toFixed(1)} s after ${store.name} was ${after}`)
      return
    }
    await pause(20)
  }
  ledger.reportWrong(`no change succeeded within ${patienceMs / 1000} s after ${store.name} was ${after}`)
}

/** @returns a function that says whether a change of any person was acknowledged since */
export const anyChange = (ledger: Ledger): (() => Promise<boolean>) => {
  const before = ledger.acknowledged()
  return async () => ledger.acknowledged() > before
}

/** Waits while the store is away from the whole product. Acknowledged changes are wrong during this. */
const waitWhileAway = async ({ ledger, chance }: StoreFaultContext): Promise<void> => {
  await pause(graceMs)
  const before = ledger.acknowledged()
  await pause(chance.below(longestAwayMs))
  const meanwhile = ledger.acknowledged() - before
  if (meanwhile > maxAnsweredMeanwhile) ledger.reportWrong(`${meanwhile} changes were acknowledged without the store`)
}

const killStore = async (context: StoreFaultContext): Promise<void> => {
  const { store, product, chance } = context
  await store.kill()
  const both = chance.below(2) === 0
  if (both) await product.kill()
  await waitWhileAway(context)
  await store.start()
  if (both) await product.start()
  await waitForChange(context, both ? 'killed with the product' : 'killed')
}

const refuseUsers = async (context: StoreFaultContext): Promise<void> => {
  await context.store.refuse()
  await waitWhileAway(context)
  await context.store.admit()
  await waitForChange(context, 'refusing')
}

const freezeStore = async (context: StoreFaultContext): Promise<void> => {
  context.store.freeze()
  await waitWhileAway(context).finally(context.store.thaw)
  await waitForChange(context, 'frozen')
}

/**
 * One process gets nothing from the store for a while; other processes go on. Then only a change that the process
 * records itself proves that it works.
 */
const cutLine = async (context: StoreFaultContext): Promise<void> => {
  const { lines } = context.store
  const [name, line] = context.chance.among([...lines])
  line.cut()
  if (lines.size === 1) await waitWhileAway(context)
  else await waitWhileOneIsAway(context, name)
  line.mend()
  await waitForChange(context, `cut off from ${name}`, context.changeOn(name))
}

const waitWhileOneIsAway = async ({ chance, ledger, changeOn }: StoreFaultContext, name: string): Promise<void> => {
  await pause(graceMs)
  const away = pause(chance.below(longestAwayMs)).then(() => false)
  if (await Promise.race([changeOn(name)(), away])) ledger.reportWrong(`${name} took a change while it was cut off`)
  await away
}

/** The product's message about a store that does not belong to its data. */
const notOurs = /is not the one of these data/

/**
 * An empty store takes over the address. The product must end by itself with 1 and say why, and write nothing there;
 * then the first store is put back.
 */
const exchangeStore = async (context: StoreFaultContext): Promise<void> => {
  const { store, product, ledger } = context
  await store.exchange()
  const { code, said } = await product.ended().catch(({ message }: Error) => ({ code: null, said: message }))
  await product.kill()
  const written = await store.putBack()
  if (code !== 1 || (said !== null && !notOurs.test(said)))
    ledger.reportWrong(`beside another ${store.name} the product ended with ${code}: ${said?.slice(-600)}`)
  if (written > 0) ledger.reportWrong(`lost: ${written} were written into another ${store.name}`)
  await product.start()
  await waitForChange(context, 'exchanged and put back')
}

export type StoreFault = readonly [name: string, inject: (context: StoreFaultContext) => Promise<void>]

export const storeFaults: readonly StoreFault[] = [
  ['killed', killStore],
  ['refused', refuseUsers],
  ['frozen', freezeStore],
  ['cut off', cutLine],
  ['exchanged', exchangeStore],
]

/** A fault from which the product does not recover is reported, and the round goes on to its figures. */
export const injectOrReport = (inject: StoreFault[1], context: StoreFaultContext): Promise<void> =>
  inject(context).catch(({ message }: Error) =>
    context.ledger.reportWrong(`the fault did not end: ${message.slice(-900)}`),
  )
