import { setImmediate as afterwards } from 'node:timers/promises'
import type { Telling } from './script.ts'

type Callback = { readonly url: string; readonly body: object }
export type Delivered = Callback & {
  /** Null: the address did not answer. */
  readonly status: number | null
}

const patienceMs = 8_000

/** Brings Daraja's own reports. An address that did not answer gets no second try. */
export const openCallbackSender = () => {
  const held: Callback[] = []
  const delivered: Delivered[] = []
  const under = new Set<Promise<unknown>>()

  const deliver = async ({ url, body }: Callback): Promise<void> => {
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
  const deliverAll = async (callbacks: readonly Callback[]): Promise<void> => {
    for (const callback of callbacks) await deliver(callback)
  }
  const soon = (callbacks: readonly Callback[]): void => {
    const way: Promise<unknown> = afterwards()
      .then(() => deliverAll(callbacks))
      .finally(() => under.delete(way))
    under.add(way)
  }

  return {
    /** Resolves at once; only early callbacks have been delivered by then. */
    async send(callback: Callback, { when = 'at_once', times = 1 }: Telling = {}): Promise<void> {
      const callbacks = Array.from({ length: times }, () => callback)
      if (when === 'early') await deliverAll(callbacks)
      if (when === 'at_once') soon(callbacks)
      if (when === 'held') held.push(...callbacks)
    },
    held: (): readonly Callback[] => held,
    /** Delivers held callbacks now, one after the other. */
    async deliverHeld(order: 'as_they_came' | 'reversed' = 'as_they_came'): Promise<void> {
      const callbacks = held.splice(0)
      await deliverAll(order === 'reversed' ? callbacks.reverse() : callbacks)
    },
    delivered: (): readonly Delivered[] => delivered,
    /** Resolves when no callback is under way. */
    async idle(): Promise<void> {
      while (under.size > 0) await Promise.all(under)
    },
  }
}
export type CallbackSender = ReturnType<typeof openCallbackSender>
