import type { EventStore } from '@tuma/platform/ports'
import { weeks } from './domain/delivery.ts'

export const createDelivery = (store: EventStore) => ({ store, weeks })
