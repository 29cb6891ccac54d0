/**
 * How a parcel's cash on delivery was taken: by a prompt, by a payment to the till, in cash, or without an explanation
 * (an admin set the status).
 */
export const takenHows = ['prompt', 'till', 'cash', 'unexplained'] as const
export type TakenHow = (typeof takenHows)[number]

/**
 * How a parcel is paid that an agent takes in for a customer at the counter: beforehand in cash, by a prompt or by a
 * payment to the till, or by its receiver.
 */
export const counterHows = ['cash', 'on_delivery', 'prompt', 'till'] as const
export type CounterHow = (typeof counterHows)[number]

/** The agent's choices at the counter; `not_paid` leaves the parcel where it is. */
export const takenWords = ['prompt', 'till', 'cash', 'not_paid'] as const
export type TakenWord = (typeof takenWords)[number]
