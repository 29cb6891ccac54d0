import type { EventStore } from '@tuma/platform/ports'

export const tests = (store: EventStore) => [store, new Date(), Math.random()]
