export * from './delivery.ts'
export * from './identity.ts'
export * from './integration-event.ts'
