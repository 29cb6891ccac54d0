import { createHash } from 'node:crypto'
import type { Actor, CommandContext } from '@tuma/contracts/services'
import { normalisePhone, sameWords, wordsOf } from '@tuma/contracts/vocabulary'
import { type EventMetadata, type KeyedHash, metadataFrom } from '@tuma/platform/event-sourcing'
import type { OurTill } from './domain/message/read-pasted.ts'
import type { Payer, PayerProof, Shown } from './domain/payment.ts'

/**
 * What a caller who pays, or asks for a payment, shows for being its payer: account, visitor cookie, name and network.
 */
export const shownBy = (actor: Actor, senderName: string, hash: KeyedHash): Shown => {
  const ofCookie = (visitorId: string) => `visitor:${hash('visitor', visitorId)}`
  switch (actor.kind) {
    case 'user': {
      const { userId, visitorId } = actor
      const keys = visitorId === undefined ? [accountKey(userId)] : [accountKey(userId), ofCookie(visitorId)]
      return { keys, nameKey: null }
    }
    case 'system':
      return { keys: [`system:${actor.name}`], nameKey: null }
    case 'visitor': {
      const { visitorId, network } = actor
      const name = sameWords(senderName)
      return {
        keys: visitorId === null ? [] : [ofCookie(visitorId)],
        nameKey: network === undefined ? null : `name:${hash('name and network', [name, network])}`,
      }
    }
  }
}

export const accountKey = (userId: string): string => `user:${userId}`

/** The keys by which a payment is looked for, the surest first. */
export const toKeys = ({ keys, nameKey }: Shown) => [
  ...keys.map((key) => ({ field: 'payerKey', key })),
  ...(nameKey === null ? [] : [{ field: 'nameKey', key: nameKey }]),
]

/** Short enough for a list of words, long enough that two words do not share one. */
const wordLength = 24

/** Hashes of the words of a name: they can be found and not read. */
export const hashedWords = (name: string, hash: KeyedHash): string[] =>
  wordsOf(name).map((word) => hash('word of a name', word).slice(0, wordLength))

const maxNames = 4
const phoneEndLengths = [2, 3, 4]

/**
 * A hash that `toProof` finds again: of the end of a payer's phone, or of the SHA-256 of the whole phone, where M-Pesa
 * has only that.
 */
export const hashedPhone = (
  { phoneEnd, phoneHash }: { readonly phoneEnd: string | null; readonly phoneHash: string | null },
  hash: KeyedHash,
): string | null => {
  if (phoneEnd !== null) return hash('end of a phone', phoneEnd)
  return phoneHash === null ? null : hash('SHA-256 of a phone', phoneHash)
}

/**
 * What a person gives as proof that they are the payer: names, or a phone or its end. M-Pesa's reports have ends of
 * different lengths. Our own name and numbers are public and are left out; nothing may be left then.
 */
export const toProof = (nameOrPhone: string, hash: KeyedHash, { name: ourName, numbers }: OurTill): PayerProof => {
  const digits = nameOrPhone.replace(/[\s+().\p{Pd}]/gu, '')
  if (numbers.includes(digits)) return { words: [], phoneEnds: [] }
  if (!/^\d+$/.test(digits)) {
    const ours = wordsOf(ourName)
    const names = wordsOf(nameOrPhone).filter((name) => name.length > 1 && !ours.includes(name))
    return { words: hashedWords(names.slice(0, maxNames).join(' '), hash), phoneEnds: [] }
  }
  const ends = phoneEndLengths.filter((length) => length <= digits.length).map((length) => digits.slice(-length))
  const whole = normalisePhone(nameOrPhone)
  const phoneHash = whole === null ? null : createHash('sha256').update(whole).digest('hex')
  const asHashed = hashedPhone({ phoneEnd: null, phoneHash }, hash)
  const phoneEnds = ends.map((end) => hash('end of a phone', end))
  return { words: [], phoneEnds: asHashed === null ? phoneEnds : [...phoneEnds, asHashed] }
}

/**
 * The cookie is recorded only as a hash, so that no visitor can be impersonated with it. A booking's name would be another
 * one each time.
 */
export const metadataOfPayer = (asked: CommandContext, { key }: Payer, now: string): EventMetadata => {
  const { kind } = asked.actor
  return metadataFrom({ ...asked, actor: { kind, id: key, ...(kind === 'system' ? { name: 'bookings' } : {}) } }, now)
}
