import type { Streams } from '@tuma/platform/event-sourcing'

type Keys = Pick<Streams<never>['keys'], 'isDestroyed'>

/**
 * Whose key seals what an admin writes about a parcel: it may name its people. Once one of them is erased that key is gone for
 * good, and what is written from then on has the next one.
 */
export const readNotePerson = async (keys: Keys, deliveryId: string): Promise<string> => {
  for (let erased = 0; ; erased += 1) {
    const personId = erased === 0 ? deliveryId : `${deliveryId}:note:${erased}`
    if (!(await keys.isDestroyed(personId))) return personId
  }
}
