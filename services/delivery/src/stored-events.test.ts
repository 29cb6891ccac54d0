import { storedEventsSuite } from '@tuma/platform/testing'
import { storedEvents } from './stored-events.ts'

storedEventsSuite(storedEvents, new URL('../golden/', import.meta.url))
