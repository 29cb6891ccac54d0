import { useSyncExternalStore } from 'react'
import { openFakeOutbox } from './fake-outbox.ts'

/** A step that is stored in this browser until the server has answered it. Times are ISO instants. */
export type SavedStep = {
  readonly v: 1
  readonly key: string
  readonly account: string
  readonly shop: string
  readonly kind: 'scanIn' | 'bindSticker'
  readonly target: string
  readonly input: unknown
  readonly doneAt: string
  readonly notBefore: string
  readonly tries: number
  readonly state: 'waiting' | 'done' | 'needsYou'
  readonly answer: unknown
}
export type Outbox = {
  add(step: Pick<SavedStep, 'kind' | 'target' | 'input' | 'doneAt' | 'notBefore'>): Promise<string>
  undo(key: string): Promise<boolean>
  steps(): readonly SavedStep[]
  subscribe(listener: () => void): () => void
  close(): void
}

let open: Outbox | undefined
export const useOutbox = (): Outbox => {
  open ??= openFakeOutbox()
  return open
}
export const useSavedSteps = (): readonly SavedStep[] => {
  const outbox = useOutbox()
  return useSyncExternalStore(outbox.subscribe, outbox.steps, outbox.steps)
}
/** For tests: each has its own. */
export const setOutbox = (outbox: Outbox): void => {
  open = outbox
}
