// trips: ports-in-no-circle
import type { Events } from './events.ts'

export type Documents = { show: (events: Events) => void }
