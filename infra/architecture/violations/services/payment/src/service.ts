import type { EventStore } from '@tuma/platform/ports'

export const createPayment = (store: EventStore) => store
