/** How a parcel's cash on delivery was taken: by a prompt, by a payment to the till, in cash, or nobody has said (an admin set it past). */
export const takenHows = ['prompt', 'till', 'cash', 'unexplained'] as const
export type TakenHow = (typeof takenHows)[number]

/** What an agent may say of it at the counter; `not_paid` leaves the parcel where it is. */
export const takenWords = ['prompt', 'till', 'cash', 'not_paid'] as const
export type TakenWord = (typeof takenWords)[number]
