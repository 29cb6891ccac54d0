/** The one screen about oneself that all areas have, and what agents and admins have beneath it. */
export { Profile } from './profile.tsx'
export { SecondFactor } from './second-factor.tsx'
