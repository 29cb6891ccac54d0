import { implement } from '@orpc/server'
import { type CommandContext, deliveryContract } from '@tuma/contracts/services'
import { Refused } from '@tuma/contracts/vocabulary'
import type { Dependencies } from '../dependencies.ts'
import { toAsker } from './askers.ts'

/** Erasing a phone that has no account. */
export const phoneErasureHandlers = ({ phoneErasures }: Pick<Dependencies, 'phoneErasures'>) => {
  const os = implement(deliveryContract)
  return {
    phoneParcels: os.phoneParcels.handler(({ input: { phone } }) => phoneErasures.preview(phone)),
    erasePhone: os.erasePhone.handler(({ input }) => {
      assertByAdmin(input.asked)
      return phoneErasures.erase(input)
    }),
    phoneErasures: os.phoneErasures.handler(() => phoneErasures.list()),
    cancelPhoneErasure: os.cancelPhoneErasure.handler(async ({ input: { asked, key } }) => {
      assertByAdmin(asked)
      await phoneErasures.cancel(asked, key)
      return {}
    }),
  }
}

const assertByAdmin = ({ actor }: CommandContext): void => {
  if (toAsker(actor).role !== 'admin') throw new Refused('not_allowed')
}
