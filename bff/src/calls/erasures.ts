import { Refused } from '@tuma/contracts/vocabulary'
import type { Dependencies } from '../dependencies.ts'
import { storedPhone } from './stored-phone.ts'

export const erasureCalls = ({
  api,
  services: { delivery, identity, notification, revenue },
  asked,
  papers,
}: Dependencies) => ({
  erase: api.erasures.erase.handler(async ({ input, context }) => {
    const phone = storedPhone(input.phone)
    const command = asked(context, input)
    // Nobody could be paid once it is gone.
    const { cents } = await revenue.owed(await delivery.owedTo({ phone }))
    if (cents > 0) throw new Refused('money_owed', { amount: cents / 100 })
    const { accounts, erased } = await delivery.erasePhone({ asked: command, phone, seen: input.seen ?? [] })
    if (erased === null) {
      const accountIds = accounts.map(({ accountId }) => accountId)
      const names = await identity.names({ accountIds })
      throw new Refused('phone_of_account', {
        accountIds: accountIds.join(),
        names: accounts.map(({ accountId, parcels }) => `${names[accountId] ?? accountId} (${parcels})`).join(', '),
        accounts: accounts.length,
        parcels: accounts.reduce((sum, { parcels }) => sum + parcels, 0),
      })
    }
    papers.forgetAll()
    await notification.erasePhones({ asked: command, phones: [phone] })
    return { message: 'Nothing of this phone is left.', parcels: erased }
  }),
})
