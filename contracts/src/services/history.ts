import * as z from 'zod/mini'

export const by = z.object({ kind: z.string(), role: z.nullable(z.string()), id: z.nullable(z.string()) })

/** Everything that happened to one thing, oldest first, for admins to read; null where there never was one. */
export const history = z.nullable(
  z.array(
    z.object({
      at: z.string(),
      type: z.string(),
      by,
      correlationId: z.string(),
      details: z.record(z.string(), z.string()),
    }),
  ),
)

/** As `traceOf` has left it. */
const trace = z.object({
  kind: z.string(),
  role: z.optional(z.string()),
  userId: z.optional(z.string()),
  name: z.optional(z.string()),
})

/** Who did it. @param actor of an event's metadata; a visitor is nobody in particular */
export const whoDid = (actor: unknown): z.infer<typeof by> => {
  const { kind, role = null, userId, name } = z.parse(trace, actor)
  return { kind, role, id: userId ?? name ?? null }
}
