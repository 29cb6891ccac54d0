import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getSecrets } from '@tuma/one-process/secret-key'
import { openServices, type Parts, type Services } from '@tuma/one-process/services'
import { readProductSettings } from '@tuma/one-process/settings'
import { openEmbedded } from '@tuma/platform/engines'
import type { ProcessEngines } from '@tuma/platform/ports'
import { type Log, openLog } from '@tuma/platform/runtime'
import type { Chance } from './chance.ts'
import { machine } from './machine.ts'
import { openCarriers, type Tell } from './people/carriers.ts'
import { sameThread } from './planted/same-thread.ts'
import { type Heard, withUnrulyBus } from './unruly-bus.ts'

type Variables = Readonly<Record<string, string>>
type Open = { readonly engines: ProcessEngines; readonly services: Services }
/** The outcome of a call. `lost`: the process died during it, so its effect is unknown. */
export type Outcome<Answer> = { readonly answer: Answer } | { readonly refused: string } | { readonly lost: true }

/** In memory where the system has such a folder, because committed data must outlive only the process. */
const memory = '/dev/shm'
const scratch = existsSync(memory) ? memory : tmpdir()
/** A look reads the whole file, so it happens seldom. */
const looksEverySteps = 2000
const secretFor = getSecrets('5e'.repeat(32))

/** Collects logged faults; a warning is about something expected, such as a provider that is away. */
const listen = (faults: string[]) =>
  openLog('warn', {
    write(line) {
      const { level, msg, err } = JSON.parse(line)
      // The invariants themselves look at messages that are left to an admin.
      if (level >= 50 && msg !== 'a message was left to an admin') faults.push(`${msg}: ${err?.stack ?? line}`)
    },
  })

/** One life of the process, from its start. */
const openLife = async (parts: {
  readonly folder: string
  readonly chance: Chance
  readonly log: Log
  readonly providers: Parts['providers']
  readonly randomBytes: (count: number) => Uint8Array
  readonly variables: Variables
  readonly heard: Heard[]
  readonly erasures: Erasure[]
}): Promise<Open> => {
  const { folder, chance, log, providers, randomBytes, variables, heard, erasures } = parts
  const engines = await openEmbedded({ folder, now: machine.wall, beginThread: sameThread(chance.apart('writer')) })
  const settings = {
    ...readProductSettings({ ...variables, DATA_DIR: folder, SEED: 'none', SEND_BACKOFF_MS: '500' }),
    PUBLIC_URL: 'http://tuma.test',
    passwordCost: { memory: 8, passes: 1, parallelism: 1 },
  }
  const services = await openServices({
    engines: withUnrulyBus(notingErased(engines, chance.apart('erased'), erasures), chance.apart('bus'), heard),
    settings,
    secretFor,
    environment: { now: machine.instant, randomBytes },
    log,
    providers,
  })
  return { engines, services }
}

/** Whose key a service was about to destroy, and when by the machine's clock. */
export type Erasure = { readonly service: string; readonly personId: string; readonly at: number }

/** The product notes erased people in a file, which takes real time on a disk; here that is a step like every other. */
const notingErased = (product: ProcessEngines, chance: Chance, erasures: Erasure[]): ProcessEngines => ({
  ...product,
  of: (service) => ({
    ...product.of(service),
    async noteErased(personIds) {
      await machine.pause(chance.delay(1), 'erased')
      erasures.push(...personIds.map((personId) => ({ service, personId, at: machine.now() })))
    },
  }),
})

/**
 * After this many more steps of a kind (any kind if none is given) the process dies; a dead process does not die again.
 */
const openDoom = () => {
  let lives = false
  let set: { readonly kind: string | null; left: number } | null = null
  return {
    set(kind: string | null, left: number): void {
      set = { kind, left }
    },
    begin(): void {
      lives = true
    },
    end(): void {
      lives = false
      set = null
    },
    comes(kind: string): boolean {
      const counts = lives && set !== null && (set.kind === null || kind.startsWith(set.kind))
      return counts && set !== null && --set.left <= 0
    },
  }
}

type Clients = Services['clients']

/** @param opened resolves with the present life, or the next one */
const openAsks = (opened: () => Promise<{ clients: Clients; died: Promise<void>; lives: () => boolean }>) => {
  let underWay = 0
  return {
    isUnderWay: (): boolean => underWay > 0,
    /** Calls as the bff does; the outcome is `lost` when the process dies. */
    async ask<Answer>(call: (clients: Clients) => Promise<Answer>): Promise<Outcome<Answer>> {
      let { clients, died, lives } = await opened()
      // It may have left in the same step.
      while (!lives()) ({ clients, died, lives } = await opened())
      underWay++
      return hear(call(clients), died).finally(() => underWay--)
    },
  }
}

/** The services of the present life, and whether that life still goes on. */
const toReached = (found: Open, died: Promise<void>, now: () => Open | null) => ({
  ...{ clients: found.services.clients, died, lives: () => now() === found },
})

/** As the bff passes on a provider's report. */
const toCallback = (fields: Parameters<Tell>[0]) => ({
  asked: {
    actor: { kind: 'system', name: 'bff' },
    commandId: `report ${fields.id}`,
    correlationId: fields.id,
  } as const,
  provider: 'africastalking',
  path: 'delivery-report',
  fields,
})

/** The five services on a folder of their own, and how they die and come back. `look` is called again and again. */
export const openSimulatedProduct = (chance: Chance, variables: Variables, look: () => void) => {
  const folder = mkdtempSync(join(scratch, 'tuma-simulation-'))
  const [faults, heard, erasures]: [string[], Heard[], Erasure[]] = [[], [], []]
  const log = listen(faults)
  let life = 0
  /** How often the process died, and how often it ended in order, as a roll-out ends it. */
  const ended = { crashes: 0, restarts: 0 }
  let open: Open | null = null
  let [opened, died] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const asks = openAsks(async () => {
    while (!open) await opened.promise
    return toReached(open, died.promise, () => open)
  })
  const report: Tell = async (fields) => {
    if (open) await asks.ask(({ notification }) => notification.callback(toCallback(fields)))
  }
  const { providers, ...carriers } = openCarriers(chance.apart('carriers'), () => life, report)
  const doom = openDoom()

  const fail = (error: Error) => faults.push(`could not start: ${error.stack}`)
  const arrive = (now: Open): void => {
    open = now
    opened.resolve()
  }
  const begin = (): void => {
    doom.begin()
    const parts = { folder, log, providers, randomBytes: chance.bytes, variables, heard, erasures }
    openLife({ ...parts, chance: chance.apart(`life ${++life}`) }).then(arrive, fail)
  }
  /** From now on calls wait for the next life of the process. */
  const leave = (): Open | null => {
    const left = open
    if (left) opened = Promise.withResolvers()
    open = null
    return left
  }
  const crash = (): void => {
    ended.crashes++
    doom.end()
    leave()
    machine.crash()
    died.resolve()
    died = Promise.withResolvers()
    void machine.sleep(chance.delay(50), 'starts again').then(begin)
  }

  return {
    ...{ folder, faults, heard, erasures, begin, doom: doom.set, ended, ...carriers },
    path: join(folder, 'tuma.db'),
    now: (): Open | null => open,
    /** Makes one step, and ends the process where that is due. */
    async step(): Promise<boolean> {
      const kind = await machine.step()
      if (machine.steps() % looksEverySteps === 0) look()
      if (kind !== null && doom.comes(kind)) crash()
      return kind !== null
    },
    ask: asks.ask,
    close: () => close(leave()),
    /**
     * Restarts as a roll-out does: calls under way are answered, and then the process ends in order. It may die before
     * that.
     */
    async restart(): Promise<void> {
      const left = leave()
      if (!left) return
      ended.restarts++
      const { crashes } = ended
      const dies = died.promise.then(() => false)
      while (asks.isUnderWay()) await machine.sleep(1, 'drains')
      if (ended.crashes === crashes && (await Promise.race([close(left).then(() => true), dies]))) begin()
    },
  }
}
export type SimulatedProduct = ReturnType<typeof openSimulatedProduct>

const hear = <Answer>(asked: Promise<Answer>, died: Promise<void>): Promise<Outcome<Answer>> =>
  Promise.race([
    asked.then((answer): Outcome<Answer> => ({ answer }), unanswered),
    died.then((): Outcome<Answer> => ({ lost: true })),
  ])

const close = async (left: Open | null): Promise<void> => {
  await left?.services.close()
  await left?.engines.close()
}

const unanswered = (error: Error & { readonly code?: string }): { refused: string } | { lost: true } => {
  if (error.name === 'EngineAway') return { lost: true }
  return { refused: error.name === 'Refused' ? String(error.code) : `fault: ${error}` }
}
