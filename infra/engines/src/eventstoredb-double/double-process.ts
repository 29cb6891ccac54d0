import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Answered, Asked, Asks } from './double-main.ts'

const main = fileURLToPath(new URL('double-main.ts', import.meta.url))

/** The double in a process of its own, so that it can be frozen. Its data end with the process, not with `kill`. */
export const startDoubleProcess = async (port: number) => {
  const child = fork(main, [String(port)])
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  let count = 0
  child.on('message', ({ id, answer, error }: Answered) => {
    if (error === undefined) waiting.get(id)?.resolve(answer)
    else waiting.get(id)?.reject(new Error(error))
    waiting.delete(id)
  })
  child.on('exit', () => {
    for (const { reject } of waiting.values()) reject(new Error('the double has ended'))
  })
  await once(child, 'message')

  const ask = <Ask extends keyof Asks>(name: Ask, given?: Parameters<Asks[Ask]>[0]): ReturnType<Asks[Ask]> => {
    count += 1
    const answer = Promise.withResolvers<unknown>()
    waiting.set(count, answer)
    child.send({ id: count, ask: name, given } satisfies Asked)
    return answer.promise as ReturnType<Asks[Ask]>
  }
  return {
    ask,
    /** SIGSTOP: its connections stay open, and nothing is answered. */
    freeze: () => child.kill('SIGSTOP'),
    thaw: () => child.kill('SIGCONT'),
    async close(): Promise<void> {
      const exited = once(child, 'exit')
      child.kill('SIGKILL')
      await exited
    },
  }
}
