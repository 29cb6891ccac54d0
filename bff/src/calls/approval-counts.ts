import type { Services } from '../dependencies.ts'

type Identity = Pick<Services['identity'], 'approvals'>

/** Requests that wait for another admin; only `total` and `more` are meant. @param viewer id of the admin who asks */
export const waitingApprovals = (identity: Identity, viewer: string) =>
  identity.approvals({ viewer, only: 'waiting', limit: 1, cursor: null })

/** Of one admin there are few, and whether one has lapsed is read from each: `total` counts these. */
const maxOwn = 20

/** The admin's own requests that can be done now; only `total` is meant. */
export const ownApproved = (identity: Identity, viewer: string) =>
  identity.approvals({ viewer, only: 'approved', limit: maxOwn, cursor: null })
