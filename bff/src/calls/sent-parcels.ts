import type { Actor, DeliveryClient, DeliveryRecord } from '@tuma/contracts/services'
import { deliveryTypes } from '@tuma/contracts/vocabulary'

const pageSize = 500

/** All that an account has sent, of both kinds, newest first; as the viewer sees it. */
export const sentBy = async (
  delivery: Pick<DeliveryClient, 'owned'>,
  viewer: Actor,
  ownerId: string,
): Promise<DeliveryRecord[]> => {
  const sent: DeliveryRecord[] = []
  for (const deliveryType of deliveryTypes) {
    let cursor: string | null = null
    do {
      const page: Awaited<ReturnType<DeliveryClient['owned']>> = await delivery.owned({
        ...{ viewer, ownerId, deliveryType },
        ...{ limit: pageSize, cursor },
      })
      sent.push(...page.rows)
      cursor = page.next
    } while (cursor !== null)
  }
  return sent
}
