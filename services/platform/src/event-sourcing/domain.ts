/** All that a domain folder may know of the platform: pure, without Node. */
export * from './decider.ts'
export { erased } from './erased.ts'
export type * from './event.ts'
export { type RowOf, text, textOrNull } from './row-of.ts'
export type { ShapeOf, View } from './view.ts'
