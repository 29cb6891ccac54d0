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
import { reportWaitMs } from './message-sendings.ts'
import { openMessageProviders, type SendReport } from './people/message-providers.ts'
import { sameThread } from './planted/same-thread.ts'
import { type PublishedMessage, withReorderingBus } from './reordering-bus.ts'

type Variables = Readonly<Record<string, string>>
type Open = { readonly engines: ProcessEngines; readonly services: Services }
/** The outcome of a call. `lost`: the process died during it, so its effect is unknown. */
export type Outcome<Answer> = { readonly answer: Answer } | { readonly refused: string } | { readonly lost: true }

/** In memory where the system has such a folder, because committed data must outlive only the process. */
const memory = '/dev/shm'
const scratch = existsSync(memory) ? memory : tmpdir()
/** A check reads the whole file, so it happens seldom. */
const checkEverySteps = 2000
const secretFor = getSecrets('5e'.repeat(32))

/** Collects logged faults; a warning is about something expected, such as a provider that is away. */
const collectFaults = (faults: string[]) =>
  openLog('warn', {
    write(line) {
      const { level, msg, err } = JSON.parse(line)
      // The invariants themselves look at messages that are left to an admin.
      if (level >= 50 && msg !== 'a message was left to an admin') faults.push(`${msg}: ${err?.stack ?? line}`)
    },
  })

/** Starts the process once. */
const startProcess = async (parts: {
  readonly folder: string
  readonly chance: Chance
  readonly log: Log
  readonly providers: Parts['providers']
  readonly randomBytes: (count: number) => Uint8Array
  readonly variables: Variables
  readonly published: PublishedMessage[]
  readonly erasures: Erasure[]
}): Promise<Open> => {
  const { folder, chance, log, providers, randomBytes, variables, published, erasures } = parts
  const engines = await openEmbedded({
    ...{ folder, now: machine.wall, beginThread: sameThread(chance.apart('writer')) },
    // After each crash the file is checked, on every system.
    bootId: null,
  })
  const settings = {
    ...readProductSettings({
      ...{ ...variables, DATA_DIR: folder, SEED: 'none', SEND_BACKOFF_MS: '500' },
      UNANSWERED_WAIT_SECONDS: String(reportWaitMs / 1000),
    }),
    PUBLIC_URL: 'http://tuma.test',
    passwordCost: { memory: 8, passes: 1, parallelism: 1 },
  }
  const services = await openServices({
    engines: withReorderingBus(recordErased(engines, chance.apart('erased'), erasures), chance.apart('bus'), published),
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
const recordErased = (product: ProcessEngines, chance: Chance, erasures: Erasure[]): ProcessEngines => ({
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
const openCrashPlan = () => {
  let isAlive = false
  let set: { readonly kind: string | null; left: number } | null = null
  return {
    set(kind: string | null, left: number): void {
      set = { kind, left }
    },
    begin(): void {
      isAlive = true
    },
    end(): void {
      isAlive = false
      set = null
    },
    isDue(kind: string): boolean {
      const counts = isAlive && set !== null && (set.kind === null || kind.startsWith(set.kind))
      return counts && set !== null && --set.left <= 0
    },
  }
}

type Clients = Services['clients']

/** @param started resolves with the running process, or the next one */
const openCalls = (started: () => Promise<{ clients: Clients; died: Promise<void>; isAlive: () => boolean }>) => {
  let underWay = 0
  return {
    isUnderWay: (): boolean => underWay > 0,
    /** Calls as the bff does; the outcome is `lost` when the process dies. */
    async ask<Answer>(call: (clients: Clients) => Promise<Answer>): Promise<Outcome<Answer>> {
      let { clients, died, isAlive } = await started()
      // It may have left in the same step.
      while (!isAlive()) ({ clients, died, isAlive } = await started())
      underWay++
      return waitForOutcome(call(clients), died).finally(() => underWay--)
    },
  }
}

/** The services of a process, and whether it still runs. */
const toProcess = (found: Open, died: Promise<void>, now: () => Open | null) => ({
  ...{ clients: found.services.clients, died, isAlive: () => now() === found },
})

/** As the bff passes on a provider's report. */
const toCallback = (fields: Parameters<SendReport>[0]) => ({
  asked: {
    actor: { kind: 'system', name: 'bff' },
    commandId: `report ${fields.id}`,
    correlationId: fields.id,
  } as const,
  provider: 'africastalking',
  path: 'delivery-report',
  fields,
})

/** The five services on a folder of their own, and how they die and come back. `check` is called again and again. */
export const openSimulatedProduct = (chance: Chance, variables: Variables, check: () => void) => {
  const folder = mkdtempSync(join(scratch, 'tuma-simulation-'))
  const [faults, published, erasures]: [string[], PublishedMessage[], Erasure[]] = [[], [], []]
  const log = collectFaults(faults)
  let processNumber = 0
  /** How often the process died, and how often it ended in order, as a roll-out ends it. */
  const ended = { crashes: 0, restarts: 0 }
  let open: Open | null = null
  let [started, died] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const calls = openCalls(async () => {
    while (!open) await started.promise
    return toProcess(open, died.promise, () => open)
  })
  const report: SendReport = async (fields) =>
    open !== null && 'answer' in (await calls.ask(({ notification }) => notification.callback(toCallback(fields))))
  const { providers, ...messageProviders } = openMessageProviders(chance.apart('carriers'), () => processNumber, report)
  const crashPlan = openCrashPlan()

  const fail = (error: Error) => faults.push(`could not start: ${error.stack}`)
  const arrive = (now: Open): void => {
    open = now
    started.resolve()
  }
  const begin = (): void => {
    crashPlan.begin()
    const parts = { folder, log, providers, randomBytes: chance.bytes, variables, published, erasures }
    startProcess({ ...parts, chance: chance.apart(`life ${++processNumber}`) }).then(arrive, fail)
  }
  /** From now on calls wait for the next start of the process. */
  const leave = (): Open | null => {
    const left = open
    if (left) started = Promise.withResolvers()
    open = null
    return left
  }
  const crash = (): void => {
    ended.crashes++
    crashPlan.end()
    leave()
    machine.crash()
    died.resolve()
    died = Promise.withResolvers()
    void machine.sleep(chance.delay(50), 'starts again').then(begin)
  }

  return {
    ...{ folder, faults, published, erasures, begin, crashAfter: crashPlan.set, ended, ...messageProviders },
    path: join(folder, 'tuma.db'),
    now: (): Open | null => open,
    /** Makes one step, and ends the process where that is due. */
    async step(): Promise<boolean> {
      const kind = await machine.step()
      if (machine.steps() % checkEverySteps === 0) check()
      if (kind !== null && crashPlan.isDue(kind)) crash()
      return kind !== null
    },
    ask: calls.ask,
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
      while (calls.isUnderWay()) await machine.sleep(1, 'drains')
      if (ended.crashes === crashes && (await Promise.race([close(left).then(() => true), dies]))) begin()
    },
  }
}
export type SimulatedProduct = ReturnType<typeof openSimulatedProduct>

const waitForOutcome = <Answer>(asked: Promise<Answer>, died: Promise<void>): Promise<Outcome<Answer>> =>
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
