import type { EndState } from '../invariants.ts'
import type { ErasedPerson } from '../ledger.ts'
import { getParcels, getRequestData, isCancelled, isDeleted, selectOnly, toHistories } from '../parcel-histories.ts'
import type { SentMessage } from '../people/message-providers.ts'
import { toKeys } from './remaining-personal-data.ts'

/** An SMS that was rendered when its reader was erased may still leave, but none may be tried again later. */
const underWayMs = 5000
/** The digits that all forms of a phone end with, as rows and messages may show any form. */
const digitsOf = ({ phone }: ErasedPerson): string => phone.slice(3)

const isNamedIn = (text: string, erasedPerson: ErasedPerson): boolean => {
  const words = text.toLowerCase()
  return words.includes(erasedPerson.name.toLowerCase()) || words.replaceAll(' ', '').includes(digitsOf(erasedPerson))
}

/** The moment of the erasure, by the machine's clock; null if they are not erased. */
const erasedAt = (erasedPerson: ErasedPerson, { facts, people: { erasures } }: EndState): number | null => {
  const { accountId, phoneKey, parcels } = erasedPerson
  if (erasedPerson.erasedAt !== null) return erasedPerson.erasedAt
  const keys =
    accountId === null ? parcels.map(({ trackingId, role }) => `${trackingId}:${role}`) : [`account:${accountId}`]
  const noted = erasures.findLast(({ service, personId }) => service === 'delivery' && keys.includes(personId))
  if (accountId !== null) return noted?.at ?? null
  const isOver = selectOnly(facts.events, 'PhoneErased').some(({ data }) => data.key === phoneKey)
  return isOver ? (noted?.at ?? 0) : null
}

/** All erased people, each with the moment. */
const getErased = (end: EndState): { readonly erasedPerson: ErasedPerson; readonly at: number }[] =>
  end.ledger.erasedPeople.flatMap((erasedPerson) => {
    const at = erasedPerson.isErasureAsked ? erasedAt(erasedPerson, end) : null
    return at === null ? [] : [{ erasedPerson, at }]
  })

/** Payment keeps the payee's phone with the payout or refund, and tells it once that money was sent, also after an erasure. */
const messagesOfMoney = ({ facts }: EndState): ReadonlySet<string> =>
  new Set(
    selectOnly(facts.events, 'MessageComposed')
      .filter(({ data }) => data.template === 'paidOut' || data.template === 'refunded')
      .map(({ stream }) => stream.slice('message-'.length)),
  )

const isAbout = (message: SentMessage, erasedPerson: ErasedPerson): boolean =>
  isNamedIn(message.to, erasedPerson) || isNamedIn(message.text, erasedPerson)

/**
 * Invariants of erased people and their photos, checked when all has settled, after more was done with their parcels.
 */
export const erasureInvariants: Readonly<Record<string, (end: EndState) => string[]>> = {
  'who has left is erased once nothing of theirs is under way or owed': (end) =>
    end.ledger.erasedPeople
      .filter(
        (erasedPerson) =>
          erasedPerson.isErasureAsked && !erasedPerson.isUnderWay && erasedAt(erasedPerson, end) === null,
      )
      .filter(({ phoneKey }) => phoneKey === null || !end.people.owedPhones.has(phoneKey))
      .map(({ name }) => `${name} is not erased`),

  'who is erased is in no row': (end) => {
    const erased = getErased(end)
    return [...end.people.rows].flatMap(([view, rows]) =>
      erased.flatMap(({ erasedPerson }) => {
        const row = rows.find((one) => isNamedIn(one, erasedPerson))
        return row ? [`${view} still tells of ${erasedPerson.name}: ${row.slice(0, 300)}`] : []
      }),
    )
  },

  'what is sealed of who is erased opens no more': (end) =>
    getErased(end).flatMap(({ erasedPerson }) =>
      toKeys(erasedPerson, end.facts)
        .filter((one) => end.people.keysLeft.has(one))
        .map((one) => `the key of ${one} is still there, and ${erasedPerson.name} is erased`),
    ),

  'no message tells of who is erased': (end) => {
    const ofMoney = messagesOfMoney(end)
    return getErased(end).flatMap(({ erasedPerson, at }) =>
      end.sentMessages
        .filter(({ messageId, leftAt }) => leftAt > at + underWayMs && !ofMoney.has(messageId))
        .filter((message) => isAbout(message, erasedPerson))
        .map(({ messageId, text }) => `${messageId} told of ${erasedPerson.name} after they were erased: ${text}`),
    )
  },

  'photos stay as they were taken, and go with the people whose parcel they show': (end) => {
    const erased = getErased(end)
    const histories = getParcels(end.facts).flatMap(toHistories)
    return end.ledger.photos.flatMap(({ deliveryId, trackingId, base64, ids, at }) => {
      const history = histories.find((one) => getRequestData(one).trackingId === trackingId) ?? []
      const shown = ids.map((id) => end.people.photos.get(id))
      const isErased = erased.some(
        ({ erasedPerson, at: since }) =>
          at < since && erasedPerson.parcels.some((parcel) => parcel.trackingId === trackingId),
      )
      if (isErased) return shown.some((one) => one !== null) ? [`a photo of ${deliveryId} is still shown`] : []
      const isHidden = isDeleted(history) || isCancelled(history)
      return isHidden || shown.includes(base64) ? [] : [`a photo of ${deliveryId} is not shown any more`]
    })
  },

  'no one else is erased': ({ facts, ledger }) => {
    const theirs = new Set(
      ledger.erasedPeople.flatMap(({ parcels }) => parcels.map(({ deliveryId, role }) => `${deliveryId} ${role}`)),
    )
    const erasedTypes: Readonly<Record<string, string>> = { SenderErased: 'sender', ReceiverErased: 'receiver' }
    return facts.events
      .filter(({ type, data }) => type in erasedTypes && !theirs.has(`${data.deliveryId} ${erasedTypes[type]}`))
      .map(({ type, data }) => `${type} of ${data.deliveryId}, whose people have not left`)
  },
}
