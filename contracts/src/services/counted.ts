import * as z from 'zod/mini'

/**
 * How many rows there are in all. `more`: so many were counted, and there are more of them. It is optional, so that a
 * service and a bff of two releases understand each other.
 */
export const counted = { total: z.number(), more: z.optional(z.boolean()) }
