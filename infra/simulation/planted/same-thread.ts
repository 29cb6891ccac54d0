import { type BeginThread, openWriting, type ToWriter } from '@tuma/platform/engines'
import type { Chance } from '../chance.ts'
import { machine } from '../machine.ts'

/**
 * The product's own writer, in this thread: a commit is one step and its answer another, so that a crash may come
 * before the first and between the two. As between threads, messages are copied and arrive in the order of sending.
 */
export const sameThread =
  (chance: Chance): BeginThread =>
  (data) => {
    const inbox: ToWriter[] = []
    const hears: Record<string, (said?: never) => void> = {}
    let isDue = false
    let lastAnswerAt = 0

    const say = (kind: 'message' | 'error' | 'exit', said?: unknown): void => {
      lastAnswerAt = Math.max(lastAnswerAt, machine.now() + chance.delay(0.4))
      const copy = kind === 'message' ? structuredClone(said) : said
      machine.later(lastAnswerAt - machine.now(), `answer ${kind}`, () => hears[kind]?.(copy as never))
    }
    const write = openWriting(data, {
      tell(said) {
        machine.note(`said ${JSON.stringify(said)}`)
        say('message', said)
      },
      close: () => say('exit'),
    })
    const soon = (): void => {
      if (isDue || inbox.length === 0) return
      isDue = true
      machine.later(chance.delay(1), 'commit', work)
    }
    const work = (): void => {
      isDue = false
      const next = inbox.shift()
      if (!next) return
      machine.note(`takes ${JSON.stringify(next)}`)
      try {
        write(next)
      } catch (error) {
        say('error', error)
      }
      soon()
    }

    return {
      on: (kind: string, heard: (said: never) => void) => {
        hears[kind] = heard as (said?: never) => void
      },
      postMessage(said) {
        inbox.push(structuredClone(said))
        soon()
      },
      terminate: async () => undefined,
    }
  }
