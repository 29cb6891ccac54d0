import * as z from 'zod/mini'
import { roles } from '../vocabulary/index.ts'
import { adminAct, call, csvFile, exported, personalData } from './call.ts'
import { id, line, messageAnswer, paging, search } from './fields.ts'
import { user } from './users.ts'

/** Agents and users as admins manage them. A demoted or deleted person is signed out at once. */
const filters = { search: z.optional(search), role: z.optional(z.enum(roles)) }

export const people = {
  agents: call(personalData)
    .route({ method: 'GET', path: '/admin/agents', tags: ['people'] })
    .output(z.array(user)),
  /** The pair must be a pickup point of a location. */
  assignShop: call(adminAct, 'not_found', 'unknown_shop')
    .route({ method: 'PUT', path: '/admin/agents/{id}', tags: ['people'] })
    .input(z.object({ id, location: line('Location'), address: line('Address', 200) }))
    .output(z.object({ agent: user })),
  deleteAgent: call(adminAct, 'not_found')
    .route({ method: 'DELETE', path: '/admin/agents/{id}', tags: ['people'] })
    .input(z.object({ id }))
    .output(messageAnswer),
  users: call(personalData)
    .route({ method: 'GET', path: '/admin/users', tags: ['people'] })
    .input(
      z.object({
        ...paging,
        ...filters,
        sort: z.optional(z.enum(['name', 'points', 'recent'])),
      }),
    )
    .output(z.array(user)),
  /** The whole list as a CSV file, newest first. */
  csv: call(exported)
    .route({ method: 'GET', path: '/admin/users.csv', tags: ['people'] })
    .input(z.object(filters))
    .output(csvFile),
  /** Making an admin needs another admin's approval: approvals.ts. */
  changeRole: call(adminAct, 'not_found', 'last_admin', 'approval_needed')
    .route({ method: 'PATCH', path: '/admin/users/{id}', tags: ['people'] })
    .input(z.object({ id, role: z.enum(roles, 'Please choose a role.') }))
    .output(user),
  /** For an installation that sends no e-mails; in a demonstration every visitor can open the link. */
  verifyUser: call(adminAct, 'not_found')
    .route({ method: 'POST', path: '/admin/users/{id}/verify', tags: ['people'] })
    .input(z.object({ id }))
    .output(user),
  /**
   * For a person who has lost their second factor; users remove their own in the profile, with password and code. Needs
   * another admin's approval.
   */
  removeSecondFactor: call(adminAct, 'not_found', 'approval_needed')
    .route({ method: 'DELETE', path: '/admin/users/{id}/second-factor', tags: ['people'] })
    .input(z.object({ id }))
    .output(user),
  /** Ends all sessions of the person, who can log in again with their password. */
  endSessions: call(adminAct, 'not_found')
    .route({ method: 'DELETE', path: '/admin/users/{id}/sessions', tags: ['people'] })
    .input(z.object({ id }))
    .output(messageAnswer),
  deleteUser: call(adminAct, 'not_found', 'last_admin')
    .route({ method: 'DELETE', path: '/admin/users/{id}', tags: ['people'] })
    .input(z.object({ id }))
    .output(messageAnswer),
}
