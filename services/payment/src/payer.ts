import type { Actor } from '@tuma/contracts/services'
import { sameWords } from '@tuma/contracts/vocabulary'
import type { KeyedHash } from '@tuma/platform/event-sourcing'
import type { Payer } from './domain/payment.ts'

/** Whose payment it is, or who asks for one: the account, else the visitor cookie, else the sender's name. */
export const payerOf = (actor: Actor, senderName: string, hash: KeyedHash): Payer => {
  switch (actor.kind) {
    case 'user':
      return { key: `user:${actor.userId}`, nameKey: null, cookieless: false }
    case 'system':
      return { key: `system:${actor.name}`, nameKey: null, cookieless: false }
    case 'visitor': {
      const { visitorId, isNew } = actor
      return {
        key: visitorId === null ? null : `visitor:${hash('visitor', visitorId)}`,
        nameKey: `name:${hash('name', sameWords(senderName))}`,
        cookieless: visitorId === null || isNew === true,
      }
    }
  }
}
