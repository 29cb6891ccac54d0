/** The part of the platform that a domain folder may use: pure, without Node. */
export { type AnyAuditCheck, type AuditCheck, type CheckFinding, runCheck } from './audit/audit-check.ts'
export * from './events/decider.ts'
export { erased } from './events/erased.ts'
export type * from './events/event.ts'
export { type RowOf, text, textOrNull } from './views/row-of.ts'
export type { ShapeOf, View } from './views/view.ts'
