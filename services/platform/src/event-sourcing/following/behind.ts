import { AsyncLocalStorage } from 'node:async_hooks'

const asking = new AsyncLocalStorage<() => void>()

/** Runs a function. Any call inside it can report that the answer came before the read models showed its effect. */
export const listenForBehind = <T>(tell: () => void, run: () => T): T => asking.run(tell, run)

/** Reports to the caller, beside the answer, that read models do not show its effect yet. */
export const reportBehind = (): void => asking.getStore()?.()
