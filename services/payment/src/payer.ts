import type { Actor } from '@tuma/contracts/services'
import { sameWords } from '@tuma/contracts/vocabulary'
import type { KeyedHash } from '@tuma/platform/event-sourcing'
import type { Shown } from './domain/payment.ts'

/** What whoever pays, or asks for a payment, shows for being its payer: account, visitor cookie, name and network. */
export const shownBy = (actor: Actor, senderName: string, hash: KeyedHash): Shown => {
  const ofCookie = (visitorId: string) => `visitor:${hash('visitor', visitorId)}`
  switch (actor.kind) {
    case 'user': {
      const { userId, visitorId } = actor
      const keys = visitorId === undefined ? [`user:${userId}`] : [`user:${userId}`, ofCookie(visitorId)]
      return { keys, nameKey: null, formerNameKey: null }
    }
    case 'system':
      return { keys: [`system:${actor.name}`], nameKey: null, formerNameKey: null }
    case 'visitor': {
      const { visitorId, network } = actor
      const name = sameWords(senderName)
      return {
        keys: visitorId === null ? [] : [ofCookie(visitorId)],
        nameKey: network === undefined ? null : `name:${hash('name and network', [name, network])}`,
        formerNameKey: `name:${hash('name', name)}`,
      }
    }
  }
}
