import * as z from 'zod/mini'

const stored = z.object({
  /** The place that this is about, as the setting names it. */
  to: z.string(),
  /** Marks with which the place is ours: that of this process, and for a moment that of the process before. */
  lives: z.array(z.string()),
  /** The log whose commits are in the chain. */
  log: z.string(),
  /** Null before the first copy. */
  chain: z.nullable(z.string()),
  /** Number of the last commit at the place. */
  shipped: z.int(),
  /** Milliseconds since 1970 at which the newest copy was made. */
  copied: z.int(),
  /** The generation of keys at the place. */
  keys: z.int(),
  /** Milliseconds since 1970 at which a key was destroyed that an older generation still has; null when none has it. */
  erased: z.nullable(z.int()),
})
/** Where the shipping has arrived. It is stored with the data, so that a copied folder begins where it was copied. */
export type ShippingState = z.output<typeof stored>

export const newState = (to: string, lives: readonly string[]): ShippingState => ({
  ...{ to, lives: [...lives], log: '', chain: null, shipped: 0, copied: 0, keys: 0, erased: null },
})

/** What is known of another place says nothing of this one. */
export const readState = (text: string | null, to: string): ShippingState => {
  const read = z.safeParse(stored, text === null ? null : JSON.parse(text))
  return read.success && read.data.to === to ? read.data : newState(to, [])
}
