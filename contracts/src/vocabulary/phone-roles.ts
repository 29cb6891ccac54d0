/** The roles of a phone in a parcel. */
export const phoneRoles = ['sender', 'receiver', 'picker'] as const
export type PhoneRole = (typeof phoneRoles)[number]
