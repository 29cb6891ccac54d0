/** Kinds of recorded acts, in addition to the history of the entities themselves; stored under these names. */
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
