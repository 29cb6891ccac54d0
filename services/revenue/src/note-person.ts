import type { Streams } from '@tuma/platform/event-sourcing'

type Keys = Pick<Streams<never>['keys'], 'isDestroyed'>

/**
 * The person whose key seals an admin's note about a parcel, because the note may name the people of the parcel. After
 * one of them is erased that key is gone, and newer notes get the next key.
 */
export const readNotePerson = async (keys: Keys, deliveryId: string): Promise<string> => {
  for (let erased = 0; ; erased += 1) {
    const personId = erased === 0 ? deliveryId : `${deliveryId}:note:${erased}`
    if (!(await keys.isDestroyed(personId))) return personId
  }
}
