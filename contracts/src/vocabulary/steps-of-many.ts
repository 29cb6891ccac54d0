/** Steps that many parcels can take at once; pickers are entered one by one. */
export const stepsOfMany = ['drop', 'assignRider', 'putInTransit', 'markDelivered', 'confirmReceipt'] as const
export type StepOfMany = (typeof stepsOfMany)[number]
