export { damage } from './damage.ts'
export * from './given-when-then.ts'
export { storedEventsSuite } from './stored-events-suite.ts'
export * from './temporary-engines.ts'
