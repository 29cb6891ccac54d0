import type { Delivery, User } from '@tuma/contracts/api'
import { displayPhone } from '@tuma/contracts/vocabulary'
import type { Fixtures } from './fixtures.ts'

/** @returns the secret that a text contains, or null */
export type LeakIn = (text: string) => string | null

/** Finds what a stranger must not learn: phones, e-mails, national ids, all names but the first. */
export const getSecrets = async ({ admin }: Fixtures): Promise<LeakIn> => {
  const deliveries: Delivery[] = (await admin.get('/api/admin/deliveries?limit=500')).body
  const users: User[] = (await admin.get('/api/admin/users?limit=500')).body
  const riders: { name: string; phone: string }[] = (await admin.get('/api/admin/all')).body
  const people = [...deliveries.flatMap(({ sender, receiver }) => [sender, receiver]), ...users, ...riders]

  const firstNames = new Set(people.map(({ name }) => name.split(' ')[0]))
  const names = people.flatMap(({ name }) => name.split(' ').slice(1)).filter((name) => !firstNames.has(name))
  const phones = people.flatMap(({ phone }) => [phone, displayPhone(phone), displayPhone(phone).slice(1)])
  const ids = deliveries.flatMap(({ picker }) => picker?.pickerNationalId ?? [])
  const secrets = new Set([...names, ...phones, ...ids, ...users.map(({ email }) => email)].filter(Boolean))
  if (secrets.size < 100) throw new Error(`only ${secrets.size} secrets: the demonstration has more`)
  const telling = new RegExp([...secrets].map((secret) => `\\b${secret.replace(/\W/g, '\\$&')}\\b`).join('|'), 'i')
  return (text) => telling.exec(text)?.[0] ?? null
}
