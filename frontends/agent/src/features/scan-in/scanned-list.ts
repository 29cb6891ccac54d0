import type { ScanAnswer } from '@tuma/contracts/api'
import type { ScanVerdict } from '@tuma/contracts/vocabulary'
import type { SavedStep } from '@tuma/kit/outbox'
import type { Look } from './look-at-code.ts'

/** A code that was scanned while this page was open. */
export type Scan = {
  /** The tracking id of its code, as on the label. */
  readonly id: string
  readonly at: string
  /** Of its step in the outbox; null before it is stored, and where nothing is recorded. */
  readonly key: string | null
  /** What the server would do; null while it is asked. */
  readonly look: Look | null
}

/** One row of the list. */
export type Line = {
  readonly id: string
  readonly at: string
  readonly key: string | null
  readonly answer: ScanAnswer | null
  readonly state: 'asking' | 'saved' | 'noNetwork' | 'answered' | 'refused'
  /** ISO, by the server's clock: it is not sent before. Null where there is nothing to undo. */
  readonly undoUntil: string | null
  /** The server's sentence, where it refused. */
  readonly refusal: string | null
  /** The sticker that this line puts on the parcel. */
  readonly sticker: string | null
}

const recording: readonly ScanVerdict[] = [
  'takenIn',
  'takenInForRider',
  'arrived',
  'arrivedUnsent',
  'onHold',
  'forOtherShop',
]
/** Whether the server writes anything for a parcel with this verdict. */
export const isRecorded = (verdict: ScanVerdict): boolean => recording.includes(verdict)

/** What a step puts on which parcel. */
export type StickerInput = { readonly deliveryId: string; readonly sticker: string }

/** The server's answer to a scan that was sent. */
export const readAnswer = ({ kind, state, answer }: SavedStep): ScanAnswer | null =>
  kind === 'scanIn' && state === 'done' && Array.isArray(answer) ? ((answer[0] as ScanAnswer) ?? null) : null

const readRefusal = ({ state, answer }: SavedStep): string | null =>
  state === 'needsYou' ? ((answer as { message?: string } | null)?.message ?? '') : null

type State = Line['state']

const getState = (look: Scan['look'] | undefined): State => {
  if (look === null) return 'asking'
  if (look === undefined || look === 'failed') return 'saved'
  return look === 'unanswered' ? 'noNetwork' : 'answered'
}
const toAnswer = (look: Scan['look'] | undefined): ScanAnswer | null =>
  look === undefined || typeof look === 'string' ? null : look

/** @param look undefined: the step is from before this page was opened */
const toStepLine = (step: SavedStep, look: Scan['look'] | undefined): Line => {
  const answer = readAnswer(step) ?? toAnswer(look)
  const refusal = readRefusal(step)
  const isAnswered = answer !== null || step.kind === 'bindSticker'
  return {
    ...{ id: step.target, at: step.doneAt, key: step.key, answer, refusal },
    state: refusal !== null ? 'refused' : isAnswered ? 'answered' : getState(look),
    undoUntil: step.state === 'waiting' && step.tries === 0 ? step.notBefore : null,
    sticker: step.kind === 'bindSticker' ? (step.input as StickerInput).sticker : null,
  }
}

const toScanLine = ({ id, at, look }: Scan): Line => ({
  ...{ id, at, key: null, refusal: null, undoUntil: null, sticker: null },
  answer: toAnswer(look),
  state: getState(look),
})

/** The steps that this browser has, and what was scanned since the page was opened; the newest first. */
export const listScanned = (scans: readonly Scan[], steps: readonly SavedStep[]): Line[] => {
  const looks = new Map(scans.map(({ key, look }) => [key, look]))
  const known = new Set(steps.map(({ key }) => key))
  const lines = [
    ...steps.map((step) => toStepLine(step, looks.get(step.key))),
    ...scans.filter(({ key }) => key === null || !known.has(key)).map(toScanLine),
  ]
  return lines.sort((one, other) => other.at.localeCompare(one.at))
}

/** Whether the line counts: something of it is recorded, or will be as far as the page knows. */
export const isCounted = ({ answer, sticker, refusal }: Line): boolean =>
  sticker === null && refusal === null && (answer === null || isRecorded(answer.verdict))

export const hasArrived = ({ answer }: Line): boolean =>
  answer?.verdict === 'arrived' || answer?.verdict === 'arrivedUnsent'

/** A free sticker goes to the parcel that was scanned just before, if that one goes out from this shop without one. */
const stickerWaitsMs = 60_000
const getsSticker: readonly ScanVerdict[] = ['takenIn', 'takenInForRider', 'alreadyHere']

/**
 * The parcel for a free sticker that was scanned now. One that has a sticker gets another only where the agent scans that
 * first. @param lines newest first
 */
export const parcelForSticker = (lines: readonly Line[], nowIso: string): ScanAnswer | null => {
  const [newest] = lines
  if (!newest?.answer || newest.sticker !== null) return null
  const isRecent = Date.parse(nowIso) - Date.parse(newest.at) <= stickerWaitsMs
  const { verdict, delivery } = newest.answer
  const isFree = getsSticker.includes(verdict) && delivery !== undefined && !delivery.sticker
  return isRecent && isFree ? newest.answer : null
}
