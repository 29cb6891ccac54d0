import { setImmediate as afterwards } from 'node:timers/promises'
import type { Telling } from './script.ts'

type Letter = { readonly url: string; readonly body: object }
export type Delivered = Letter & {
  /** Null: the address did not answer. */
  readonly status: number | null
}

const patienceMs = 8_000

/** Brings Daraja's own reports. An address that did not answer gets no second try. */
export const openPostman = () => {
  const held: Letter[] = []
  const delivered: Delivered[] = []
  const under = new Set<Promise<unknown>>()

  const bring = async ({ url, body }: Letter): Promise<void> => {
    const status = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      redirect: 'manual',
      signal: AbortSignal.timeout(patienceMs),
    }).then(
      async (response) => {
        await response.body?.cancel()
        return response.status
      },
      () => null,
    )
    delivered.push({ url, body, status })
  }
  const bringAll = async (letters: readonly Letter[]): Promise<void> => {
    for (const letter of letters) await bring(letter)
  }
  const soon = (letters: readonly Letter[]): void => {
    const way: Promise<unknown> = afterwards()
      .then(() => bringAll(letters))
      .finally(() => under.delete(way))
    under.add(way)
  }

  return {
    /** Resolves at once; only early letters have been delivered by then. */
    async send(letter: Letter, { when = 'at_once', times = 1 }: Telling = {}): Promise<void> {
      const letters = Array.from({ length: times }, () => letter)
      if (when === 'early') await bringAll(letters)
      if (when === 'at_once') soon(letters)
      if (when === 'held') held.push(...letters)
    },
    held: (): readonly Letter[] => held,
    /** Delivers held letters now, one after the other. */
    async deliverHeld(order: 'as_they_came' | 'reversed' = 'as_they_came'): Promise<void> {
      const letters = held.splice(0)
      await bringAll(order === 'reversed' ? letters.reverse() : letters)
    },
    delivered: (): readonly Delivered[] => delivered,
    /** Resolves when no letter is under way. */
    async idle(): Promise<void> {
      while (under.size > 0) await Promise.all(under)
    },
  }
}
export type Postman = ReturnType<typeof openPostman>
