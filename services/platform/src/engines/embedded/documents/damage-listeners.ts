import type { Damage } from '../../../ports/document-store.ts'
import { getFilled } from './collection-table.ts'

/**
 * Damage that is met before the service listens is told when it does. None is told of a collection that is filled beside
 * another one: no list reads it, and its filling meets the damage itself.
 */
export const openDamageListeners = () => {
  const listeners: ((damage: Damage) => void)[] = []
  const untold: Damage[] = []
  return {
    tell(damage: Damage): void {
      if (getFilled(damage.collection) !== damage.collection) return
      if (listeners.length === 0) untold.push(damage)
      for (const heard of listeners) heard(damage)
    },
    onDamage(heard: (damage: Damage) => void): void {
      listeners.push(heard)
      for (const damage of untold.splice(0)) heard(damage)
    },
  }
}
