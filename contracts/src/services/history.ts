import * as z from 'zod/mini'
import { historyEntry } from '../api/admin-deliveries.ts'

export const by = z.omit(historyEntry.shape.by, { name: true })

/** Every event of one entity, oldest first, for admins to read; null when it never existed. */
export const history = z.nullable(z.array(z.extend(historyEntry, { by })))

/** As `getTrace` writes it. */
const trace = z.object({
  kind: z.string(),
  role: z.optional(z.string()),
  userId: z.optional(z.string()),
  name: z.optional(z.string()),
})

/**
 * Who did it.
 * @param actor of an event's metadata; a visitor has no id and no name
 */
export const whoDid = (actor: unknown): z.infer<typeof by> => {
  const { kind, role = null, userId, name } = z.parse(trace, actor)
  return { kind, role, id: userId ?? name ?? null }
}
