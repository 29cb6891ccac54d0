import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'

/** A real engine that tests and `npm run start:grown` may use. */
export type RunningEngine = {
  /** The value of the engine's setting: `KAFKA_BROKERS`, `REDIS_URL`, `MONGODB_URL`, `EVENTSTORE_URL`. */
  readonly url: string
  /** One phrase: "given by REDIS_URL", "a container of redis:8.4", "a process here: redis-server 7.0.15". */
  readonly found: string
  /** Null if the engine is not ours, because a setting gave its address. */
  readonly process: EngineProcess | null
  /** Its data, where it is a Kafka as a process here. */
  readonly dataFolder?: string
  /** Ends the engine if we started it, and removes its data. */
  close(): Promise<void>
}

export type EngineProcess = {
  /** kill -9: the process finishes nothing and logs nothing. */
  kill(): Promise<void>
  /** On the same port and data; resolves when it answers. */
  start(): Promise<void>
}

/** Its process, to stop it. @throws where a setting gave its address */
export const getOwn = ({ process }: Pick<RunningEngine, 'process'>): EngineProcess => {
  if (!process) throw new Error('an engine that is not ours must not be stopped: leave its address out')
  return process
}

/** An engine is needed and cannot be found; the sentence says what was tried. */
export class EngineMissing extends Error {
  override readonly name = 'EngineMissing'
}

/** @param isUp asks the engine itself whether it takes calls */
export const engineProcess = (command: string, args: readonly string[], isUp: () => Promise<boolean>) => {
  let running: ChildProcess | null = null
  let said = ''

  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const ending = running
    running = null
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return
    const exited = once(ending, 'exit')
    ending.kill(signal)
    await exited
  }
  const start = async (): Promise<void> => {
    const started = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    running = started
    for (const stream of [started.stdout, started.stderr]) {
      stream.on('data', (data) => {
        said = (said + data).slice(-4000)
      })
    }
    started.on('error', (error) => {
      said += error.message
    })
    for (let tries = 0; tries < 600; tries += 1) {
      if (started.exitCode !== null) throw new EngineMissing(`${command} ended with ${started.exitCode}: ${said}`)
      if (await isUp().catch(() => false)) return
      await pause(100)
    }
    throw new EngineMissing(`${command} did not answer within a minute: ${said}`)
  }
  return {
    start,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    /** SIGSTOP: its connections stay open, and nothing is answered until `thaw`. */
    freeze: () => void running?.kill('SIGSTOP'),
    thaw: () => void running?.kill('SIGCONT'),
  }
}
