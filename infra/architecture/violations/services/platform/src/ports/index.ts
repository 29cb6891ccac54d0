export type EventStore = { append: () => void }
