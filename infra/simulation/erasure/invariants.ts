import type { Left } from '../invariants.ts'
import type { Leaver } from '../ledger.ts'
import { begunAs, getParcels, isDeleted, selectOnly, toLives } from '../parcel-lives.ts'
import type { Carried } from '../people/carriers.ts'
import { toKeys } from './left-of-people.ts'

/** An SMS that was rendered when its reader was erased may still leave, but none may be tried again later. */
const underWayMs = 5000
/** The digits that all forms of a phone end with, as rows and messages may show any form. */
const digitsOf = ({ phone }: Leaver): string => phone.slice(3)

const isNamedIn = (text: string, leaver: Leaver): boolean => {
  const words = text.toLowerCase()
  return words.includes(leaver.name.toLowerCase()) || words.replaceAll(' ', '').includes(digitsOf(leaver))
}

/** The moment of the erasure, by the machine's clock; null if they are not erased. */
const erasedAt = (leaver: Leaver, { facts, people: { erasures } }: Left): number | null => {
  const { accountId, phoneKey, parcels } = leaver
  if (leaver.erasedAt !== null) return leaver.erasedAt
  const keys =
    accountId === null ? parcels.map(({ trackingId, role }) => `${trackingId}:${role}`) : [`account:${accountId}`]
  const noted = erasures.findLast(({ service, personId }) => service === 'delivery' && keys.includes(personId))
  if (accountId !== null) return noted?.at ?? null
  const isOver = selectOnly(facts.events, 'PhoneErased').some(({ data }) => data.key === phoneKey)
  return isOver ? (noted?.at ?? 0) : null
}

/** All erased people, each with the moment. */
const erasedIn = (left: Left): { readonly leaver: Leaver; readonly at: number }[] =>
  left.ledger.leavers.flatMap((leaver) => {
    const at = leaver.hasLeft ? erasedAt(leaver, left) : null
    return at === null ? [] : [{ leaver, at }]
  })

/** Payment keeps the payee's phone with the payout or refund, and tells it once that money was sent, also after an erasure. */
const messagesOfMoney = ({ facts }: Left): ReadonlySet<string> =>
  new Set(
    selectOnly(facts.events, 'MessageComposed')
      .filter(({ data }) => data.template === 'paidOut' || data.template === 'refunded')
      .map(({ stream }) => stream.slice('message-'.length)),
  )

const isAbout = (message: Carried, leaver: Leaver): boolean =>
  isNamedIn(message.to, leaver) || isNamedIn(message.text, leaver)

/**
 * Invariants of erased people and their photos, checked when all has settled, after more was done with their parcels.
 */
export const erasureInvariants: Readonly<Record<string, (left: Left) => string[]>> = {
  'who has left is erased once nothing of theirs is under way or owed': (left) =>
    left.ledger.leavers
      .filter((leaver) => leaver.hasLeft && !leaver.isUnderWay && erasedAt(leaver, left) === null)
      .filter(({ phoneKey }) => phoneKey === null || !left.people.owedPhones.has(phoneKey))
      .map(({ name }) => `${name} is not erased`),

  'who is erased is in no row': (left) => {
    const erased = erasedIn(left)
    return [...left.people.rows].flatMap(([view, rows]) =>
      erased.flatMap(({ leaver }) => {
        const row = rows.find((one) => isNamedIn(one, leaver))
        return row ? [`${view} still tells of ${leaver.name}: ${row.slice(0, 300)}`] : []
      }),
    )
  },

  'what is sealed of who is erased opens no more': (left) =>
    erasedIn(left).flatMap(({ leaver }) =>
      toKeys(leaver, left.facts)
        .filter((one) => left.people.keysLeft.has(one))
        .map((one) => `the key of ${one} is still there, and ${leaver.name} is erased`),
    ),

  'no message tells of who is erased': (left) => {
    const ofMoney = messagesOfMoney(left)
    return erasedIn(left).flatMap(({ leaver, at }) =>
      left.carried
        .filter(({ messageId, leftAt }) => leftAt > at + underWayMs && !ofMoney.has(messageId))
        .filter((message) => isAbout(message, leaver))
        .map(({ messageId, text }) => `${messageId} told of ${leaver.name} after they were erased: ${text}`),
    )
  },

  'photos stay as they were taken, and go with the people whose parcel they show': (left) => {
    const erased = erasedIn(left)
    const lives = getParcels(left.facts).flatMap(toLives)
    return left.ledger.photos.flatMap(({ deliveryId, trackingId, base64, ids, at }) => {
      const life = lives.find((one) => begunAs(one).trackingId === trackingId) ?? []
      const shown = ids.map((id) => left.people.photos.get(id))
      const isErased = erased.some(
        ({ leaver, at: since }) => at < since && leaver.parcels.some((parcel) => parcel.trackingId === trackingId),
      )
      if (isErased) return shown.some((one) => one !== null) ? [`a photo of ${deliveryId} is still shown`] : []
      return isDeleted(life) || shown.includes(base64) ? [] : [`a photo of ${deliveryId} is not shown any more`]
    })
  },

  'no one else is erased': ({ facts, ledger }) => {
    const theirs = new Set(
      ledger.leavers.flatMap(({ parcels }) => parcels.map(({ deliveryId, role }) => `${deliveryId} ${role}`)),
    )
    const erasedTypes: Readonly<Record<string, string>> = { SenderErased: 'sender', ReceiverErased: 'receiver' }
    return facts.events
      .filter(({ type, data }) => type in erasedTypes && !theirs.has(`${data.deliveryId} ${erasedTypes[type]}`))
      .map(({ type, data }) => `${type} of ${data.deliveryId}, whose people have not left`)
  },
}
