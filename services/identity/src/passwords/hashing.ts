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
/** One that has just left of itself, and one that was killed, each cost a job a try. */
const maxTries = 3

/**
 * argon2id in a process of its own that all of this one share. Threads would have the priority of whoever answers requests,
 * and the 19 MB that each hash takes would stay with the thread that made it.
 */
const openHasher = () => {
  const { NODE_COMPILE_CACHE = '' } = process.env
  const jobs = new Map<number, Job>()
  let lastId = 0
  let child: ChildProcess | null = null

  const begin = (): ChildProcess => {
    // None of what we were told: it needs no secret and no setting.
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
    // As long as somebody waits for it, this process does.
    child.channel?.ref()
    // What doesn't arrive is sent again when the end of who should have had it is known.
    child.send({ id, work: job.work } satisfies Asked, () => undefined)
  }

  return (work: Work): Promise<Buffer> => {
    const job = { work, tries: 1, ...Promise.withResolvers<Buffer>() }
    lastId += 1
    send(lastId, job)
    return job.promise
  }
}

/** @throws Error where nothing can be started that would do the work */
export const argon2id = openHasher()
