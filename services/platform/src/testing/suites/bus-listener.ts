import { onTestFinished, vi } from 'vitest'
import type { ConsumeOptions, Groups, Message, Publishing } from '../../ports/message-bus.ts'

/** A bus that can be published on: for an embedded bus see `openPublishedTopics`. */
export type SuiteBus = Groups & Pick<Publishing, 'publish'>

export type OpenedMessageBus = {
  readonly bus: SuiteBus
  /** The same bus after a restart; left out when the bus outlives the process. */
  reopen?(): Promise<SuiteBus>
  close(): Promise<void>
}

export type OpenMessageBus = () => Promise<OpenedMessageBus>

const patience = { timeout: 60_000, interval: 10 }
export const suiteGroup = 'notification'

export type Opened = () => Promise<OpenedMessageBus & { readonly topic: string }>

/** `k-1` is the message of key `k` with the number 1. */
export const message = (id: string): Message => ({
  id,
  key: id.split('-')[0] ?? '',
  type: 'ParcelWeighed',
  version: 2,
  data: { grams: 250, note: 'Wanjikũ 📦', none: null },
  headers: { 'correlation-id': id },
})
export const messages = (...ids: string[]) => ids.map(message)
export const ofKey = (key: string, ids: readonly string[]) => ids.filter((id) => id.startsWith(`${key}-`))
const nothing = async () => {}

/** Consumes until the test ends and keeps the ids of handled messages. */
export const listen = (bus: Groups, options: Omit<ConsumeOptions, 'group' | 'onMessage'> & Partial<ConsumeOptions>) => {
  const handled: string[] = []
  const consumer = bus.consume({
    group: suiteGroup,
    backoffMs: 1,
    ...options,
    async onMessage(received) {
      await (options.onMessage ?? nothing)(received)
      handled.push(received.id)
    },
  })
  onTestFinished(() => consumer.close())
  return { handled, consumer }
}

export const failOn =
  (test: (id: string) => boolean) =>
  async ({ id }: Message) => {
    if (test(id)) throw new TypeError(`${id} is too heavy\nat the scale`)
  }
export const eventually = (check: () => unknown) => vi.waitFor(check, patience)
export const manyKeys = (round: number) => Array.from({ length: 40 }, (_, i) => `k${i}-${round}`)
