import * as z from 'zod/mini'
import { languages, roles } from '../vocabulary/index.ts'

export const shop = z.object({ location: z.string(), address: z.string() })

/** The person or process behind a command or a question. Role and shop are the current ones in identity. */
export const actor = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('user'),
    userId: z.string(),
    username: z.string(),
    role: z.enum(roles),
    shop: z.nullable(shop),
    /** The browser's visitor cookie, if it has one: what they paid before they logged in is theirs. */
    visitorId: z.optional(z.string()),
  }),
  /**
   * A caller without a session. `visitorId` is from the visitor cookie, if the call had one or gets one with the
   * answer. `network`: their address, only for callers who send no cookie and no sign of a browser, because these may
   * keep no cookie.
   */
  z.object({ kind: z.literal('visitor'), visitorId: z.nullable(z.string()), network: z.optional(z.string()) }),
  z.object({ kind: z.literal('system'), name: z.string() }),
])
export type Actor = z.infer<typeof actor>

/** The part of a signed-in actor that decides what they may see. */
export const viewer = z.object({ userId: z.string(), role: z.enum(roles), shop: z.nullable(shop) })
export type Viewer = z.infer<typeof viewer>

/**
 * Part of every command. The same `commandId` again adds nothing and is answered from the stream; with another
 * `requestHash` it is refused (`key_reused`).
 */
export const commandContext = z.object({
  actor,
  commandId: z.string(),
  requestHash: z.optional(z.string()),
  correlationId: z.string(),
  /** Where the request came from: IPv4, or the first half of IPv6. For limits and the record of security events only. */
  network: z.optional(z.string()),
  /** The caller's language; missing when it is unknown. */
  language: z.optional(z.enum(languages)),
  /** 'seed' for the demonstration network: no message is sent. `at` then says when it happened. */
  origin: z.optional(z.enum(['seed'])),
  at: z.optional(z.string()),
})
export type CommandContext = z.infer<typeof commandContext>

/** A name for the actor that is the same on each call; commands and payments are told apart by it. */
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

/** The part of an actor that metadata keeps: no username, and no visitor id, because that opens the visitor's data. */
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
