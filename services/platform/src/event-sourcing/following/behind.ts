import { AsyncLocalStorage } from 'node:async_hooks'

const asking = new AsyncLocalStorage<() => void>()

/** Runs a function. Any call inside it can report that the answer came before the read models showed its effect. */
export const listenForBehind = <T>(tell: () => void, run: () => T): T => asking.run(tell, run)

/** Reports to the caller, beside the answer, that read models do not show its effect yet. */
export const reportBehind = (): void => asking.getStore()?.()

const counting = new AsyncLocalStorage<(rows: number) => void>()

/** Runs a function. Any call inside it can report how many damaged rows its list is without. */
export const listenForLeftOut = <T>(tell: (rows: number) => void, run: () => T): T => counting.run(tell, run)

/** Reports to the caller, beside the answer, that a list is without so many damaged rows. */
export const reportLeftOut = (rows: number): void => counting.getStore()?.(rows)
