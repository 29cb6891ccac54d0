import type { Services } from '../dependencies.ts'

type Identity = Pick<Services['identity'], 'approvals'>

/** Requests that wait for another admin; only `total` and `more` are used. @param viewer id of the admin who asks */
export const waitingApprovals = (identity: Identity, viewer: string) =>
  identity.approvals({ viewer, only: 'waiting', limit: 1, cursor: null })

/** An admin has few requests, and each must be read to see whether it has lapsed: `total` counts these. */
const maxOwn = 20

/** The admin's own requests that can be done now; only `total` is used. */
export const ownApproved = (identity: Identity, viewer: string) =>
  identity.approvals({ viewer, only: 'approved', limit: maxOwn, cursor: null })
