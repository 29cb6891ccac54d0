import { AsyncLocalStorage } from 'node:async_hooks'

const asking = new AsyncLocalStorage<() => void>()

/** What runs inside hears, through however many calls, that an answer was given before the read models showed it. */
export const hearingOfBehind = <T>(tell: () => void, run: () => T): T => asking.run(tell, run)

/** Read models do not show yet what the answer speaks of: whoever asked is told beside the answer. */
export const tellBehind = (): void => asking.getStore()?.()
