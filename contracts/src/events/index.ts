export * from './delivery.ts'
export { type Heard, knownWord, unknownWord } from './heard.ts'
export * from './identity.ts'
export * from './integration-event.ts'
