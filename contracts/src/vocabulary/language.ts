/** The languages of our readers: English, Swahili. */
export const languages = ['en', 'sw'] as const
export type Language = (typeof languages)[number]
