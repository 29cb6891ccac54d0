/** Why the office deletes a parcel. */
export const deletionReasons = ['sent_twice', 'not_brought', 'asked_by_sender', 'test', 'other'] as const
export type DeletionReason = (typeof deletionReasons)[number]

/** Characters of the free text beside it. */
export const maxDeletionNote = 200
