import type { Parked } from '@tuma/contracts/api'

/** Messages of one key wait behind the failed one, and are replayed together. */
export type Waiting = { topic: string; group: string; key: string; messages: readonly Parked[] }

/** In the order of the answer, oldest first. */
export const byKey = (parked: readonly Parked[]): Waiting[] =>
  [...Map.groupBy(parked, ({ topic, group, key }) => `${topic} ${group} ${key}`).values()].flatMap((messages) =>
    messages[0] ? [{ topic: messages[0].topic, group: messages[0].group, key: messages[0].key, messages }] : [],
  )
