import type { Actor, DeliveryClient } from '@tuma/contracts/services'
import { deliveryTypes } from '@tuma/contracts/vocabulary'
import { getDetail } from './tracked.ts'

const pageSize = 500

/** All parcels that an account has sent, of both kinds, newest first, as the viewer may see them. */
export const sentBy = async (
  delivery: Pick<DeliveryClient, 'owned'>,
  viewer: Actor,
  ownerId: string,
): Promise<ReturnType<typeof getDetail>[]> => {
  const sent: ReturnType<typeof getDetail>[] = []
  for (const deliveryType of deliveryTypes) {
    let cursor: string | null = null
    do {
      const page: Awaited<ReturnType<DeliveryClient['owned']>> = await delivery.owned({
        ...{ viewer, ownerId, deliveryType },
        ...{ limit: pageSize, cursor },
      })
      sent.push(...page.rows.map(getDetail))
      cursor = page.next
    } while (cursor !== null)
  }
  return sent
}
