import type { DeliveryType, EatDay, Shillings, Shop } from '@tuma/contracts/vocabulary'
import type { Decider, DomainEvent } from '@tuma/platform/domain'

/** One delivery as the books see it. */
export type SaleEvent =
  | DomainEvent<
      'DeliveryCounted',
      {
        readonly deliveryType: DeliveryType
        readonly day: EatDay
        /** Where it is handed in; missing: nobody said so. */
        readonly shop?: Shop | undefined
      }
    >
  | DomainEvent<
      'FeeTaken',
      {
        readonly deliveryType: DeliveryType
        readonly fee: Shillings
        readonly day: EatDay
        /** As of the delivery that was counted; missing: it was not, or nobody said so. */
        readonly shop?: Shop | undefined
      }
    >

export type SaleCommand =
  | {
      readonly type: 'CountDelivery'
      readonly deliveryType: DeliveryType
      readonly day: EatDay
      readonly shop: Shop | null
    }
  | { readonly type: 'TakeFee'; readonly deliveryType: DeliveryType; readonly fee: Shillings; readonly day: EatDay }

export type Sale = { readonly counted: boolean; readonly feeTaken: boolean; readonly shop: Shop | null }

export const saleStream = (deliveryId: string): string => `sale-${deliveryId}`

/** A delivery counts once and its fee is taken once, however often and in whatever order we hear of them. */
export const sale: Decider<Sale, SaleCommand, SaleEvent> = {
  initialState: { counted: false, feeTaken: false, shop: null },
  decide: (command, { counted, feeTaken, shop }) => {
    const { deliveryType, day } = command
    switch (command.type) {
      case 'CountDelivery':
        return counted ? [] : [{ type: 'DeliveryCounted', data: { deliveryType, day, ...at(command.shop) } }]
      case 'TakeFee':
        return feeTaken ? [] : [{ type: 'FeeTaken', data: { deliveryType, fee: command.fee, day, ...at(shop) } }]
    }
  },
  evolve: (state, { type, data }) => {
    switch (type) {
      case 'DeliveryCounted':
        return { ...state, counted: true, shop: data.shop ?? null }
      case 'FeeTaken':
        return { ...state, feeTaken: true }
    }
  },
}

const at = (shop: Shop | null) => (shop ? { shop } : {})
