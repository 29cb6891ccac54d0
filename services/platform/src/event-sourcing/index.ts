export {
  type AnyAuditCheck,
  type AuditCheck,
  type AuditSum,
  type CheckFinding,
  checkStreams,
  runCheck,
} from './audit/audit-check.ts'
export type { Audited, AuditorPace } from './audit/auditor.ts'
export { recordedSum } from './audit/recorded-sum.ts'
export { type CheckedStore, type DamagedStream, unlessDamaged } from './checked-store.ts'
export * from './command-handler.ts'
export type { DamagedCollection } from './damaged-list.ts'
export { canonicalJson, isSound } from './events/checksum.ts'
export * from './events/decider.ts'
export { erased } from './events/erased.ts'
export * from './events/event.ts'
export * from './events/event-codec.ts'
export * from './events/ids.ts'
export { openGroups, openSealedBytes, personal, sealBytes } from './events/personal.ts'
export * from './events/personal-keys.ts'
export * from './events/refusal.ts'
export * from './following/behind.ts'
export * from './following/follower.ts'
export { type GroupLag, isBehind } from './following/group-lag.ts'
export * from './following/lease.ts'
export { pollUnderLease } from './following/poll-under-lease.ts'
export { processManager } from './following/process-manager.ts'
export * from './following/publisher.ts'
export * from './following/reactor.ts'
export { nameDamage } from './named-damage.ts'
export * from './streams.ts'
export { emptyView } from './views/empty-view.ts'
export { isInUse } from './views/former-collections.ts'
export * from './views/projector.ts'
export { showsAll } from './views/shows-all.ts'
export * from './views/view.ts'
export { toCheckpoints, viewCheckpointPrefix } from './views/view-progress.ts'
