import { rmSync } from 'node:fs'
import { asking } from './asking.ts'
import type { Chance } from './chance.ts'
import { erasureInvariants } from './erasure/invariants.ts'
import { leftOfPeople } from './erasure/left-of-people.ts'
import { factsIn } from './facts.ts'
import { invariants, type Left } from './invariants.ts'
import { type Ledger, openLedger } from './ledger.ts'
import { machine } from './machine.ts'
import { alwaysHolds, moneyInvariants } from './money/invariants.ts'
import { type MpesaOfSeed, openMpesaOfSeed } from './mpesa.ts'
import { endTheirParcels, stirTheirParcels } from './people/parcels-of-leavers.ts'
import { live } from './people/people.ts'
import { closeTheDay } from './people/statements.ts'
import { buildTown } from './people/town.ts'
import { rebuilt } from './rebuild.ts'
import { drive, toRest } from './rest.ts'
import { openSimulatedProduct, type SimulatedProduct } from './simulated-product.ts'

export type Told = {
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
  /** How often each kind of deed moved money. */
  readonly money: Readonly<Record<string, number>>
  /** By invariant; empty where all hold. */
  readonly broken: Readonly<Record<string, readonly string[]>>
}

const peopleCount = 6
const minCommands = 165
const minCrashes = 4
/** The till's balance before the first statement, in cents. */
const opening = 5_000_000

const die = async (product: SimulatedProduct, kind: string | null, left: number): Promise<void> => {
  const { crashes } = product.ended
  product.doom(kind, left)
  for (let waits = 0; product.ended.crashes === crashes; waits++) {
    // The step may never come, so after a while any step will do.
    if (waits === 400) product.doom(null, 1)
    await machine.sleep(5, 'fate')
  }
}

/** Crashes, a clock that is set, a provider that goes away: at any moment. */
const misfortunes = async (product: SimulatedProduct, ledger: Ledger, chance: Chance): Promise<void> => {
  const kinds = [null, 'commit', 'answer', 'message', 'provider', 'timer']
  const crashes = minCrashes + chance.below(5)
  for (let number = 0; number < crashes; number++) {
    const after = Math.floor((minCommands * (number + chance.next())) / crashes)
    while (ledger.commands < after) await machine.sleep(5, 'fate')
    const restarting = chance.is(0.2) ? product.restart() : null
    await die(product, chance.among(kinds), 1 + chance.below(12))
    await restarting
    if (number !== 1 && chance.is(0.6)) continue
    product.providerGoesAway(chance.below(20_000))
    await machine.sleep(chance.below(3000), 'fate')
    machine.setWall(chance.is(0.7) ? -chance.below(240_000) : chance.below(900_000))
  }
}

const leftBy = async (product: SimulatedProduct, ledger: Ledger, mpesa: MpesaOfSeed): Promise<Left> => {
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
    heard: product.heard,
    ledger,
    mpesa,
    books,
    carried: product.carried,
    people: await leftOfPeople(product, ledger, facts),
    days,
    tracked,
    accounts: users.rows,
  }
}

const allInvariants = { ...invariants, ...moneyInvariants, ...erasureInvariants }

/** Errors that no code of this process has caught, until `end`. */
const hearUncaught = () => {
  const heard: string[] = []
  const hear = (error: unknown) => void heard.push(String((error as Error)?.stack ?? error))
  process.on('unhandledRejection', hear).on('uncaughtException', hear)
  return { heard, end: () => process.off('unhandledRejection', hear).off('uncaughtException', hear) }
}

/** One seed from an empty folder to its end. */
export const runSeed = async (seed: number, keepLines = false): Promise<Told> => {
  const chance = machine.reset(seed, keepLines)
  let look = () => {}
  const mpesa = openMpesaOfSeed(chance.apart('mpesa'))
  const product = openSimulatedProduct(chance.apart('house'), mpesa.environment, () => look())
  mpesa.tells(product)
  mpesa.world.ledger.settle(-opening)
  const ledger = openLedger()
  const broken: Record<string, readonly string[]> = {}
  const breaks = (name: string, sentences: readonly string[]) => {
    if (sentences.length > 0) broken[name] = sentences.slice(0, 5)
  }
  const attempt = <T>(work: Promise<T>) => work.catch((error) => void breaks('it comes to rest', [String(error.stack)]))
  const uncaught = hearUncaught()
  try {
    product.begin()
    const people = asking(product, ledger, chance.apart('asking'))
    const town = await drive(product, 'the town', buildTown(people, chance.apart('town')))
    look = () => breaks('money is moved, and never made', alwaysHolds(factsIn(product.path).events))
    const mailTo = (address: string) => product.carried.find(({ to }) => to === address)?.text
    const means = { asking: people, ledger, town, mpesa, mailTo }
    ledger.statedFrom = ledger.statedUntil = machine.outsideInstant()
    const lives = Array.from({ length: peopleCount }, (_, one) =>
      live({ ...means, chance: chance.apart(`person ${one}`) }, minCommands),
    )
    const fate = misfortunes(product, ledger, chance.apart('fate'))
    await drive(product, 'the end of the day', Promise.all([...lives, fate]))
    await drive(product, 'what is asked once more', people.repeatLate())
    const evening = { ...means, chance: chance.apart('evening') }
    await drive(product, 'the end of parcels of who has left', endTheirParcels(evening))
    await drive(product, 'the last statement', closeTheDay(evening))
    const erased = await attempt(drive(product, 'erasures', toRest(product)))
    if (erased) await drive(product, 'what is done afterwards', stirTheirParcels(evening))
    const rested = await attempt(drive(product, 'rest', toRest(product)))
    const left = await attempt(drive(product, 'what is left', leftBy(product, ledger, mpesa)))
    if (left) for (const [name, invariant] of Object.entries(allInvariants)) breaks(name, invariant(left))
    if (rested)
      breaks(
        'read models are what a rebuild makes of them',
        await drive(product, 'a rebuild', rebuilt(product, chance)),
      )
    await drive(product, 'the end', product.close())
  } catch (error) {
    breaks('it comes to rest', [String((error as Error).stack)])
  }
  breaks('nothing goes wrong that nobody foresaw', [...new Set([...product.faults, ...uncaught.heard])])
  uncaught.end()
  const events = broken['it comes to rest'] ? 0 : factsIn(product.path).events.length
  const told: Told = {
    seed,
    hash: machine.logHash(),
    commands: ledger.commands,
    answered: ledger.answered,
    ...product.ended,
    steps: machine.steps(),
    virtualMs: Math.round(machine.now()),
    events,
    refusals: Object.fromEntries(ledger.refusals),
    money: Object.fromEntries(ledger.outside.counts()),
    broken,
  }
  machine.reset(seed)
  rmSync(product.folder, { recursive: true, force: true })
  return told
}
