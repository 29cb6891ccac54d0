/** A step that is stored in this browser until the server has answered it. Times are ISO instants. */
export type SavedStep = {
  readonly v: 1
  /** The Idempotency-Key of its request. */
  readonly key: string
  readonly account: string
  readonly shop: string
  readonly kind: 'scanIn' | 'bindSticker'
  /** Steps of one target are sent in order: the tracking id or code. */
  readonly target: string
  readonly input: unknown
  readonly doneAt: string
  /** It is not sent before that: ten seconds of undo, or a pause after a failure. */
  readonly notBefore: string
  /** How often it has been sent. With 0 it was never sent, and can be undone. */
  readonly tries: number
  readonly state: 'waiting' | 'done' | 'needsYou'
  /** The server's answer, or its refusal `{code, message}`; null while it waits. */
  readonly answer: unknown
}

export type StepToAdd = Pick<SavedStep, 'kind' | 'target' | 'input' | 'doneAt' | 'notBefore'>

/** The step as a record: `seq` is its place in the order of all. */
export type StoredStep = SavedStep & {
  readonly seq: number
  /** Set while `doneAt` is by the phone's clock, as the server's was not known then. */
  readonly clock?: 'phone'
  readonly answeredAt?: string
}

const states: readonly unknown[] = ['waiting', 'done', 'needsYou']

/**
 * Reads a record of any version that a page of ours has written. Null for what a newer page has written, which keeps it:
 * it is neither shown nor sent here.
 */
export function readStep(record: unknown): StoredStep | null {
  const step = record as Partial<StoredStep> | null
  const isOurs = step?.v === 1 && typeof step.key === 'string' && states.includes(step.state)
  return isOurs ? (step as StoredStep) : null
}
