import { askUntilShown, command, type Errand } from '../errand.ts'
import { dukani } from '../errands.ts'
import type { Parcel } from '../ledger.ts'
import { owner } from '../network.ts'
import type { Town } from './town.ts'

/** A client registers, sends a parcel, and deletes the account; after that their login must fail. */
export const leave = (town: Town, n: number): Errand => {
  const { network, ledger } = town
  const { admin } = network
  const person = network.stranger()
  const username = `leaver-${n}`
  const email = `${username}@tuma.test`
  const password = owner.ADMIN_PASSWORD
  let parcel: Parcel | null = null

  const gone: Errand = {
    what: `${username} signed out`,
    isQuestion: true,
    ask: () => person.get('/api/users/me'),
    orElse: ['not_signed_in'],
    told({ status }) {
      if (status < 300) ledger.isWrong(`${username} is deleted and signed in`)
      return null
    },
  }
  const erased = (id: string): Errand => ({
    what: `${username} deleted`,
    ask: command(admin, 'DELETE', `/api/admin/users/${id}`),
    orElse: ['not_found'],
    told() {
      if (parcel) parcel.erased = true
      ledger.count('accounts erased')
      return gone
    },
  })
  const sends = (id: string): Errand =>
    dukani(town, n, undefined, {
      by: person,
      owned(sent) {
        parcel = sent
        town.also(erased(id))
      },
    })
  const logsIn = (id: string): Errand => ({
    what: `${username} logged in`,
    isQuestion: true,
    ask: () => person.post('/api/users/login', { email, password }),
    told: () => sends(id),
  })
  const verified = (id: string): Errand => ({
    what: `${username} verified`,
    ask: command(admin, 'POST', `/api/admin/users/${id}/verify`, {}),
    told: () => logsIn(id),
  })
  const found = (): Errand =>
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
    told: found,
  }
}
