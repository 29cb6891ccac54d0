import * as z from 'zod/mini'
import { line } from './fields.ts'

/** What was paid to the till, as its payer shows it at the counter. */
export const tillReceipt = z.object({
  receipt: line('Receipt number', 20).check(
    z.regex(/^\s*[A-Za-z]([A-Za-z0-9]\s*){9}$/, 'That is not an M-Pesa receipt number.'),
  ),
  /** A word of the payer's name, or their phone or its end. */
  payer: line("Payer's name or phone", 80),
})
