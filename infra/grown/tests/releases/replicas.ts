import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '@tuma/platform/runtime'
import type { Planned } from '../../src/start-grown.ts'

/** One process of a service, of one release, as a cluster sees it. */
export type Replica = {
  readonly release: string
  /** How many calls it got through the address of its service. */
  asked(): number
  /** Its whole log. */
  said(): string
  readiness(): Promise<{
    readonly ready: boolean
    readonly because?: readonly string[]
    readonly degraded?: readonly { readonly engine: string; readonly state: string }[]
  }>
  stop(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>
}
export type Release = { readonly name: string; readonly entry: string }

/**
 * Replicas of one service behind its one address, each process started with the service's settings from the table. As
 * in infra/kubernetes a new one gets calls when it is ready, and only then one of the old gets no more calls and ends.
 */
export type Replicas = {
  /** Starts a replica, which gets no calls before it is admitted. @param own settings of this one only */
  start(release: Release, own?: Readonly<Record<string, string>>): Promise<Replica>
  /** @throws when it reports that it never will be ready, or has died */
  admit(replica: Replica): Promise<void>
  rollOut(release: Release): Promise<void>
  serving(): readonly Replica[]
  /** It gets no more calls, and lives on. */
  ignore(replica: Replica): void
  /** It gets no more calls, and ends. */
  withdraw(replica: Replica, signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>
  /** Those that have ended by themselves. */
  died(): readonly string[]
  /**
   * Calls that a roll-out has cost: no replica was there, one ended without an answer, or one answered 5xx at its first
   * call or after it was withdrawn. In between, an engine that is late on a busy machine may refuse a call.
   */
  refused(): readonly string[]
  close(): Promise<void>
}

type Running = Replica & { readonly url: string; count(): void; hasEnded(): boolean }

export const openReplicas = async (plan: Planned, given: Readonly<Record<string, string>>): Promise<Replicas> => {
  const all: Running[] = []
  const died: string[] = []
  const refused: string[] = []
  let serving: Running[] = []

  const balancer = openBalancer(
    () => serving,
    (call) => void refused.push(call),
  )
  balancer.listen(Number(new URL(plan.url).port), new URL(plan.url).hostname)
  await once(balancer, 'listening')

  const start = async (release: Release, own: Readonly<Record<string, string>> = {}): Promise<Running> => {
    const PORT = String(await freePort())
    const REPLICA = `${plan.name}-${all.length + 1}`
    const replica = runReplica(release, { ...given, ...plan.environment, ...own, PORT, REPLICA }, (how) =>
      died.push(`${REPLICA} of ${release.name} ${how}`),
    )
    all.push(replica)
    return replica
  }
  const admit = async (replica: Replica): Promise<void> => {
    const running = all.find((one) => one === replica) as Running
    for (;;) {
      const { ready, because } = await replica.readiness()
      if (ready) break
      if (because || running.hasEnded()) throw new Error(`${replica.release}: ${because ?? replica.said()}`)
      await pause(100)
    }
    serving = [...serving, running]
  }
  const withdraw: Replicas['withdraw'] = async (replica, signal = 'SIGTERM') => {
    serving = serving.filter((one) => one !== replica)
    await replica.stop(signal)
  }

  return {
    start,
    admit,
    withdraw,
    ignore(replica) {
      serving = serving.filter((one) => one !== replica)
    },
    serving: () => serving,
    died: () => died,
    refused: () => refused,
    async rollOut(release) {
      for (const old of serving) {
        await admit(await start(release))
        await withdraw(old)
      }
    },
    async close() {
      await Promise.all(all.map((replica) => replica.stop('SIGTERM')))
      balancer.close()
      balancer.closeAllConnections()
    },
  }
}

/** Gives each call to the next replica that serves. @param onRefused gets each call that a roll-out has cost */
const openBalancer = (serving: () => readonly Running[], onRefused: (call: string) => void) => {
  let turn = 0
  let hasServed = false
  return createServer((asked, answered) => {
    turn += 1
    const replica = serving()[turn % serving().length]
    const { method, headers, url } = asked
    const refuse = (how: string): void => onRefused(`${method} ${url} ${how}`)
    if (!replica) {
      // Other processes ask as soon as they run, before the first replica is ready.
      if (hasServed) refuse('found no replica')
      return void answered.writeHead(503).end()
    }
    hasServed = true
    replica.count()
    const isFirst = replica.asked() === 1
    const passed = request(new URL(url ?? '/', replica.url), { method, headers, agent: false }, (answer) => {
      const { statusCode = 502 } = answer
      if (statusCode >= 500 && (isFirst || !serving().includes(replica))) refuse(`was answered ${statusCode}`)
      answered.writeHead(statusCode, answer.headers)
      answer.pipe(answered)
    })
    passed.once('error', (error) => {
      if (!answered.destroyed) refuse(`had no answer of ${replica.release}: ${error}`)
      answered.destroy()
    })
    asked.pipe(passed)
  })
}

const runReplica = (
  { name, entry }: Release,
  environment: Readonly<Record<string, string>>,
  onDeath: (how: string) => void,
): Running => {
  const url = `http://127.0.0.1:${environment.PORT}`
  const child = spawn(process.execPath, [entry], {
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let said = ''
  let asked = 0
  let wanted = true
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data) => (said += data))
  const ended = once(child, 'exit').then(([code]) => {
    if (wanted) onDeath(`ended with ${code}: ${said}`)
  })
  return {
    release: name,
    url,
    asked: () => asked,
    count() {
      asked += 1
    },
    said: () => said,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    async readiness() {
      const answer = await fetch(`${url}/readyz`).catch(() => null)
      return answer ? ((await answer.json()) as Awaited<ReturnType<Replica['readiness']>>) : { ready: false }
    },
    async stop(signal) {
      wanted = false
      child.kill(signal)
      await ended
    },
  }
}
