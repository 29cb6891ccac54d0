// trips: domain-is-pure
import type { EventStore } from '@tuma/platform/ports'

export const decide = (store: EventStore) => store
