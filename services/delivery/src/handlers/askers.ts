import type { Actor } from '@tuma/contracts/services'
import type { Asker } from '../domain/asker.ts'

export const toAsker = (actor: Actor): Asker => {
  switch (actor.kind) {
    case 'user':
      return { userId: actor.userId, role: actor.role, shop: actor.shop }
    case 'visitor':
      return { userId: null, role: null, shop: null }
    case 'system':
      return { userId: null, role: 'system', shop: null }
  }
}
