// trips: contracts-import-nothing-of-ours
export type { Decider } from '@tuma/platform/event-sourcing'
