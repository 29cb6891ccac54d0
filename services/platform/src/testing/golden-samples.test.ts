import { describe } from 'vitest'
import * as z from 'zod/mini'
import type { DomainEvent } from '../event-sourcing/events/event.ts'
import { type StoredEventTypes, stored } from '../event-sourcing/events/event-codec.ts'
import { personal } from '../event-sourcing/events/personal.ts'
import { storedEventsSuite } from './suites/stored-events-suite.ts'

const base = { grams: z.int(), sender: personal({ name: z.string() }) }
const types = {
  ParcelWeighed: stored(z.object(base)).next(z.object({ ...base, scale: z.nullable(z.string()) }), (older) => ({
    ...older,
    scale: null,
  })),
  ParcelReturned: stored(z.object({ at: z.string() })),
} as unknown as StoredEventTypes<DomainEvent>

describe('a service with an event in two versions', () => {
  storedEventsSuite(types, new URL('samples/', import.meta.url))
})
