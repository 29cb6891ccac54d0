import { storedEventsSuite } from '@tuma/platform/testing'
import { announceIdentity } from './published-events.ts'
import { storedEvents } from './stored-events.ts'

storedEventsSuite(storedEvents, new URL('../golden/', import.meta.url), announceIdentity)
