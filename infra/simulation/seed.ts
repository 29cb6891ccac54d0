import { rmSync } from 'node:fs'
import { openCaller } from './caller.ts'
import type { Chance } from './chance.ts'
import { erasureInvariants } from './erasure/invariants.ts'
import { readRemainingPersonalData } from './erasure/remaining-personal-data.ts'
import { factsIn } from './facts.ts'
import { type EndState, invariants } from './invariants.ts'
import { type Ledger, openLedger } from './ledger.ts'
import { machine } from './machine.ts'
import { bookingInvariants } from './money/bookings.ts'
import { alwaysHolds, moneyInvariants } from './money/invariants.ts'
import { type MpesaOfSeed, openMpesaOfSeed } from './mpesa.ts'
import { setUpNetwork } from './people/network.ts'
import { changeErasedParcels, endErasedParcels } from './people/parcels-of-erased.ts'
import { runPerson } from './people/people.ts'
import { closeTheDay } from './people/statements.ts'
import { checkRebuilt } from './rebuild.ts'
import { runUntilDone, waitForRest } from './rest.ts'
import { openSimulatedProduct, type SimulatedProduct } from './simulated-product.ts'

export type SeedResult = {
  readonly seed: number
  readonly hash: string
  readonly commands: number
  readonly answered: number
  readonly crashes: number
  /** Ends of the process in order, as a roll-out makes them. */
  readonly restarts: number
  readonly steps: number
  readonly virtualMs: number
  readonly events: number
  readonly refusals: Readonly<Record<string, number>>
  /** How often each kind of action moved money. */
  readonly money: Readonly<Record<string, number>>
  /** By invariant; empty where all hold. */
  readonly broken: Readonly<Record<string, readonly string[]>>
}

const peopleCount = 6
const minCommands = 165
const minCrashes = 4
/** The till's balance before the first statement, in cents. */
const opening = 5_000_000

const crashProcess = async (product: SimulatedProduct, kind: string | null, left: number): Promise<void> => {
  const { crashes } = product.ended
  product.crashAfter(kind, left)
  for (let waits = 0; product.ended.crashes === crashes; waits++) {
    // The step may never come, so after a while any step will do.
    if (waits === 400) product.crashAfter(null, 1)
    await machine.sleep(5, 'fate')
  }
}

/** Crashes, a clock that is set, a provider that goes away: at any moment. */
const causeFaults = async (product: SimulatedProduct, ledger: Ledger, chance: Chance): Promise<void> => {
  const kinds = [null, 'commit', 'answer', 'message', 'provider', 'timer']
  const crashes = minCrashes + chance.below(5)
  for (let number = 0; number < crashes; number++) {
    const after = Math.floor((minCommands * (number + chance.next())) / crashes)
    while (ledger.commands < after) await machine.sleep(5, 'fate')
    const restarting = chance.is(0.2) ? product.restart() : null
    await crashProcess(product, chance.among(kinds), 1 + chance.below(12))
    await restarting
    if (number !== 1 && chance.is(0.6)) continue
    product.providerGoesAway(chance.below(20_000))
    await machine.sleep(chance.below(3000), 'fate')
    machine.setWall(chance.is(0.7) ? -chance.below(240_000) : chance.below(900_000))
  }
}

const readEndState = async (product: SimulatedProduct, ledger: Ledger, mpesa: MpesaOfSeed): Promise<EndState> => {
  const facts = factsIn(product.path)
  const { delivery, identity, revenue } = (product.now() as NonNullable<ReturnType<SimulatedProduct['now']>>).services
    .clients
  const viewer = { kind: 'visitor', visitorId: null } as const
  const tracked = new Map<string, { status: string; deliveryId: string } | null>()
  for (const { data } of facts.events.filter(({ type }) => type === 'DeliveryRequested')) {
    const found = await delivery.track({ viewer, trackingId: data.trackingId })
    tracked.set(data.trackingId, found && { status: found.delivery.status, deliveryId: data.deliveryId })
  }
  const users = await identity.users({ search: null, role: null, sort: 'recent', limit: 100, cursor: null })
  const days = await revenue.days({ from: '2026-11-10', to: '2026-11-30' })
  const { accounts: books } = await revenue.books()
  return {
    facts,
    published: product.published,
    ledger,
    mpesa,
    books,
    sentMessages: product.sentMessages,
    people: await readRemainingPersonalData(product, ledger, facts),
    days,
    tracked,
    accounts: users.rows,
  }
}

const allInvariants = { ...invariants, ...moneyInvariants, ...bookingInvariants, ...erasureInvariants }

/** Errors that no code of this process has caught, until `end`. */
const collectUncaught = () => {
  const errors: string[] = []
  const take = (error: unknown) => void errors.push(String((error as Error)?.stack ?? error))
  process.on('unhandledRejection', take).on('uncaughtException', take)
  return { errors, end: () => process.off('unhandledRejection', take).off('uncaughtException', take) }
}

/** One seed from an empty folder to its end. */
export const runSeed = async (seed: number, keepLines = false): Promise<SeedResult> => {
  const chance = machine.reset(seed, keepLines)
  let check = () => {}
  const mpesa = openMpesaOfSeed(chance.apart('mpesa'))
  const product = openSimulatedProduct(chance.apart('house'), mpesa.environment, () => check())
  mpesa.startReporting(product)
  mpesa.world.ledger.settle(-opening)
  const ledger = openLedger()
  const broken: Record<string, readonly string[]> = {}
  const report = (name: string, sentences: readonly string[]) => {
    if (sentences.length > 0) broken[name] = sentences.slice(0, 5)
  }
  const attempt = <T>(work: Promise<T>) => work.catch((error) => void report('it comes to rest', [String(error.stack)]))
  const uncaught = collectUncaught()
  try {
    product.begin()
    const caller = openCaller(product, ledger, chance.apart('asking'))
    const network = await runUntilDone(product, 'the network', setUpNetwork(caller, chance.apart('town')))
    check = () => report('money is moved, and never made', alwaysHolds(factsIn(product.path).events))
    const mailTo = (address: string) => product.sentMessages.find(({ to }) => to === address)?.text
    const context = { caller, ledger, network, mpesa, mailTo }
    ledger.statedFrom = ledger.statedUntil = machine.outsideInstant()
    const people = Array.from({ length: peopleCount }, (_, one) =>
      runPerson({ ...context, chance: chance.apart(`person ${one}`) }, minCommands),
    )
    const faultsUnderWay = causeFaults(product, ledger, chance.apart('fate'))
    await runUntilDone(product, 'the end of the day', Promise.all([...people, faultsUnderWay]))
    await runUntilDone(product, 'what is asked once more', caller.repeatLate())
    const evening = { ...context, chance: chance.apart('evening') }
    await runUntilDone(product, 'the end of parcels of who has left', endErasedParcels(evening))
    await runUntilDone(product, 'the last statement', closeTheDay(evening))
    const erased = await attempt(runUntilDone(product, 'erasures', waitForRest(product)))
    if (erased) await runUntilDone(product, 'what is done afterwards', changeErasedParcels(evening))
    const rested = await attempt(runUntilDone(product, 'rest', waitForRest(product)))
    const end = await attempt(runUntilDone(product, 'what is left', readEndState(product, ledger, mpesa)))
    if (end) for (const [name, invariant] of Object.entries(allInvariants)) report(name, invariant(end))
    if (rested)
      report(
        'read models are what a rebuild makes of them',
        await runUntilDone(product, 'a rebuild', checkRebuilt(product, chance)),
      )
    await runUntilDone(product, 'the end', product.close())
  } catch (error) {
    report('it comes to rest', [String((error as Error).stack)])
  }
  report('nothing goes wrong that was not foreseen', [...new Set([...product.faults, ...uncaught.errors])])
  uncaught.end()
  const events = broken['it comes to rest'] ? 0 : factsIn(product.path).events.length
  const result: SeedResult = {
    seed,
    hash: machine.logHash(),
    commands: ledger.commands,
    answered: ledger.answered,
    ...product.ended,
    steps: machine.steps(),
    virtualMs: Math.round(machine.now()),
    events,
    refusals: Object.fromEntries(ledger.refusals),
    money: Object.fromEntries(ledger.expectedBooks.counts()),
    broken,
  }
  machine.reset(seed)
  rmSync(product.folder, { recursive: true, force: true })
  return result
}
