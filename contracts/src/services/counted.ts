import * as z from 'zod/mini'

/**
 * The number of all rows. `more`: there are more than were counted. Optional, so that a service and a bff of two
 * releases understand each other.
 */
export const counted = { total: z.number(), more: z.optional(z.boolean()) }
