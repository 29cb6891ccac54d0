// trips: domain-is-pure
import type { Decider } from '@tuma/platform/event-sourcing'

export const decider: Decider = { decide: () => undefined }
