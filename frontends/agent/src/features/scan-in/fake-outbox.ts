import type { Outbox, SavedStep } from '@tuma/kit/outbox'

/** For tests: keeps steps in memory, and sends none. `finish` answers one as the server would. */
export const openFakeOutbox = (): Outbox & { finish(key: string, answer: unknown): void } => {
  let steps: readonly SavedStep[] = []
  let keys = 0
  const listeners = new Set<() => void>()
  const change = (next: readonly SavedStep[]): void => {
    steps = next
    for (const listener of listeners) listener()
  }
  return {
    async add(step) {
      keys += 1
      const key = `step-${keys}`
      change([...steps, { v: 1, key, account: 'a', shop: 's', ...step, tries: 0, state: 'waiting', answer: null }])
      return key
    },
    async undo(key) {
      if (steps.find((one) => one.key === key)?.state !== 'waiting') return false
      change(steps.filter((one) => one.key !== key))
      return true
    },
    retry: async () => {},
    remove: async () => {},
    steps: () => steps,
    isAway: () => false,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    forgetDone: async () => {},
    close: () => listeners.clear(),
    finish: (key, answer) =>
      change(steps.map((step) => (step.key === key ? { ...step, state: 'done', answer } : step))),
  }
}
