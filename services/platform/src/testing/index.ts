export * from './given-when-then.ts'
export * from './temporary-engines.ts'
