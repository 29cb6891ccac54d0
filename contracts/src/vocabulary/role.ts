/** `user` is a client who sends parcels. */
export const roles = ['user', 'agent', 'admin'] as const
export type Role = (typeof roles)[number]

/** Where a signed-in person's area begins. */
export const getHome = (role: Role): string => ({ user: '/Client', agent: '/Agent', admin: '/Admin' })[role]

/** The page where they see and change their profile. */
export const getProfile = (role: Role): string => `${getHome(role)}/profile`
