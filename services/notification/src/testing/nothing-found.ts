/** A service whose daily audit found nothing. */
export const nothingFound = { audited: async () => ({ lastPass: null, findings: [] }) }
