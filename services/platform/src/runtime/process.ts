import { setFlagsFromString } from 'node:v8'
import { CannotStart } from './cannot-start.ts'
import { openLog } from './log.ts'
import { WrongSettings } from './settings.ts'

export type Running = {
  /** Finishes running work. */
  close(): Promise<void>
}

/** Files of a process may contain personal data or keys: other accounts of the machine must not read them. */
const forUsAlone = 0o077

/**
 * Old memory may grow by three quarters before it is collected, not fourfold. Set once all is loaded, because with it
 * from the beginning V8 compiles Node's own code again, 80 ms of each start.
 */
const leanMemory = '--heap-growing-percent=75'

/**
 * The life of a process: an error of the operator is one sentence and exit code 1; SIGTERM and SIGINT finish running
 * work. A process that was started with a channel to its parent ends with its parent.
 * @param start resolves as soon as it can be closed; `fail` is for errors after that. Before that `ending` tells it to
 * stop: it rejects with an AbortError
 */
export const runProcess = async (
  name: string,
  start: (fail: (error: unknown) => void, ending: AbortSignal) => Promise<Running>,
): Promise<void> => {
  const fail = (error: unknown): never => {
    if (error instanceof CannotStart || error instanceof WrongSettings) console.error(error.message)
    else openLog('fatal').fatal({ err: error }, `${name} has to stop`)
    process.exit(1)
  }
  process.umask(forUsAlone)
  process.on('uncaughtException', fail)
  process.on('unhandledRejection', fail)

  const ending = new AbortController()
  const starting = start(fail, ending.signal)
  let finishing = false
  const finish = (): void => {
    if (finishing) return
    finishing = true
    ending.abort()
    const closed = starting.then((running) => running.close(), ignoreAbort)
    closed.then(() => process.exit(0), fail)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, finish)
  if (process.send) process.once('disconnect', finish)
  await starting.catch((error) => {
    if (!finishing) fail(error)
  })
  setFlagsFromString(leanMemory)
}

const ignoreAbort = (error: unknown): void => {
  if (!(error instanceof Error && error.name === 'AbortError')) throw error
}
