import { hasReached, statusesIn } from '@tuma/contracts/vocabulary'
import type { Parcel } from './ledger.ts'
import type { TaskContext } from './people/task-context.ts'
import { readAllPages } from './read-all-pages.ts'

/**
 * SMS about parcels, by how often the provider took each. `left`: to the office, because they may have arrived.
 * `unsent`: owed, and never taken; they are among those that are left.
 */
export type SmsFigures = {
  readonly once: number
  readonly twice: number
  readonly more: number
  readonly left: number
  readonly unsent: number
}
export const noSms: SmsFigures = { once: 0, twice: 0, more: 0, left: 0, unsent: 0 }

type Unsent = {
  readonly template: string
  readonly parcel?: { readonly trackingId: string } | null
  readonly reason: string | null
  readonly isWaiting: boolean
}

/**
 * Sender and receiver get an SMS about each request once staff have the parcel or its payment has booked it, and the receiver one about each step
 * after the first shop. The sender of a cancelled parcel reads that it is cancelled.
 */
const tellsReceiver = statusesIn('onTheWay', 'arrived', 'handedOver')

/** How many SMS each of its people must get, about a parcel that exists and whose sender is known. */
const getOwedSms = (parcel: Parcel) => {
  const { deleted, erased, cancelled, atCounter, isTold, kind, phones, reached, turned } = parcel
  if (cancelled) return [{ phone: phones.sender, role: 'sender', owed: 1 }] as const
  const isInHand = atCounter !== null || reached !== (kind === 'dukani' ? 'dropping' : 'uncollected')
  if (deleted || erased || !(isInHand || isTold)) return []
  // An SMS about the way out is not sent any more once the parcel goes back; an SMS that it goes back is always sent.
  const steps = turned ? 1 : tellsReceiver.filter((one) => hasReached(reached, one)).length
  return [
    { phone: phones.sender, role: 'sender', owed: 1 },
    { phone: phones.receiver, role: 'receiver', owed: 1 + steps },
  ] as const
}

const roleOf = (template: string) =>
  /ToSender$|^(comesBack|backAtShop|returned|takenIn|cancelled)/.test(template) ? 'sender' : 'receiver'

/** The SMS about two statuses of a parcel on hold have the same words. */
const maxSame = (text: string): number => (text.includes(' is on hold.') ? 4 : 2)

/** Every SMS owed was taken by the provider, or is left to the office, and none was taken more than twice. */
export const readSms = async ({ network, ledger, sms }: TaskContext) => {
  const rows = await readAllPages<Unsent>(network.admin, '/api/admin/unsent')
  const left = rows.filter(({ isWaiting, reason }) => !isWaiting && reason === 'unanswered')
  const byPhone = Map.groupBy(sms.taken(), ({ to }) => to)
  const takenBy = (phone: string) => Map.groupBy(byPhone.get(phone) ?? [], ({ text }) => text)
  const parcels = ledger.parcels()
  const owing = parcels.flatMap((parcel) =>
    getOwedSms(parcel).map(({ phone, role, owed }) => {
      const isTheirs = ({ template, parcel: about }: Unsent) =>
        about?.trackingId === parcel.trackingId && roleOf(template) === role
      return { phone, owed, had: takenBy(phone).size, leftTo: left.filter(isTheirs) }
    }),
  )
  const missing = owing
    .filter(({ owed, had, leftTo }) => had + leftTo.length < owed)
    .map(
      ({ phone, owed, had, leftTo }) =>
        `${phone} had ${had} SMS of ${owed}, and ${leftTo.length} were left to the office`,
    )
  const unsent = owing.filter(({ owed, had }) => had < owed)
  const phones = new Set(parcels.flatMap(({ phones: { sender, receiver } }) => [sender, receiver]))
  const texts = [...phones].flatMap((phone) =>
    [...takenBy(phone)].map(([text, { length }]) => ({ phone, text, length })),
  )
  const tooOften = texts.filter(({ text, length }) => length > maxSame(text))
  const count = (is: (length: number) => boolean): number => texts.filter(({ length }) => is(length)).length
  const figures: SmsFigures = {
    once: count((length) => length === 1),
    twice: texts.filter(({ text, length }) => length > 1 && length <= maxSame(text)).length,
    more: tooOften.length,
    left: left.length,
    unsent: unsent.reduce((sum, { owed, had }) => sum + owed - had, 0),
  }
  const wrong = tooOften.map(({ phone, length }) => `twice: an SMS to ${phone} went ${length} times`)
  const unsentKinds = unsent.flatMap(({ leftTo }) => leftTo.map(({ template }) => template))
  return { wrong: [...missing, ...wrong], figures, unsentKinds }
}

/** Which kinds they are, because one with a collection code goes once and never again by itself. */
export const printUnsent = (templates: readonly string[]): void => {
  const counts = Object.entries(Object.groupBy(templates, (template) => template))
  if (counts.length === 0) return
  const said = counts.map(([template, all = []]) => `${all.length} ${template}`).join(', ')
  console.log(`   left to the office, of people who lack an SMS: ${said}`)
}
