/** The one screen about oneself that all areas have. */
export { Profile } from './profile.tsx'
