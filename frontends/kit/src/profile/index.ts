/** The profile screen of all areas, and the parts that agents and admins have below it. */
export { Profile } from './profile.tsx'
export { SecondFactor } from './second-factor.tsx'
