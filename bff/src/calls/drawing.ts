import { Worker } from 'node:worker_threads'
import type { DrawPaper, Paper, Pdf } from './papers.ts'

export type ToDraw = { readonly id: number; readonly paper: Paper; readonly now: string }
export type Drawn = { readonly id: number } & ({ readonly pdf: Pdf } | { readonly failure: string })

const program = new URL('./drawing-thread.ts', import.meta.url)

/**
 * Draws papers in a thread of its own: each takes some 10 ms, and a file of many labels more, during which no request
 * would be answered. The thread starts with the first paper; after a fault the next paper starts another.
 */
export const openDrawing = (): { readonly draw: DrawPaper; close(): Promise<void> } => {
  const waiting = new Map<number, PromiseWithResolvers<Pdf>>()
  let lastId = 0
  let thread: Worker | null = null

  const gone = (ended: Worker, why: Error): void => {
    if (thread !== ended) return
    thread = null
    for (const { reject } of waiting.values()) reject(why)
    waiting.clear()
  }
  const begin = (): Worker => {
    // The thread gets no settings, because it needs no secret.
    const begun = new Worker(program, { env: {}, resourceLimits: { maxOldGenerationSizeMb: 128 } })
    begun.on('message', (drawn: Drawn) => {
      const asked = waiting.get(drawn.id)
      waiting.delete(drawn.id)
      if ('pdf' in drawn) asked?.resolve(drawn.pdf)
      else asked?.reject(new Error(drawn.failure))
    })
    begun.once('error', (error) => gone(begun, error))
    begun.once('exit', () => gone(begun, new Error('the thread that draws papers has ended')))
    begun.unref()
    return begun
  }

  return {
    draw(paper, now) {
      const asked = Promise.withResolvers<Pdf>()
      lastId += 1
      waiting.set(lastId, asked)
      thread ??= begin()
      thread.postMessage({ id: lastId, paper, now } satisfies ToDraw)
      return asked.promise
    },
    async close() {
      await thread?.terminate()
    },
  }
}
