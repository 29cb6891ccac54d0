/** Points, counts and parcels follow what others do: whoever opens the dashboard sees them as they are now. */
export const asOpened = { refetchOnMount: 'always' } as const
