/** What is recorded of who did what, apart from the history of the things themselves: stored under these names. */
export const securityEventKinds = [
  'sign-in',
  'sign-in-refused',
  'refused',
  'limit',
  'admin-act',
  'export',
  'personal-data',
] as const
export type SecurityEventKind = (typeof securityEventKinds)[number]
