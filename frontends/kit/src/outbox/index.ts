/** Steps that are stored in this browser until the server has answered them. Without React, and for agents' pages only. */
export { getBrowserEnvironment } from './browser-environment.ts'
export { CannotSave } from './cannot-save.ts'
export { type Outbox, openOutbox } from './outbox.ts'
export type { Sent } from './outbox-environment.ts'
export type { SavedStep } from './saved-step.ts'
