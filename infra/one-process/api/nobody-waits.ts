/**
 * Settings for tests. The demonstration's parcels have lain at their shops for days: by them nothing is done about that
 * while a test looks, whatever the hour (by day in Nairobi alone is anybody reminded).
 */
export const nobodyWaits = { WAIT_REMIND_DAYS: '97', WAIT_ASK_DAY: '98', WAIT_BACK_DAY: '99' } as const
