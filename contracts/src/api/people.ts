import * as z from 'zod/mini'
import { roles } from '../vocabulary/index.ts'
import { call } from './call.ts'
import { id, line, messageAnswer, paging, search } from './fields.ts'
import { user } from './users.ts'

const admins = ['admin'] as const

/** Agents and users as admins manage them. Whoever is demoted or deleted is signed out at once. */
export const people = {
  agents: call(admins)
    .route({ method: 'GET', path: '/admin/agents', tags: ['people'] })
    .output(z.array(user)),
  /** The pair must be a pickup point of a location. */
  assignShop: call(admins, 'not_found', 'unknown_shop')
    .route({ method: 'PUT', path: '/admin/agents/{id}', tags: ['people'] })
    .input(z.object({ id, location: line('Location'), address: line('Address', 200) }))
    .output(z.object({ agent: user })),
  deleteAgent: call(admins, 'not_found')
    .route({ method: 'DELETE', path: '/admin/agents/{id}', tags: ['people'] })
    .input(z.object({ id }))
    .output(messageAnswer),
  users: call(admins)
    .route({ method: 'GET', path: '/admin/users', tags: ['people'] })
    .input(
      z.object({
        ...paging,
        search: z.optional(search),
        role: z.optional(z.enum(roles)),
        sort: z.optional(z.enum(['name', 'points', 'recent'])),
      }),
    )
    .output(z.array(user)),
  changeRole: call(admins, 'not_found', 'last_admin')
    .route({ method: 'PATCH', path: '/admin/users/{id}', tags: ['people'] })
    .input(z.object({ id, role: z.enum(roles, 'Please choose a role.') }))
    .output(user),
  /** For an installation that sends no e-mails; in a demonstration everybody can open the link. */
  verifyUser: call(admins, 'not_found')
    .route({ method: 'POST', path: '/admin/users/{id}/verify', tags: ['people'] })
    .input(z.object({ id }))
    .output(user),
  deleteUser: call(admins, 'not_found', 'last_admin')
    .route({ method: 'DELETE', path: '/admin/users/{id}', tags: ['people'] })
    .input(z.object({ id }))
    .output(messageAnswer),
}
