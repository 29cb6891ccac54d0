// trips: workspaces-meet-at-their-exports
import { days } from '../../../contracts/src/vocabulary/index.ts'

export const delivery = days
