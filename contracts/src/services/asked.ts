import * as z from 'zod/mini'
import { languages, roles } from '../vocabulary/index.ts'

export const shop = z.object({ location: z.string(), address: z.string() })

/** Who stands behind a command or a question. Role and shop are as identity has them at this moment. */
export const actor = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('user'),
    userId: z.string(),
    username: z.string(),
    role: z.enum(roles),
    shop: z.nullable(shop),
    /** Their browser's visitor cookie, if it has one: what they paid before they logged in is theirs. */
    visitorId: z.optional(z.string()),
  }),
  /**
   * Nobody in particular; `visitorId` is the visitor cookie's, if there was one or one goes out with the answer.
   * `network`: where they ask from, of those alone who bring no cookie and show no sign of a browser, which may keep
   * none.
   */
  z.object({ kind: z.literal('visitor'), visitorId: z.nullable(z.string()), network: z.optional(z.string()) }),
  z.object({ kind: z.literal('system'), name: z.string() }),
])
export type Actor = z.infer<typeof actor>

/** Of an actor who is signed in, what says what they may see. */
export const viewer = z.object({ userId: z.string(), role: z.enum(roles), shop: z.nullable(shop) })
export type Viewer = z.infer<typeof viewer>

/**
 * Comes with every command. The same `commandId` again adds nothing and is answered from the stream; with another
 * `requestHash` it is refused (`key_reused`).
 */
export const asked = z.object({
  actor,
  commandId: z.string(),
  requestHash: z.optional(z.string()),
  correlationId: z.string(),
  /** Where the request came from: IPv4, or the first half of IPv6. For limits and the record of security events only. */
  network: z.optional(z.string()),
  /** What whoever asks reads; missing where nobody has said. */
  language: z.optional(z.enum(languages)),
  /** 'seed' for the demonstration network: nobody is sent a message. `at` then says when it happened. */
  origin: z.optional(z.enum(['seed'])),
  at: z.optional(z.string()),
})
export type Asked = z.infer<typeof asked>

/** One word for who asks, the same whenever they ask: what commands and payments are told apart by. */
export const nameOfActor = (actor: Actor): string => {
  switch (actor.kind) {
    case 'user':
      return `user ${actor.userId}`
    case 'visitor':
      return `visitor ${actor.visitorId ?? ''}`
    case 'system':
      return `system ${actor.name}`
  }
}

/** What metadata keeps of an actor: no username, and nothing that opens a visitor's doors. */
export const getTrace = (actor: Actor) => {
  switch (actor.kind) {
    case 'user':
      return { kind: actor.kind, userId: actor.userId, role: actor.role }
    case 'visitor':
      return { kind: actor.kind }
    case 'system':
      return actor
  }
}
