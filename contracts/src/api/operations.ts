import * as z from 'zod/mini'
import { call } from './call.ts'
import { line } from './fields.ts'

const admins = ['admin'] as const

/** A message that a service gave up on, and those of the same key behind it. No personal data stands in it. */
const parked = z.object({
  id: z.string(),
  topic: z.string(),
  group: z.string(),
  key: z.string(),
  type: z.string(),
  reason: z.string(),
  parkedAt: z.string(),
})
export type Parked = z.infer<typeof parked>

export const operations = {
  /** Oldest first. */
  parked: call(admins)
    .route({ method: 'GET', path: '/admin/parked', tags: ['operations'] })
    .output(z.array(parked)),
  /** Gives the parked messages of one key back, in order. */
  replay: call(admins)
    .route({ method: 'POST', path: '/admin/parked/replay', tags: ['operations'] })
    .input(z.object({ topic: line('Topic'), group: line('Group'), key: line('Key', 200) }))
    .output(z.object({ replayed: z.number() })),
}
