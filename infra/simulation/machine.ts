import processes from 'node:child_process'
import crypto, { createHash, type Hash } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { syncBuiltinESMExports } from 'node:module'
import { DatabaseSync } from 'node:sqlite'
import pauses from 'node:timers/promises'
import { type Chance, createChance } from './chance.ts'

/**
 * The machine that the product runs on in a simulation: its clocks, timers, chance and open files. They replace Node's
 * own before any part of the product is loaded, because libraries and the platform use them directly.
 * Everything happens in steps, one after the other, and the next step is the one whose time comes first.
 */
type Step = {
  readonly id: number
  readonly at: number
  readonly kind: string
  readonly run: () => void
  /** Belongs to the world around the process: a crash does not end it. */
  readonly outside: boolean
}

const realTurn = setImmediate
/**
 * Resolves when all that a step has started waits for another step. The only input and output is SQLite's, which never
 * waits.
 */
export const quiet = () => new Promise<void>((resolve) => void realTurn(resolve))
const RealDate = Date

const begin = (seed: number | string) => {
  const chance = createChance(`seed ${seed}`)
  const startMs = RealDate.UTC(2026, 10, 18, 5) + chance.below(48 * 60) * 60_000
  return {
    chance,
    ofProduct: chance.apart('product'),
    ofTimers: chance.apart('timers'),
    nowMs: 0,
    /** The wall clock's time at 0; a seed may set it. */
    ...{ wallMs: startMs, startMs },
    setBacks: [] as { readonly from: string; readonly to: string }[],
    lastId: 0,
    waiting: new Map<number, Step>(),
    files: new Set<DatabaseSync>(),
    steps: 0,
    log: createHash('sha256') as Hash,
    lines: null as string[] | null,
  }
}
let state = begin('none')

const schedule = (afterMs: number, kind: string, run: () => void, outside: boolean): Step => {
  const id = ++state.lastId
  const step = { id, at: state.nowMs + Math.max(0, afterMs), kind, run, outside }
  state.waiting.set(id, step)
  return step
}

export const machine = {
  /** @param keepLines every line of the log, to compare two runs */
  reset(seed: number, keepLines = false): Chance {
    for (const file of state.files) file.close()
    state = begin(seed)
    if (keepLines) state.lines = []
    return state.chance
  },
  now: () => state.nowMs,
  wall: () => Math.floor(state.wallMs + state.nowMs),
  instant: () => new RealDate(machine.wall()).toISOString(),
  /** M-Pesa's clock, which is never set. */
  outsideInstant: () => new RealDate(Math.floor(state.startMs + state.nowMs)).toISOString(),
  setWall(byMs: number): void {
    const from = machine.instant()
    state.wallMs += byMs
    if (byMs < 0) state.setBacks.push({ from, to: machine.instant() })
  },
  /** Whether the wall clock may have been set back, once or more often, after it showed `one` and before `other`. */
  mayBeSetBackBetween(one: string, other: string): boolean {
    const [first, last] = one < other ? [one, other] : [other, one]
    return state.setBacks.some(({ from, to }) => first <= from && last >= to)
  },
  steps: () => state.steps,
  /** Part of the process: a crash forgets it. */
  later: (afterMs: number, kind: string, run: () => void) => schedule(afterMs, kind, run, false),
  pause: (ms: number, kind = 'pause') => new Promise<void>((resolve) => void schedule(ms, kind, resolve, false)),
  /** Part of the world outside, which outlives the process. */
  sleep: (ms: number, kind = 'somebody') => new Promise<void>((resolve) => void schedule(ms, kind, resolve, true)),
  note(text: string): void {
    const line = `${state.nowMs.toFixed(3)} ${machine.wall()} ${text}\n`
    state.log.update(line)
    state.lines?.push(line)
  },
  lines: () => state.lines ?? [],
  logHash: () => state.log.copy().digest('hex').slice(0, 16),
  /** Everything in memory is gone; SQLite undoes what was not committed. */
  crash(): void {
    machine.note('crash')
    for (const [id, { outside }] of state.waiting) if (!outside) state.waiting.delete(id)
    for (const file of state.files) file.close()
    state.files.clear()
  },
  /** @returns its kind, null when no step is left */
  async step(): Promise<string | null> {
    let first: Step | undefined
    for (const one of state.waiting.values())
      if (!first || one.at < first.at || (one.at === first.at && one.id < first.id)) first = one
    if (!first) return null
    state.waiting.delete(first.id)
    state.nowMs = Math.max(state.nowMs, first.at)
    state.steps++
    machine.note(`${first.kind} ${first.id}`)
    first.run()
    await quiet()
    return first.kind
  },
}

class VirtualDate extends RealDate {
  constructor(...given: unknown[]) {
    if (given.length === 0) super(machine.wall())
    else super(...(given as [number]))
  }
  static override now(): number {
    return machine.wall()
  }
}

/** The part of Node's timers that the product uses. */
class Timer {
  step: Step
  constructor(step: Step) {
    this.step = step
  }
  ref = () => this
  unref = () => this
  hasRef = () => true
}

/** A fraction is added so that two timers of the same millisecond do not fire in the order in which they were set. */
const dueIn = (ms = 1) => Math.max(1, Number(ms) || 1) + state.ofTimers.next()
const setVirtualTimeout = (run: (...given: unknown[]) => void, ms?: number, ...given: unknown[]) =>
  new Timer(schedule(dueIn(ms), 'timer', () => run(...given), false))
const setVirtualInterval = (run: (...given: unknown[]) => void, ms?: number, ...given: unknown[]) => {
  const again = () => {
    timer.step = schedule(dueIn(ms), 'interval', fire, false)
  }
  const fire = () => {
    again()
    run(...given)
  }
  const timer = new Timer(schedule(dueIn(ms), 'interval', fire, false))
  return timer
}
const clearVirtual = (timer: unknown) => {
  if (timer instanceof Timer) state.waiting.delete(timer.step.id)
}
const virtualPause = <T>(ms?: number, value?: T, { signal }: { signal?: AbortSignal } = {}): Promise<T> =>
  new Promise((resolve, reject) => {
    const end = () => {
      clearVirtual(timer)
      reject(new DOMException('This operation was aborted', 'AbortError'))
    }
    const timer = setVirtualTimeout(() => {
      signal?.removeEventListener('abort', end)
      resolve(value as T)
    }, ms)
    if (signal?.aborted) end()
    else signal?.addEventListener('abort', end, { once: true })
  })

const abortAfter = (ms: number): AbortSignal => {
  const ending = new AbortController()
  setVirtualTimeout(() => ending.abort(new DOMException('This took too long', 'TimeoutError')), ms)
  return ending.signal
}

/** How busy the thread was: background work waits for as long as it is busy, so chance decides. */
const busyNow = () => ({
  idle: 0,
  utilization: 1,
  active: state.ofTimers.next() < 0.5 ? 0 : 20 * state.ofTimers.next(),
})

/** Files count as open once they have been used. */
const { exec, prepare, close } = DatabaseSync.prototype
DatabaseSync.prototype.exec = function used(...given) {
  state.files.add(this)
  return Reflect.apply(exec, this, given)
}
DatabaseSync.prototype.prepare = function used(...given) {
  state.files.add(this)
  return Reflect.apply(prepare, this, given)
}
DatabaseSync.prototype.close = function closed() {
  state.files.delete(this)
  return Reflect.apply(close, this, [])
}

const randomBytes = (count: number) => state.ofProduct.bytes(count)
const randomUUID = () => {
  const hex = randomBytes(16).toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`
}
type Hashing = { readonly id: number; readonly work: Parameters<typeof crypto.argon2Sync>[1] }
/**
 * Passwords are hashed by a child process; here this thread does it, because a simulation has no input except SQLite's.
 */
const fork = () => {
  const child = Object.assign(new EventEmitter(), {
    channel: { ref: () => undefined, unref: () => undefined },
    unref: () => undefined,
    send({ id, work }: Hashing) {
      queueMicrotask(() => child.emit('message', { id, tag: crypto.argon2Sync('argon2id', work) }))
    },
  })
  return child
}

/** Soon, but after everything else that is due now. */
const setVirtualImmediate = (run: (...given: unknown[]) => void, ...given: unknown[]) =>
  new Timer(schedule(0, 'next turn', () => run(...given), false))

Object.assign(globalThis, {
  Date: VirtualDate,
  setImmediate: setVirtualImmediate,
  setTimeout: setVirtualTimeout,
  setInterval: setVirtualInterval,
  clearTimeout: clearVirtual,
  clearInterval: clearVirtual,
})
Object.defineProperty(AbortSignal, 'timeout', { value: abortAfter })
Object.defineProperty(performance, 'now', { value: machine.now })
Object.defineProperty(performance, 'eventLoopUtilization', { value: busyNow })
Object.defineProperty(Math, 'random', { value: () => state.ofProduct.next() })
Object.assign(pauses, { setTimeout: virtualPause })
Object.assign(crypto, { randomBytes, randomUUID })
Object.assign(processes, { fork })
syncBuiltinESMExports()
