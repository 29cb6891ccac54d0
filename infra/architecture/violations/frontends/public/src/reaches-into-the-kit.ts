// trips: workspaces-meet-at-their-exports
import { button } from '../../kit/src/ui/index.ts'

export const page = button
