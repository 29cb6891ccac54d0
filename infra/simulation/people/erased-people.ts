import type { Actor } from '@tuma/contracts/services'
import type { Leaver } from '../ledger.ts'
import { machine } from '../machine.ts'
import { pay } from './payers.ts'
import { photograph } from './photos.ts'
import { request, somebody, toWay } from './senders.ts'
import { admin, type Means } from './town.ts'

const maxLeavers = 20

/**
 * A person sends a parcel or two, and is erased soon after or a while later: by the phone, or with the account. A
 * person without an account gets parcels too.
 */
export const comeAndLeave = async (means: Means): Promise<void> => {
  const { ledger, chance } = means
  const number = ledger.leavers.length
  if (number >= maxLeavers) return
  const letter = String.fromCharCode('a'.charCodeAt(0) + number)
  const leaver: Leaver = {
    ...{ name: `Pendo Kazungu${letter}`, phone: `25479900${1000 + number}` },
    ...{ parcels: [], accountId: null, hasLeft: false, isUnderWay: false, phoneKey: null, erasedAt: null },
  }
  ledger.leavers.push(leaver)
  const account = chance.is(0.5) ? await openAccount(means, leaver) : null
  await send(means, leaver, account ?? { kind: 'visitor', visitorId: `leaver ${letter}` })
  if (!account && chance.is(0.6)) await get(means, leaver)
  await machine.sleep(chance.below(4000))
  await (account ? closeAccount(means, leaver) : erasePhone(means, leaver))
}

const openAccount = async ({ asking }: Means, leaver: Leaver): Promise<Actor | null> => {
  const { name, phone } = leaver
  const username = `leaver.${phone}`
  const opened = await asking.persist({
    actor: { kind: 'system', name: 'town' },
    call: ({ identity }, asked) =>
      identity.openAccount({
        ...{ asked, name, username, email: `${username}@tuma.test`, phone },
        ...{ password: 'not a common one', role: 'user', shop: null },
      }),
  })
  if (!('answer' in opened)) return null
  leaver.accountId = opened.answer.accountId
  return { kind: 'user', userId: leaver.accountId, username, role: 'user', shop: null }
}

const send = async (means: Means, leaver: Leaver, actor: Actor): Promise<void> => {
  const { chance } = means
  const { name, phone } = leaver
  for (let number = 0; number < 1 + chance.below(2); number++) {
    const paid = chance.is(0.6) ? await pay(means, actor, 1000, { name, phone }) : null
    const way = { ...toWay(chance), sender: { name, phone } }
    const unpaid = { kind: 'doorstep', reference: '', receipt: null } as const
    const sent = await request(means, actor, { ...way, ...(paid ?? unpaid) })
    if (sent) leaver.parcels.push({ deliveryId: sent.deliveryId, trackingId: sent.trackingId, role: 'sender' })
    if (sent && chance.is(0.5)) await photograph(means, sent)
  }
}

/** Another person sends a parcel to them. */
const get = async (means: Means, leaver: Leaver): Promise<void> => {
  const { name, phone } = leaver
  const way = { ...toWay(means.chance), kind: 'doorstep', reference: '', receipt: null } as const
  const sent = await request(means, somebody(means), { ...way, receiver: { name, phone } })
  if (sent) leaver.parcels.push({ deliveryId: sent.deliveryId, trackingId: sent.trackingId, role: 'receiver' })
  if (sent && means.chance.is(0.6)) await photograph(means, sent)
}

/** In the order of the bff: marketing forgets the phone first, and revenue keeps to whom it owes. */
const closeAccount = async ({ asking }: Means, leaver: Leaver): Promise<void> => {
  const { accountId, phone } = leaver
  if (accountId === null) return
  const as = { actor: admin }
  await asking.persist({
    ...as,
    call: ({ notification }, asked) => notification.erasePhones({ asked, phones: [phone] }),
  })
  await asking.persist({
    ...as,
    call: ({ revenue }, asked) => revenue.keepPayee({ asked, accountId, expected: true }),
  })
  const heard = await asking.persist({
    ...as,
    call: ({ identity }, asked) => identity.deleteAccount({ asked, accountId, role: null }),
  })
  leaver.hasLeft = 'answer' in heard
}

/** In the order of the bff: delivery gets from revenue what is owed to the phone. */
const erasePhone = async ({ asking }: Means, leaver: Leaver): Promise<void> => {
  const { phone } = leaver
  const as = { actor: admin }
  const found = await asking.persist({
    ...as,
    async call({ delivery, revenue }) {
      const { owedTo } = await delivery.owedTo({ phone })
      return revenue.owed({ owedTo })
    },
  })
  if (!('answer' in found)) return
  const owed = found.answer.parcels.map(({ deliveryId }) => deliveryId)
  const heard = await asking.persist({
    ...as,
    call: ({ delivery }, asked) => delivery.erasePhone({ asked, phone, seen: [], owed }),
  })
  if (!('answer' in heard)) return
  leaver.hasLeft = true
  leaver.phoneKey = heard.answer.key
  if (heard.answer.state === 'erased') leaver.erasedAt = machine.now()
  await asking.persist({
    ...as,
    call: ({ notification }, asked) => notification.erasePhones({ asked, phones: [phone] }),
  })
}
