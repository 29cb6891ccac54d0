import type { Parcel } from '../ledger.ts'
import { owner } from '../network.ts'
import { paySendDukani } from '../parcel-tasks.ts'
import { askUntilShown, command, type Task } from '../task.ts'
import type { TaskContext } from './task-context.ts'

/** A client registers, sends a parcel, and deletes the account; after that their login must fail. */
export const registerAndDelete = (context: TaskContext, n: number): Task => {
  const { network, ledger } = context
  const { admin } = network
  const person = network.stranger()
  const username = `leaver-${n}`
  const email = `${username}@tuma.test`
  const password = owner.ADMIN_PASSWORD
  let parcel: Parcel | null = null

  const gone: Task = {
    what: `${username} signed out`,
    isQuestion: true,
    ask: () => person.get('/api/users/me'),
    acceptedRefusals: ['not_signed_in'],
    onAnswer({ status }) {
      if (status < 300) ledger.reportWrong(`${username} is deleted and signed in`)
      return null
    },
  }
  const erased = (id: string): Task => ({
    what: `${username} deleted`,
    ask: command(admin, 'DELETE', `/api/admin/users/${id}`),
    acceptedRefusals: ['not_found'],
    onAnswer() {
      if (parcel) parcel.erased = true
      ledger.count('accounts erased')
      return gone
    },
  })
  const sends = (id: string): Task =>
    paySendDukani(context, n, undefined, {
      by: person,
      owned(sent) {
        parcel = sent
        context.addTask(erased(id))
      },
    })
  const logsIn = (id: string): Task => ({
    what: `${username} logged in`,
    isQuestion: true,
    ask: () => person.post('/api/users/login', { email, password }),
    onAnswer: () => sends(id),
  })
  const verified = (id: string): Task => ({
    what: `${username} verified`,
    ask: command(admin, 'POST', `/api/admin/users/${id}/verify`, {}),
    onAnswer: () => logsIn(id),
  })
  const found = (): Task =>
    askUntilShown(ledger, {
      what: `${username} found`,
      everyMs: 100,
      ask: () => admin.get(`/api/admin/users?search=${username}`),
      next({ body }) {
        const row = (body as { _id: string; username: string }[]).find((one) => one.username === username)
        return row ? () => verified(row._id) : null
      },
    })
  return {
    what: `${username} registered`,
    ask: command(person, 'POST', '/api/users/register', {
      ...{ name: 'Pendo Kazungu', username, email, phone: `07${30_000_000 + n}`, password },
    }),
    onAnswer: found,
  }
}
