import { execFile } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { GenericContainer, StartedTestContainer } from 'testcontainers'
import { EngineMissing, type EngineProcess } from './running-engine.ts'

const run = promisify(execFile)

export const dockerAnswers = (): Promise<boolean> =>
  run('docker', ['info'], { timeout: 10_000 }).then(
    () => true,
    () => false,
  )

/**
 * A container as an engine's process. Its ports must be fixed, so that they stay the same after a restart.
 * @throws EngineMissing
 */
export const startContainer = async (
  container: GenericContainer,
  isUp: () => Promise<boolean>,
): Promise<{ readonly process: EngineProcess; close(): Promise<void> }> => {
  const started = await startPatiently(container)
  const answers = async () => {
    for (let tries = 0; tries < 600; tries += 1) {
      if (await isUp().catch(() => false)) return
      await pause(100)
    }
    throw new EngineMissing(`The container ${started.getName()} did not answer within a minute`)
  }
  await answers()
  return {
    process: {
      kill: async () => void (await run('docker', ['kill', started.getId()])),
      start: async () => {
        await run('docker', ['start', started.getId()])
        await answers()
      },
    },
    close: async () => void (await started.stop()),
  }
}

/** Pulling an image may fail at first, so it is tried again. */
const startPatiently = async (container: GenericContainer, tries = 3): Promise<StartedTestContainer> => {
  try {
    return await container.start()
  } catch (error) {
    if (tries > 1) return startPatiently(container, tries - 1)
    throw new EngineMissing(`Docker could not start the container: ${(error as Error).message}`, { cause: error })
  }
}
