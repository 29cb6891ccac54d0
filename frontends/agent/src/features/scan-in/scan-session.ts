import type { ScanAnswer } from '@tuma/contracts/api'
import { toneOfVerdict, trackingIdIn } from '@tuma/contracts/vocabulary'
import type { Outbox } from '@tuma/kit/outbox'
import type { Look } from './look-at-code.ts'
import { isRecorded, listScanned, parcelForSticker, readAnswer, type Scan, type StickerInput } from './scanned-list.ts'
import type { Verdict } from './use-verdict.ts'

/** A step is sent after so long. Until then it can be undone. */
const undoMs = 10_000

export type Deps = {
  readonly outbox: Pick<Outbox, 'add' | 'undo' | 'steps'>
  readonly look: (code: string) => Promise<Look>
  readonly say: (verdict: Verdict) => void
  /** ISO, by the server's clock. */
  readonly now: () => string
}
/** `sticker`: a free one that waits for its parcel. */
export type ScanState = { readonly scans: readonly Scan[]; readonly sticker: string | null }

/** The scans of one open page: says at once what follows for each code, and keeps it as a step in the outbox. */
export class ScanSession {
  #state: ScanState = { scans: [], sticker: null }
  /** Codes whose step is not stored yet. */
  readonly #underWay = new Set<string>()
  readonly #listeners = new Set<() => void>()
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
  readonly read = (): ScanState => this.#state

  /** @param text as the camera or a scanner read it, or an id that was typed */
  async take(text: string): Promise<void> {
    const id = trackingIdIn(text)
    if (id === null) return this.#deps.say({ says: 'answer', answer: saysOnly(text, 'unknown') })
    if (this.#isWaiting(id)) return this.#takeAgain(id)
    this.#underWay.add(id)
    const [at, looking] = [this.#deps.now(), this.#deps.look(id)]
    const key = await this.#store('scanIn', id, { code: id }, at)
    this.#underWay.delete(id)
    if (key === null) return
    this.#change({ scans: [...this.#state.scans, { id, at, key, look: null }] })
    const look = await looking
    this.#change({ scans: this.#state.scans.map((scan) => (scan.key === key ? { ...scan, look } : scan)) })
    if (look === 'unanswered' || look === 'failed') this.#deps.say({ says: 'saved', id, isAway: look === 'unanswered' })
    else await this.#hear(key, look)
  }

  /** @returns false where the step was sent before */
  async undo(key: string): Promise<boolean> {
    const isGone = await this.#deps.outbox.undo(key)
    if (isGone) this.#forget(key)
    return isGone
  }

  leaveSticker(): void {
    this.#change({ sticker: null })
  }

  /** Says what the outbox's answers tell of codes whose look had no answer. */
  hearOutbox(): void {
    for (const step of this.#deps.outbox.steps()) {
      const answer = readAnswer(step)
      const scan = this.#state.scans.find(({ key, look }) => key === step.key && typeof look === 'string')
      if (!answer || !scan) continue
      this.#change({ scans: this.#state.scans.map((one) => (one === scan ? { ...one, look: answer } : one)) })
      this.#deps.say({ says: 'answer', answer })
    }
  }

  async #hear(key: string, answer: ScanAnswer): Promise<void> {
    const { verdict } = answer
    if (verdict === 'freeSticker') return this.#hearSticker(key, answer)
    if (!isRecorded(verdict)) await this.#keepUnrecorded(key)
    const { sticker } = this.#state
    const getsSticker = sticker !== null && answer.delivery !== undefined
    if (getsSticker) await this.#bind(sticker, answer)
    // A parcel that must stop is said so, with its sticker too.
    if (!getsSticker || toneOfVerdict[verdict] === 'stop') this.#deps.say({ says: 'answer', answer })
  }

  async #hearSticker(key: string, answer: ScanAnswer): Promise<void> {
    await this.undo(key)
    const sticker = answer.trackingId ?? answer.code
    const lines = listScanned(this.#state.scans, this.#deps.outbox.steps())
    const parcel = parcelForSticker(lines, this.#deps.now())
    if (parcel) return this.#bind(sticker, parcel)
    this.#change({ sticker })
    this.#deps.say({ says: 'answer', answer })
  }

  async #bind(sticker: string, answer: ScanAnswer): Promise<void> {
    if (!answer.delivery) return
    this.#change({ sticker: null })
    const input: StickerInput = { deliveryId: answer.delivery._id, sticker }
    const key = await this.#store('bindSticker', answer.delivery.trackingId, input, this.#deps.now())
    if (key !== null) this.#deps.say({ says: 'sticker', sticker, answer })
  }

  /** The same code again, while its step waits: it gets no second step, but the sticker that waits for it. */
  async #takeAgain(id: string): Promise<void> {
    const { scans, sticker } = this.#state
    const look = scans.findLast((scan) => scan.id === id)?.look
    if (sticker !== null && look && typeof look !== 'string' && look.delivery) return this.#bind(sticker, look)
    this.#deps.say({ says: 'answer', answer: saysOnly(id, 'alreadyHere') })
  }

  #isWaiting(id: string): boolean {
    const isStep = this.#deps.outbox
      .steps()
      .some(({ kind, target, state }) => kind === 'scanIn' && target === id && state === 'waiting')
    return isStep || this.#underWay.has(id)
  }

  /** @returns its key; null where the browser cannot store it, which is said */
  async #store(kind: 'scanIn' | 'bindSticker', target: string, input: unknown, doneAt: string): Promise<string | null> {
    const notBefore = new Date(Date.parse(doneAt) + undoMs).toISOString()
    try {
      return await this.#deps.outbox.add({ kind, target, input, doneAt, notBefore })
    } catch (error) {
      this.#deps.say({ says: 'notStored', id: target, error })
      return null
    }
  }

  /** Nothing is sent, and the list shows what was said: once for a parcel. */
  async #keepUnrecorded(key: string): Promise<void> {
    if (!(await this.#deps.outbox.undo(key))) return
    const own = this.#state.scans.find((scan) => scan.key === key)
    const others = this.#state.scans.filter((scan) => scan !== own)
    const isThere = listScanned(others, this.#deps.outbox.steps()).some(({ id }) => id === own?.id)
    if (isThere) return this.#forget(key)
    this.#change({ scans: this.#state.scans.map((scan) => (scan.key === key ? { ...scan, key: null } : scan)) })
  }

  #forget(key: string): void {
    this.#change({ scans: this.#state.scans.filter((scan) => scan.key !== key) })
  }

  #change(change: Partial<ScanState>): void {
    this.#state = { ...this.#state, ...change }
    for (const listener of this.#listeners) listener()
  }
}

const saysOnly = (text: string, verdict: 'unknown' | 'alreadyHere'): ScanAnswer => {
  const trackingId = trackingIdIn(text)
  return { code: text, verdict, sentence: '', trackingId }
}
