// trips: every-import-resolves
import { nothing } from './not-there.ts'

export const payment = nothing
