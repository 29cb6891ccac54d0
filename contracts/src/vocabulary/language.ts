/** What our people read: English, Swahili. */
export const languages = ['en', 'sw'] as const
export type Language = (typeof languages)[number]
