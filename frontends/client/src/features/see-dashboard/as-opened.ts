/** Points, counts and parcels change by what others do, so the dashboard loads them each time it opens. */
export const asOpened = { refetchOnMount: 'always' } as const
