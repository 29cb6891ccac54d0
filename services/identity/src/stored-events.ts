import { approvalKinds, roles } from '@tuma/contracts/vocabulary'
import { personal, type StoredEventTypes, stored } from '@tuma/platform/event-sourcing'
import * as z from 'zod/mini'
import type { IdentityEvent } from './domain/identity-event.ts'

const accountId = z.string()
const password = personal({ hash: z.string() })
const address = personal({ email: z.string() })
const beginning = {
  accountId,
  person: personal({ name: z.string(), username: z.string(), email: z.string(), phone: z.string() }),
  password,
}
const approvalId = z.string()
const by = z.string()
const at = z.string()
const shop = z.object({ location: z.string(), address: z.string() })
const profile = {
  name: z.string(),
  phone: z.string(),
  location: z.nullable(z.string()),
  address: z.nullable(z.string()),
}

export const storedEvents: StoredEventTypes<IdentityEvent> = {
  AccountRegistered: stored(z.object({ ...beginning, registeredAt: z.string() })),
  AccountOpened: stored(z.object({ ...beginning, role: z.enum(roles), shop: z.nullable(shop), openedAt: z.string() })),
  LinkIssued: stored(
    z.object({
      accountId,
      linkId: z.string(),
      purpose: z.enum(['verify', 'reset']),
      issuedAt: z.string(),
      expiresAt: z.string(),
    }),
  ),
  EmailVerified: stored(z.object({ accountId, verifiedAt: z.string() })),
  PointsEarned: stored(z.object({ accountId, deliveryId: z.string(), points: z.number(), earnedAt: z.string() })),
  ProfileChanged: stored(z.object({ accountId, profile: personal(profile), changedAt: z.string() })),
  EmailChangeRequested: stored(z.object({ accountId, wanted: address, requestedAt: z.string() })),
  EmailChanged: stored(z.object({ accountId, address, changedAt: z.string() })),
  PasswordReset: stored(z.object({ accountId, password, resetAt: z.string() })),
  ShopAssigned: stored(z.object({ accountId, shop, assignedAt: z.string() })),
  RoleChanged: stored(z.object({ accountId, role: z.enum(roles), changedAt: z.string() })),
  SessionsEnded: stored(z.object({ accountId, endedAt: z.string() })),
  AccountDeleted: stored(z.object({ accountId, deletedAt: z.string() })),
  SecondFactorSetUp: stored(z.object({ accountId, factor: personal({ secret: z.string() }), setUpAt: z.string() })),
  SecondFactorConfirmed: stored(
    z.object({ accountId, step: z.number(), recoveryCodes: z.array(z.string()), confirmedAt: z.string() }),
  ),
  SecondFactorUsed: stored(z.object({ accountId, step: z.number(), usedAt: z.string() })),
  RecoveryCodeUsed: stored(z.object({ accountId, recoveryCode: z.string(), usedAt: z.string() })),
  SecondFactorRemoved: stored(z.object({ accountId, removedAt: z.string() })),
  AdminGranted: stored(z.object({ accountId, grantedAt: z.string(), by: z.nullable(by) })),
  AdminRevoked: stored(z.object({ accountId, revokedAt: z.string(), by: z.nullable(by) })),
  ApprovalAsked: stored(
    z.object({
      approvalId,
      kind: z.enum(approvalKinds),
      subject: z.string(),
      digest: z.string(),
      cents: z.nullable(z.int()),
      beneficiary: z.nullable(z.string()),
      shown: personal({
        name: z.nullable(z.string()),
        phone: z.nullable(z.string()),
        words: z.nullable(z.string()),
      }),
      by,
      at,
    }),
  ),
  ApprovalGiven: stored(z.object({ approvalId, by, at })),
  ApprovalDeclined: stored(z.object({ approvalId, by, note: personal({ reason: z.nullable(z.string()) }), at })),
  ApprovalUsed: stored(
    z.object({
      approvalId,
      kind: z.enum(approvalKinds),
      cents: z.nullable(z.int()),
      use: z.string(),
      alone: z.boolean(),
      at,
    }),
  ),
  ApprovalReturned: stored(z.object({ approvalId, use: z.string(), at })),
  ReservationMade: stored(z.object({ accountId, madeAt: z.string(), takenFrom: z.nullable(z.string()) })),
  ReservationConfirmed: stored(z.object({ accountId, confirmedAt: z.string() })),
  ReservationReleased: stored(z.object({ accountId, releasedAt: z.string() })),
  SessionStarted: stored(
    z.object({
      sessionId: z.string(),
      accountId,
      epoch: z.number(),
      startedAt: z.string(),
      expiresAt: z.string(),
    }),
  ),
  SessionEnded: stored(z.object({ sessionId: z.string(), endedAt: z.string() })),
}
