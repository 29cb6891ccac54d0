/** What a phone can be in a parcel. */
export const phoneRoles = ['sender', 'receiver', 'picker'] as const
export type PhoneRole = (typeof phoneRoles)[number]
