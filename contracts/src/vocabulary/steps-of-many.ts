/** What a press takes many parcels through: a picker is written down one by one. */
export const stepsOfMany = ['drop', 'assignRider', 'putInTransit', 'markDelivered', 'confirmReceipt'] as const
export type StepOfMany = (typeof stepsOfMany)[number]
