import { type MpesaRefusal, mpesaRefusals } from '@tuma/contracts/vocabulary'

/** What was shown reads well and is yet not taken: no fault, and no refusal of the whole call either. */
export class MessageRefused extends Error {
  override readonly name = 'Refused'
  readonly code: MpesaRefusal
  constructor(code: MpesaRefusal) {
    super(mpesaRefusals[code])
    this.code = code
  }
}
