import { openOutbox } from '../outbox/outbox.ts'
import type { OutboxEnvironment, Sent } from '../outbox/outbox-environment.ts'
import type { SavedStep, StepToAdd } from '../outbox/saved-step.ts'
import { storageIsIdle } from './fake-indexed-db.ts'

/**
 * How a request ends. `lost`: done, but the answer does not arrive. `unreachable`: it does not arrive itself.
 * `fault`: 500, done or not.
 */
export type Ending = 'done' | 'lost' | 'unreachable' | 'busy' | 'limited' | 'fault' | 'faultAfter' | 'refused'

type Flight = {
  readonly tab: Tab
  readonly step: SavedStep
  readonly session: string | null
  readonly land: (sent: Sent) => void
}
type Timer = { readonly tab: Tab; readonly at: number; readonly act: () => void }
type LockRequest = { readonly tab: Tab; readonly run: () => void; readonly refuse: () => void; steals: boolean }
type Hearing = Parameters<OutboxEnvironment['onNews']>[0]

type Tab = symbol
export type Page = {
  readonly outbox: ReturnType<typeof openOutbox>
  /** As a browser that is closed or a phone without power: nothing of the page runs any more. */
  readonly kill: () => void
}

/** One phone with its tabs, its clock and its cookie, and the server as far as the outbox knows it. */
export class OutboxWorld {
  now = Date.parse('2026-12-01T08:00:00.000Z')
  /** How far the phone's clock is ahead of the server's, and whether a page has heard the server's. */
  phoneAheadMs = 0
  knowsServerTime = true
  session: string | null = 'amina'
  hasLocks = true
  isOnline = true
  /** Requests end so at once; null: when the test says so. */
  ending: Ending | null = 'done'
  /** Of the requests of one target, other than `ending`. */
  readonly endings = new Map<string, Ending>()
  retryAfterMs: number | undefined
  readonly flights: Flight[] = []
  /** Every request that arrived, with the account that it was made as. */
  readonly arrived: { readonly step: SavedStep; readonly as: string }[] = []
  /** The commands that were done, by account and key. */
  readonly done = new Map<string, string>()
  /** How often a page asked who is signed in, and how often it sent a step. */
  asked = 0
  sent = 0
  askedToKeep = 0
  #timers: Timer[] = []
  #locks: LockRequest[] = []
  readonly #hearings = new Map<Tab, Hearing>()
  readonly #online = new Map<Tab, () => void>()
  readonly #dead = new Set<Tab>()
  #keys = 0

  open(account = 'amina', shop = 'thika|arcade'): Page {
    const tab = Symbol('tab')
    const isDead = () => this.#dead.has(tab)
    const never = new Promise<never>(() => {})
    const outbox = openOutbox({
      account,
      shop,
      environment: this.#environment(tab),
      whoIsSignedIn: async () => {
        this.asked += 1
        if (isDead()) return never
        if (!this.isOnline) throw new Error('no answer')
        this.knowsServerTime = true
        return this.session
      },
      send: (step) =>
        new Promise((resolve) => {
          if (isDead()) return
          this.sent += 1
          const land = (sent: Sent): void => {
            if (!isDead()) resolve(sent)
          }
          // The browser adds the cookie that it has now.
          this.flights.push({ tab, step, session: this.session, land })
          const ending = this.endings.get(step.target) ?? this.ending
          if (ending) this.end(ending)
        }),
    })
    return { outbox, kill: () => this.#forget(tab) }
  }

  /** Ends the oldest request that is under way. */
  end(ending: Ending): void {
    const flight = this.flights.shift()
    flight?.land(this.#serve(flight, ending))
  }

  /** Lets time pass, timer by timer. */
  async pass(ms: number): Promise<void> {
    await storageIsIdle()
    const until = this.now + ms
    for (;;) {
      const next = this.#timers.filter(({ at }) => at <= until).sort((one, other) => one.at - other.at)[0]
      if (!next) break
      this.#timers = this.#timers.filter((timer) => timer !== next)
      this.now = Math.max(this.now, next.at)
      next.act()
      await storageIsIdle()
    }
    this.now = until
  }

  /** The phone says that it has a network again. */
  async comeOnline(): Promise<void> {
    this.isOnline = true
    for (const act of this.#online.values()) act()
    await storageIsIdle()
  }

  /** A step as a screen makes it: done now by the clock that the page knows, with ten seconds of undo. */
  step(target: string, undoMs = 10_000): StepToAdd {
    const iso = (ms: number) => new Date(ms).toISOString()
    const known = this.knowsServerTime ? this.now : this.now + this.phoneAheadMs
    return { kind: 'scanIn', target, input: { code: target }, doneAt: iso(known), notBefore: iso(known + undoMs) }
  }

  #serve({ step, session }: Flight, ending: Ending): Sent {
    if (ending === 'unreachable' || !this.isOnline) return { status: 0, answer: null }
    if (session !== step.account) return { status: 401, answer: { code: 'not_signed_in', message: 'Log in.' } }
    this.arrived.push({ step, as: session })
    if (['done', 'lost', 'faultAfter'].includes(ending)) this.done.set(`${session} ${step.key}`, step.target)
    return this.#toSent(ending)
  }

  #toSent(ending: Ending): Sent {
    const { retryAfterMs } = this
    switch (ending) {
      case 'done':
        return { status: 200, answer: [{ verdict: 'arrived' }] }
      case 'lost':
      case 'unreachable':
        return { status: 0, answer: null }
      case 'busy':
        return { status: 503, answer: null, retryAfterMs }
      case 'limited':
        return { status: 429, answer: null, retryAfterMs }
      case 'fault':
      case 'faultAfter':
        return { status: 500, answer: null, retryAfterMs }
      case 'refused':
        return { status: 409, answer: { code: 'sticker_used', message: 'This sticker is on another parcel.' } }
    }
  }

  #environment(tab: Tab): OutboxEnvironment {
    const setTimer = (act: () => void, ms: number) => {
      const timer: Timer = { tab, at: this.now + ms, act }
      this.#timers.push(timer)
      return () => {
        this.#timers = this.#timers.filter((one) => one !== timer)
      }
    }
    return {
      now: () => (this.knowsServerTime ? this.now : this.now + this.phoneAheadMs),
      phoneNow: () => this.now + this.phoneAheadMs,
      random: () => 0,
      newKey: () => `key ${++this.#keys}`,
      setTimer,
      locks: this.hasLocks ? { request: this.#lock(tab) as LockManager['request'] } : undefined,
      onOnline: (act) => {
        this.#online.set(tab, act)
        return () => this.#online.delete(tab)
      },
      askToKeep: () => {
        this.askedToKeep += 1
      },
      tellTabs: (news) => {
        for (const [other, hear] of this.#hearings) if (other !== tab) hear(news)
      },
      onNews: (act) => {
        this.#hearings.set(tab, act)
        return () => this.#hearings.delete(tab)
      },
    }
  }

  #lock(tab: Tab) {
    return (_name: string, options: LockOptions, task: () => Promise<unknown>): Promise<unknown> =>
      new Promise((resolve, reject) => {
        if (this.#dead.has(tab)) return
        const request: LockRequest = {
          tab,
          steals: options.steal === true,
          refuse: () => reject(new DOMException('taken', 'AbortError')),
          run: () =>
            void task()
              .then(resolve, reject)
              .finally(() => this.#release(request)),
        }
        if (request.steals) this.#locks.shift()?.refuse()
        if (request.steals) this.#locks.unshift(request)
        else this.#locks.push(request)
        options.signal?.addEventListener('abort', () => {
          if (this.#locks[0] === request || !this.#locks.includes(request)) return
          this.#locks = this.#locks.filter((one) => one !== request)
          request.refuse()
        })
        if (this.#locks[0] === request) request.run()
      })
  }

  #release(request: LockRequest): void {
    const held = this.#locks[0] === request
    this.#locks = this.#locks.filter((one) => one !== request)
    if (held) this.#locks[0]?.run()
  }

  #forget(tab: Tab): void {
    this.#dead.add(tab)
    this.#timers = this.#timers.filter((timer) => timer.tab !== tab)
    this.#hearings.delete(tab)
    this.#online.delete(tab)
    const held = this.#locks[0]?.tab === tab
    this.#locks = this.#locks.filter((lock) => lock.tab !== tab)
    if (held) this.#locks[0]?.run()
  }
}
