import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

type Work = {
  readonly message: string
  readonly nonce: Uint8Array
  /** KiB. */
  readonly memory: number
  readonly passes: number
  readonly parallelism: number
  /** Bytes. */
  readonly tagLength: number
}
export type Asked = { readonly id: number; readonly work: Work }
export type Told = { readonly id: number } & ({ readonly tag: Uint8Array } | { readonly failure: string })

type Job = { readonly work: Work; readonly tries: number } & PromiseWithResolvers<Buffer>

const program = fileURLToPath(new URL('./hashing-process.ts', import.meta.url))
/** A job is tried again after its process ended by itself, or was killed. */
const maxTries = 3

/**
 * argon2id in one child process for all callers of this process. Threads would have the same priority as the thread
 * that answers requests, and would keep the 19 MB that each hash takes.
 */
const openHasher = () => {
  const { NODE_COMPILE_CACHE = '' } = process.env
  const jobs = new Map<number, Job>()
  let lastId = 0
  let child: ChildProcess | null = null

  const begin = (): ChildProcess => {
    // Passes on no arguments of this process: the child needs no secret and no setting.
    const started = fork(program, {
      serialization: 'advanced',
      execArgv: [],
      env: { NODE_COMPILE_CACHE },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    started.unref()
    started.on('message', (told: Told) => settle(told))
    started.once('error', (error) => gone(started, error))
    started.once('exit', () => gone(started, null))
    return started
  }

  const settle = (told: Told): void => {
    const job = jobs.get(told.id)
    jobs.delete(told.id)
    if (jobs.size === 0) child?.channel?.unref()
    if ('tag' in told) job?.resolve(Buffer.from(told.tag))
    else job?.reject(new Error(told.failure))
  }

  const gone = (ended: ChildProcess, why: Error | null): void => {
    if (child !== ended) return
    child = null
    const unfinished = [...jobs]
    jobs.clear()
    for (const [id, job] of unfinished) {
      if (why || job.tries === maxTries) job.reject(why ?? new Error('who hashes passwords was ended'))
      else send(id, { ...job, tries: job.tries + 1 })
    }
  }

  const send = (id: number, job: Job): void => {
    jobs.set(id, job)
    child ??= begin()
    // Keeps this process alive while a job waits for its answer.
    child.channel?.ref()
    // A job that does not arrive is sent again when the end of the child is noticed.
    child.send({ id, work: job.work } satisfies Asked, () => undefined)
  }

  return (work: Work): Promise<Buffer> => {
    const job = { work, tries: 1, ...Promise.withResolvers<Buffer>() }
    lastId += 1
    send(lastId, job)
    return job.promise
  }
}

/** @throws Error if no child process can be started */
export const argon2id = openHasher()
