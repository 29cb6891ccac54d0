import type { DeliveryType, EatDay, Shillings } from '@tuma/contracts/vocabulary'
import type { Decider, DomainEvent } from '@tuma/platform/domain'

/** One delivery as the books see it. */
export type SaleEvent =
  | DomainEvent<'DeliveryCounted', { readonly deliveryType: DeliveryType; readonly day: EatDay }>
  | DomainEvent<'FeeTaken', { readonly deliveryType: DeliveryType; readonly fee: Shillings; readonly day: EatDay }>

export type SaleCommand =
  | { readonly type: 'CountDelivery'; readonly deliveryType: DeliveryType; readonly day: EatDay }
  | { readonly type: 'TakeFee'; readonly deliveryType: DeliveryType; readonly fee: Shillings; readonly day: EatDay }

export type Sale = { readonly counted: boolean; readonly feeTaken: boolean }

export const saleStream = (deliveryId: string): string => `sale-${deliveryId}`

/** A delivery counts once and its fee is taken once, however often and in whatever order we hear of them. */
export const sale: Decider<Sale, SaleCommand, SaleEvent> = {
  initialState: { counted: false, feeTaken: false },
  decide: (command, { counted, feeTaken }) => {
    const { deliveryType, day } = command
    switch (command.type) {
      case 'CountDelivery':
        return counted ? [] : [{ type: 'DeliveryCounted', data: { deliveryType, day } }]
      case 'TakeFee':
        return feeTaken ? [] : [{ type: 'FeeTaken', data: { deliveryType, fee: command.fee, day } }]
    }
  },
  evolve: (state, { type }) => {
    switch (type) {
      case 'DeliveryCounted':
        return { ...state, counted: true }
      case 'FeeTaken':
        return { ...state, feeTaken: true }
    }
  },
}
