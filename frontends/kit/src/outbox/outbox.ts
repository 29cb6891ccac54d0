import { toCannotSave } from './cannot-save.ts'
import { chooseNext, getNextWaitMs } from './choose-next.ts'
import { judgeStatus } from './judge-status.ts'
import { runAsOnlySender } from './one-sender.ts'
import type { News, OutboxEnvironment, OutboxSettings, Sent } from './outbox-environment.ts'
import { choosePauseMs } from './pauses.ts'
import type { SavedStep, StepToAdd, StoredStep } from './saved-step.ts'
import { openStepStore, type StepStore } from './step-store.ts'

/** How often it looks, as `online` is not always told. */
const pulseMs = 30_000
/** A clock that differs by less is right. */
const noticeableMs = 5_000

export type Outbox = {
  /** Resolves once the step is on the disk, to its key. @throws CannotSave */
  add(step: StepToAdd): Promise<string>
  /** True when the step had not been sent: it is gone. */
  undo(key: string): Promise<boolean>
  /** Sends a step again that needs the agent, or that waits. */
  retry(key: string): Promise<void>
  /** Stops sending a step that waits or needs the agent. The server may have done it already. */
  remove(key: string): Promise<void>
  /** All steps of this account and shop that are in the browser, oldest first. */
  steps(): readonly SavedStep[]
  /** Whether the last request had no answer. */
  isAway(): boolean
  subscribe(listener: () => void): () => void
  /** Deletes what was answered: the account logs out. What waits stays. */
  forgetDone(): Promise<void>
  close(): void
}

/** Opens the outbox of an account at its shop, and sends what waits in it. */
export const openOutbox = (settings: OutboxSettings): Outbox => new StoredOutbox(settings)

class StoredOutbox implements Outbox {
  readonly #settings: OutboxSettings
  readonly #environment: OutboxEnvironment
  readonly #store: StepStore = openStepStore()
  readonly #listeners = new Set<() => void>()
  readonly #ends: (() => void)[] = []
  #steps: readonly StoredStep[] = []
  #isAway = false
  #isClosed = false
  /** The session is of this account, as far as we have heard. `ended`: nothing is sent until it logs in again. */
  #session: 'unknown' | 'ours' | 'ended' = 'unknown'
  #failures = 0
  #isPaused = false
  #running: 'no' | 'yes' | 'again' = 'no'
  #lastLook: Promise<void> = Promise.resolve()
  #nextLook: Promise<void> | undefined
  #clearTimer = () => {}
  #clearPause = () => {}

  constructor(settings: OutboxSettings) {
    this.#settings = settings
    this.#environment = settings.environment
    this.#ends.push(
      this.#environment.onOnline(() => this.#wake()),
      this.#environment.onNews((news) => void this.#hear(news)),
    )
    this.#environment.tellTabs({ account: settings.account, isOpened: true })
    void this.#start()
  }

  async add(step: StepToAdd): Promise<string> {
    const { newKey, now, phoneNow } = this.#environment
    const key = newKey()
    const isByPhone = Math.abs(now() - phoneNow()) < noticeableMs
    const { account, shop } = this.#settings
    const { kind, target, input, doneAt, notBefore } = step
    const stored = { v: 1, key, account, shop, kind, target, input, doneAt, notBefore, tries: 0 } as const
    try {
      await this.#store.add({
        ...stored,
        ...{ state: 'waiting', answer: null },
        ...(isByPhone && { clock: 'phone' as const }),
      })
    } catch (error) {
      throw toCannotSave(error)
    }
    if (this.#steps.length === 0) this.#environment.askToKeep()
    await this.#changed()
    void this.#run()
    return key
  }

  async undo(key: string): Promise<boolean> {
    return this.#change(key, ({ state, tries }) => (state === 'waiting' && tries === 0 ? null : undefined))
  }

  async retry(key: string): Promise<void> {
    const notBefore = toIso(this.#environment.now())
    await this.#change(key, (step) =>
      step.state === 'done' ? undefined : { ...step, state: 'waiting', answer: null, notBefore },
    )
    this.#wake()
  }

  async remove(key: string): Promise<void> {
    await this.#change(key, ({ state }) => (state === 'done' ? undefined : null))
  }

  steps(): readonly SavedStep[] {
    return this.#steps
  }

  isAway(): boolean {
    return this.#isAway
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  async forgetDone(): Promise<void> {
    await this.#store.forgetAllDone(this.#settings.account)
    await this.#changed()
  }

  close(): void {
    this.#isClosed = true
    this.#clearTimer()
    this.#clearPause()
    for (const end of this.#ends) end()
  }

  async #start(): Promise<void> {
    await this.#forgetOld()
    await this.#run()
  }

  async #forgetOld(): Promise<void> {
    await this.#store.forgetDone(this.#settings.account, this.#environment.now()).catch(() => undefined)
    await this.#look()
  }

  async #hear({ account, isOpened }: News): Promise<void> {
    if (account !== this.#settings.account) return
    if (isOpened && this.#session === 'ended') this.#session = 'unknown'
    await this.#look()
    this.#plan()
  }

  /** Sends now, also in a pause. */
  #wake(): void {
    this.#clearPause()
    this.#isPaused = false
    void this.#run()
  }

  async #change(key: string, to: (step: StoredStep) => StoredStep | null | undefined): Promise<boolean> {
    const isChanged = await this.#store.change(key, to)
    if (isChanged) await this.#changed()
    return isChanged
  }

  async #changed(): Promise<void> {
    this.#environment.tellTabs({ account: this.#settings.account, isOpened: false })
    await this.#look()
  }

  /** Reads the steps again, once for all who ask meanwhile. Where the browser keeps nothing, there are none. */
  #look(): Promise<void> {
    this.#nextLook ??= this.#lastLook = this.#lastLook.then(async () => {
      this.#nextLook = undefined
      this.#steps = await this.#store.list(this.#settings).catch(() => [])
      this.#tell()
    })
    return this.#nextLook
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }

  /** Sends what may be sent, one step after the other, each as the only sender of all tabs. */
  async #run(): Promise<void> {
    if (this.#running !== 'no') {
      this.#running = 'again'
      return
    }
    const { locks, setTimer } = this.#environment
    let sentCount = 0
    do {
      this.#running = 'yes'
      await this.#look()
      while (this.#maySend() && chooseNext(this.#steps, this.#environment.now())) {
        const isSent = await runAsOnlySender(locks, setTimer, () => this.#sendNext()).catch(() => false)
        if (!isSent) break
        sentCount += 1
      }
    } while ((this.#running as string) === 'again')
    this.#running = 'no'
    this.#plan()
    if (sentCount > 0) await this.#forgetOld()
  }

  #maySend(): boolean {
    return !this.#isClosed && !this.#isPaused && this.#session !== 'ended'
  }

  async #sendNext(): Promise<boolean> {
    if (!this.#maySend() || !(await this.#isSessionOurs())) return false
    const step = await this.#store.claim(this.#settings, (steps) => this.#choose(steps))
    await this.#look()
    if (!step || this.#isClosed) return false
    const sent = await this.#settings.send(step).catch(() => noAnswer)
    await this.#settle(step, sent)
    return true
  }

  /** A `doneAt` by the phone's clock is put right before the step is first sent; later its request must stay the same. */
  #choose(steps: readonly StoredStep[]): StoredStep | undefined {
    const { now, phoneNow } = this.#environment
    const next = chooseNext(steps, now())
    if (next?.tries !== 0) return next
    const { clock, ...step } = next
    const aheadMs = now() - phoneNow()
    const doneAt = Date.parse(step.doneAt) + (clock === 'phone' && Math.abs(aheadMs) >= noticeableMs ? aheadMs : 0)
    return { ...step, doneAt: toIso(Math.min(doneAt, now())) }
  }

  async #isSessionOurs(): Promise<boolean> {
    if (this.#session !== 'unknown') return this.#session === 'ours'
    try {
      const account = await this.#settings.whoIsSignedIn()
      this.#session = account === this.#settings.account ? 'ours' : 'ended'
    } catch {
      this.#pause(true)
    }
    return (this.#session as string) === 'ours'
  }

  async #settle({ key }: StoredStep, { status, answer, retryAfterMs }: Sent): Promise<void> {
    const what = judgeStatus(status)
    if (what === 'answered' || what === 'refused') await this.#keepAnswer(key, what, answer)
    else if (what === 'failed') await this.#postpone(key, retryAfterMs)
    else if (what === 'signedOut') {
      this.#session = 'unknown'
      if (await this.#isSessionOurs()) this.#pause(false)
    } else this.#pause(what === 'away', retryAfterMs)
    await this.#changed().catch(() => undefined)
  }

  async #keepAnswer(key: string, what: 'answered' | 'refused', answer: unknown): Promise<void> {
    this.#failures = 0
    this.#isAway = false
    const state = what === 'answered' ? 'done' : 'needsYou'
    const answeredAt = toIso(this.#environment.now())
    await this.#store.change(key, (step) =>
      step.state === 'waiting' ? { ...step, state, answer, answeredAt } : undefined,
    )
  }

  /** A fault of this step alone: the steps of other targets go on. */
  async #postpone(key: string, retryAfterMs: number | undefined): Promise<void> {
    const { now, random } = this.#environment
    this.#isAway = false
    await this.#store.change(key, (step) => ({
      ...step,
      notBefore: toIso(now() + choosePauseMs(step.tries, random, retryAfterMs)),
    }))
  }

  #pause(isAway: boolean, retryAfterMs?: number): void {
    const { random, setTimer } = this.#environment
    this.#failures += 1
    this.#isAway = isAway
    this.#isPaused = true
    this.#clearPause()
    // By a timer: the clock may be set meanwhile.
    this.#clearPause = setTimer(() => this.#wake(), choosePauseMs(this.#failures, random, retryAfterMs))
    this.#tell()
  }

  /** Looks again when the next step may be sent, and at every pulse. What was not sent by now waits for a pulse. */
  #plan(): void {
    this.#clearTimer()
    if (this.#isClosed) return
    const waitMs = getNextWaitMs(this.#steps, this.#environment.now()) || pulseMs
    this.#clearTimer = this.#environment.setTimer(() => void this.#run(), Math.min(pulseMs, waitMs))
  }
}

const noAnswer: Sent = { status: 0, answer: null }

const toIso = (ms: number): string => new Date(ms).toISOString()
