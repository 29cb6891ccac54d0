import { owner } from './network.ts'
import type { TaskContext } from './people/task-context.ts'
import { command, type Task } from './task.ts'

type Change = (context: Pick<TaskContext, 'network' | 'mpesa'>, digits: string) => Task['ask']

/** Changes that one service records alone, and that no check counts. `digits`: six, different each time. */
const changes: Readonly<Record<string, Change>> = {
  delivery: ({ network: { admin } }, digits) =>
    command(admin, 'POST', '/api/admin/add', { name: 'Kiprono Bett', phone: `0795${digits}` }),
  identity: ({ network: { stranger } }, digits) =>
    command(stranger(), 'POST', '/api/users/register', {
      ...{ name: 'Pendo Kazungu', username: `new-${digits}`, email: `new-${digits}@tuma.test` },
      ...{ phone: `0796${digits}`, password: owner.ADMIN_PASSWORD },
    }),
  payment: ({ network: { admin }, mpesa }) =>
    command(admin, 'POST', '/api/admin/statements', mpesa.statement(), 'text/csv'),
  revenue: ({ network: { secondAdmin } }, digits) =>
    command(secondAdmin, 'PUT', '/api/client/payout-number', {
      phone: `0797${digits}`,
      password: owner.ADMIN_PASSWORD,
    }),
  notification: ({ network: { admin } }, digits) =>
    command(admin, 'POST', '/api/admin/sms-opt-outs', { phone: `0798${digits}` }),
}

/**
 * A change that this service must record itself, so it succeeds only when that process can work. Repeated, it is the
 * same command.
 * @throws Error where no change of the service is known
 */
export const ownChange = (context: TaskContext, service: string): Task['ask'] => {
  const change = changes[service]
  if (!change) throw new Error(`no change is known that ${service} records alone`)
  return change(context, `${100_000 + context.chance.below(900_000)}`)
}
