import { storedEventsSuite } from '@tuma/platform/testing'
import { announced } from './published-events.ts'
import { storedEvents } from './stored-events.ts'

storedEventsSuite(storedEvents, new URL('../golden/', import.meta.url), announced)
