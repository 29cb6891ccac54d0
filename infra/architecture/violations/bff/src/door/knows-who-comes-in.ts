// trips: bff-rooms-do-not-know-each-other
import { found } from '../calls/deliveries.ts'

export const letIn = found
