import type { ErasurePreview } from '@tuma/contracts/api'
import type { ToApprove } from '@tuma/contracts/services'
import { Refused } from '@tuma/contracts/vocabulary'
import type { Dependencies, Services } from '../dependencies.ts'
import { askedAnswer, withSecondPerson } from '../door/second-person.ts'
import { accountNames } from './account-names.ts'
import { storedPhone } from './stored-phone.ts'

const maxParcels = 50
/** How many of its parcels the approving admin sees. */
const parcelsNamed = 3

type Typed = { readonly phone: string; readonly again: string; readonly seen?: string[] | undefined }

/** Erasing a phone without an account: needs two admins, and the number typed twice. */
export const erasureCalls = ({ api, services, toCommandContext, papers }: Dependencies) => {
  const { delivery, identity, notification } = services

  /** What another admin approves. @throws phones_differ, phone_of_account */
  const toErase = async (typed: Typed) => {
    const phone = storedPhone(typed.phone)
    if (storedPhone(typed.again) !== phone) throw new Refused('phones_differ', { field: 'again' })
    const seen = typed.seen ?? []
    const found = await look(services, phone)
    await assertSeen(services, found.accounts, seen)
    const what: ToApprove = {
      ...{ kind: 'erase_phone', subject: found.key, about: [...seen].sort(), cents: null, beneficiary: null },
      shown: { name: found.names[0] ?? null, phone, words: wordsFor(found.parcels) },
    }
    return { phone, seen, found, what }
  }

  return {
    preview: api.erasures.preview.handler(async ({ input }) => {
      const found = await look(services, storedPhone(input.phone))
      const names = await getNames(services, found.accounts)
      return getPreview(found, names)
    }),

    erase: api.erasures.erase.handler(async ({ input, context }) => {
      const { phone, seen, found, what } = await toErase(input)
      const command = toCommandContext(context, input)
      const { key, state, places, dueBy, accounts } = await withSecondPerson(identity, command, what, () =>
        delivery.erasePhone({ asked: command, phone, seen, owed: found.owed.map(({ deliveryId }) => deliveryId) }),
      )
      if (state === 'unseen') await assertSeen(services, accounts, seen)
      papers.forgetAll()
      await notification.erasePhones({ asked: command, phones: [phone] })
      const message =
        state === 'due' ? 'It is erased when its last parcel has ended.' : 'Nothing of this phone is left.'
      return { _id: key, message, parcels: places, until: dueBy }
    }),

    ask: api.erasures.ask.handler(async ({ input, context }) => {
      const { what } = await toErase(input)
      return askedAnswer(await identity.askApproval({ asked: toCommandContext(context, input), what }))
    }),

    due: api.erasures.due.handler(async () => {
      const rows = await delivery.phoneErasures()
      return rows.map(({ key: _id, phone, unpaid, askedAt, dueBy }) => ({
        ...{ _id, phone, unpaid: unpaid.length, askedAt, dueBy },
      }))
    }),

    cancel: api.erasures.cancel.handler(async ({ input, context }) => {
      await delivery.cancelPhoneErasure({ asked: toCommandContext(context, input), key: input.id })
      return { message: 'The phone stays.' }
    }),
  }
}

/** With what Tuma owes to the phone now: revenue knows it only by a keyed hash. */
const look = async ({ delivery, revenue }: Pick<Services, 'delivery' | 'revenue'>, phone: string) => {
  const [found, { owedTo }] = await Promise.all([delivery.phoneParcels({ phone }), delivery.owedTo({ phone })])
  const { cents, parcels: owed } = await revenue.owed({ owedTo })
  return { ...found, cents, owed }
}
type Found = Awaited<ReturnType<typeof look>>
type Accounts = Found['accounts']

const getNames = ({ identity }: Pick<Services, 'identity'>, accounts: Accounts) =>
  accountNames(
    identity,
    accounts.map(({ accountId }) => accountId),
  )

/** @throws phone_of_account */
const assertSeen = async (services: Pick<Services, 'identity'>, accounts: Accounts, seen: readonly string[]) => {
  if (accounts.every(({ accountId }) => seen.includes(accountId))) return
  const names = await getNames(services, accounts)
  throw new Refused('phone_of_account', {
    accountIds: accounts.map(({ accountId }) => accountId).join(),
    names: accounts.map(({ accountId, parcels }) => `${names[accountId] ?? accountId} (${parcels})`).join(', '),
    accounts: accounts.length,
    parcels: accounts.reduce((sum, { parcels }) => sum + parcels, 0),
  })
}

const wordsFor = (parcels: Found['parcels']): string | null => {
  const named = parcels.slice(0, parcelsNamed).map(({ trackingId }) => trackingId)
  const rest = parcels.length - named.length
  return named.length === 0 ? null : `${named.join(', ')}${rest > 0 ? ` + ${rest}` : ''}`
}

const getPreview = (found: Found, names: Readonly<Record<string, string>>): ErasurePreview => ({
  ...{ _id: found.key, names: found.names, total: found.parcels.length },
  parcels: found.parcels.slice(0, maxParcels).map(({ deliveryId: _id, comes: _, ...parcel }) => ({ _id, ...parcel })),
  underWay: found.parcels.filter(({ underWay }) => underWay).length,
  accounts: found.accounts.map(({ accountId: id, parcels }) => ({ id, name: names[id] ?? null, parcels })),
  owed: found.cents / 100,
  coming: found.parcels.reduce((sum, { comes }) => sum + comes, 0),
  due: found.due && { askedAt: found.due.askedAt, dueBy: found.due.dueBy },
})
