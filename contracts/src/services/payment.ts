import { oc } from '@orpc/contract'
import * as z from 'zod/mini'
import { type MpesaRefusal, mpesaRefusals } from '../vocabulary/index.ts'
import { actor, asked } from './asked.ts'
import { behindCalls } from './behind.ts'
import { parkedCalls } from './parked.ts'

const refusalCodes = Object.keys(mpesaRefusals) as [MpesaRefusal, ...MpesaRefusal[]]

/** Internal contract of payment. Money is whole shillings. */
export const paymentContract = {
  /** Reads a pasted M-Pesa message and, when it is a fresh payment to our till, records whose it is. */
  verify: oc
    .input(z.object({ asked, reference: z.string(), senderName: z.string(), message: z.string() }))
    .output(
      z.discriminatedUnion('success', [
        z.object({ success: z.literal(true), amount: z.number(), sentence: z.string() }),
        z.object({ success: z.literal(false), code: z.enum(refusalCodes) }),
      ]),
    ),
  /**
   * "Is this reference paid, by this payer?" The payer is the signed-in user or the visitor cookie, both where both
   * come; else (paid by a program without cookies) the same sender name from the same network. `paymentId` is a keyed
   * hash of the M-Pesa code.
   */
  find: oc.input(z.object({ actor, reference: z.string(), senderName: z.string() })).output(
    z.nullable(
      z.object({
        paymentId: z.string(),
        amount: z.number(),
        paidAt: z.string(),
        claimedAt: z.string(),
        usedBy: z.nullable(z.string()),
      }),
    ),
  ),
  /** What somebody has claimed under their account, and under their browser's cookie, newest first; the sender's name as typed. */
  ofPayer: oc.input(z.object({ actor })).output(
    z.array(
      z.object({
        reference: z.string(),
        senderName: z.string(),
        sentence: z.string(),
        amount: z.number(),
        paidAt: z.string(),
        claimedAt: z.string(),
      }),
    ),
  ),
  /**
   * The sentence rebuilt from what is kept of each payment's message, and who said that they paid, as typed (missing from a
   * payment of before 2026-11-23); unknown ids are left out.
   */
  sentences: oc
    .input(z.object({ paymentIds: z.array(z.string()) }))
    .output(z.array(z.object({ paymentId: z.string(), sentence: z.string(), senderName: z.optional(z.string()) }))),
  /**
   * What M-Pesa would send for a payment to our till, for demonstrations: a message like any that people can type.
   * Amount in whole shillings; `at` an ISO instant, years 2006 to 2031; the same `seed` gives the same code.
   */
  sampleMessage: oc
    .input(z.object({ amount: z.number(), at: z.string(), seed: z.string() }))
    .output(z.object({ message: z.string() })),
  ...parkedCalls,
  ...behindCalls,
}
