import type { ToApprove } from '@tuma/contracts/services'
import { displayPhone, Refused } from '@tuma/contracts/vocabulary'
import type { Dependencies } from '../dependencies.ts'
import { askedAnswer, withSecondPerson } from '../door/second-person.ts'
import { ownPayTo } from './money.ts'
import { storedPhone } from './stored-phone.ts'

/** The office changes the payout number of an account: always two admins, and never their own. */
export const payeeNumbers = ({ asBuilt, services: { identity, revenue }, toCommandContext }: Dependencies) => {
  /** What another admin approves, and the name that the money goes to now. @throws not_found */
  const change = async (accountId: string, phone: string) => {
    const payTo = await revenue.payTo({ accountId })
    if (!payTo) throw new Refused('not_found')
    const what: ToApprove = {
      ...{ kind: 'payee_number', subject: accountId, beneficiary: accountId },
      ...{ about: [phone], cents: null },
      shown: { name: payTo.name, phone, words: displayPhone(payTo.phone) },
    }
    return { what, name: payTo.name }
  }
  return {
    setPayeeNumber: asBuilt.books.setPayeeNumber.handler(async ({ input, context }) => {
      const { id: accountId } = input
      const phone = storedPhone(input.phone)
      const { what, name } = await change(accountId, phone)
      const command = toCommandContext(context, input)
      const set = () => revenue.setPayTo({ asked: command, accountId, name, phone })
      return ownPayTo(await withSecondPerson(identity, command, what, set))
    }),
    askPayeeNumber: asBuilt.books.askPayeeNumber.handler(async ({ input, context }) => {
      const { what } = await change(input.id, storedPhone(input.phone))
      return askedAnswer(await identity.askApproval({ asked: toCommandContext(context, input), what }))
    }),
  }
}
