import { type MpesaRefusal, mpesaRefusals } from '@tuma/contracts/vocabulary'

/** A readable message that is not accepted: not a fault, and the call as a whole is not refused. */
export class MessageRefused extends Error {
  override readonly name = 'Refused'
  readonly code: MpesaRefusal
  constructor(code: MpesaRefusal) {
    super(mpesaRefusals[code])
    this.code = code
  }
}
