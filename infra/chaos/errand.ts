import { randomUUID } from 'node:crypto'
import type { RefusalCode } from '@tuma/contracts/vocabulary'
import type { Answer, Visitor } from '@tuma/one-process/visitor'
import type { Ledger } from './ledger.ts'

/** Something that a person wants done, and asks until they are told that it is. */
export type Errand = {
  readonly what: string
  readonly ask: () => Promise<Answer>
  /** @returns what they want next, if anything */
  readonly told: (answer: Answer) => Errand | null
  /** Refusals that end it too, as another person was first. `told` hears them. */
  readonly orElse?: readonly RefusalCode[]
  /** It changes nothing, so its answer acknowledges nothing. */
  readonly isQuestion?: true
  /** Milliseconds before it is asked. */
  readonly afterMs?: number
}

type Method = 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** A call under a key of its own: asked again, it is the same command. @param type of a body that is no JSON */
export const command = (by: Visitor, method: Method, path: string, body?: unknown, type?: string) => {
  const headers = { 'idempotency-key': randomUUID(), ...(type ? { 'content-type': type } : {}) }
  return () => by.ask(method, path, body, { headers })
}

/** Not refused. */
export const isDone = ({ status }: Answer): boolean => status < 300

/** Something is done once before it is asked, such as paying. */
export const prepareFirst = (what: string, prepare: () => Promise<Errand>): Errand => {
  let preparing: Promise<Errand> | null = null
  let errand: Errand | null = null
  return {
    what,
    async ask() {
      preparing ??= prepare()
      errand = await preparing
      return errand.ask()
    },
    told: (answer) => errand?.told(answer) ?? null,
  }
}

/** What an answer does not show for so long, a store's outage included, will never be shown. */
const patienceMs = 300_000

type Shown = Pick<Errand, 'what' | 'ask'> & {
  readonly everyMs: number
  /** What is wanted next; null: the answer does not show it yet. */
  readonly next: (answer: Answer) => (() => Errand | null) | null
}

/** Asks the same question until its answer shows what is waited for. It is wrong when that takes too long. */
export const askUntilShown = (ledger: Pick<Ledger, 'isWrong'>, { what, ask, everyMs, next }: Shown): Errand => {
  const began = performance.now()
  const errand: Errand = {
    ...{ what, ask, isQuestion: true, afterMs: everyMs },
    told(answer) {
      const shown = next(answer)
      if (shown) return shown()
      if (performance.now() - began < patienceMs) return { ...errand }
      ledger.isWrong(`${what}: not within ${patienceMs / 1000} s, the last answer was ${JSON.stringify(answer.body)}`)
      return null
    },
  }
  return errand
}
