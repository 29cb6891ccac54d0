/**
 * Settings for tests. The demonstration's parcels have waited at their shops for days; these settings send no reminder
 * about them while a test runs. Without them a reminder would depend on the hour, because reminders go out by day in
 * Nairobi only.
 */
export const noWaiting = { WAIT_REMIND_DAYS: '97', WAIT_ASK_DAY: '98', WAIT_BACK_DAY: '99' } as const
