import type { ScanAnswer } from '@tuma/contracts/api'
import type { Outbox, SavedStep } from './saved-steps.ts'

type Send = (step: SavedStep) => Promise<unknown>

const post: Send = async ({ input, key, doneAt }) => {
  const answer = await fetch('/api/agent/scan-in', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify({ codes: [{ code: (input as { code: string }).code, doneAt }] }),
  })
  return (await answer.json()) as ScanAnswer[]
}

/** Keeps steps in memory and sends each when its ten seconds are over, until the real one is here. */
export const openFakeOutbox = (send: Send = post): Outbox & { finish(key: string, answer: unknown): void } => {
  let steps: readonly SavedStep[] = []
  let keys = 0
  const listeners = new Set<() => void>()
  const change = (next: readonly SavedStep[]): void => {
    steps = next
    for (const listener of listeners) listener()
  }
  const finish = (key: string, answer: unknown): void =>
    change(steps.map((step) => (step.key === key ? { ...step, state: 'done', answer } : step)))
  const deliver = async (key: string): Promise<void> => {
    const step = steps.find((one) => one.key === key)
    if (step?.state === 'waiting') finish(key, await send(step))
  }
  return {
    async add(step) {
      keys += 1
      const key = `step-${keys}`
      change([...steps, { v: 1, key, account: 'a', shop: 's', ...step, tries: 0, state: 'waiting', answer: null }])
      setTimeout(() => void deliver(key), Date.parse(step.notBefore) - Date.now())
      return key
    },
    async undo(key) {
      const step = steps.find((one) => one.key === key)
      if (step?.state !== 'waiting') return false
      change(steps.filter((one) => one.key !== key))
      return true
    },
    steps: () => steps,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: () => listeners.clear(),
    finish,
  }
}
