import type { Actor } from '@tuma/contracts/services'
import type { ErasedPerson } from '../ledger.ts'
import { machine } from '../machine.ts'
import { admin, type PersonContext } from './network.ts'
import { pay } from './payers.ts'
import { photograph } from './photos.ts'
import { pickSender, pickWay, request } from './senders.ts'

const maxErased = 20

/**
 * A person sends a parcel or two, and is erased soon after or a while later: by the phone, or with the account. A
 * person without an account gets parcels too.
 */
export const sendAndBeErased = async (context: PersonContext): Promise<void> => {
  const { ledger, chance } = context
  const number = ledger.erasedPeople.length
  if (number >= maxErased) return
  const letter = String.fromCharCode('a'.charCodeAt(0) + number)
  const erasedPerson: ErasedPerson = {
    ...{ name: `Pendo Kazungu${letter}`, phone: `25479900${1000 + number}` },
    ...{ parcels: [], accountId: null, isErasureAsked: false, isUnderWay: false, phoneKey: null, erasedAt: null },
  }
  ledger.erasedPeople.push(erasedPerson)
  const account = chance.is(0.5) ? await openAccount(context, erasedPerson) : null
  await send(context, erasedPerson, account ?? { kind: 'visitor', visitorId: `leaver ${letter}` })
  if (!account && chance.is(0.6)) await get(context, erasedPerson)
  await machine.sleep(chance.below(4000))
  await (account ? closeAccount(context, erasedPerson) : erasePhone(context, erasedPerson))
}

const openAccount = async ({ caller }: PersonContext, erasedPerson: ErasedPerson): Promise<Actor | null> => {
  const { name, phone } = erasedPerson
  const username = `leaver.${phone}`
  const opened = await caller.askUntilAnswered({
    actor: { kind: 'system', name: 'town' },
    call: ({ identity }, asked) =>
      identity.openAccount({
        ...{ asked, name, username, email: `${username}@tuma.test`, phone },
        ...{ password: 'not a common one', role: 'user', shop: null },
      }),
  })
  if (!('answer' in opened)) return null
  erasedPerson.accountId = opened.answer.accountId
  return { kind: 'user', userId: erasedPerson.accountId, username, role: 'user', shop: null }
}

const send = async (context: PersonContext, erasedPerson: ErasedPerson, actor: Actor): Promise<void> => {
  const { chance } = context
  const { name, phone } = erasedPerson
  for (let number = 0; number < 1 + chance.below(2); number++) {
    const paid = chance.is(0.6) ? await pay(context, actor, 1000, { name, phone }) : null
    const way = { ...pickWay(chance), sender: { name, phone } }
    const unpaid = { kind: 'doorstep', reference: '', receipt: null } as const
    const sent = await request(context, actor, { ...way, ...(paid ?? unpaid) })
    if (sent) erasedPerson.parcels.push({ deliveryId: sent.deliveryId, trackingId: sent.trackingId, role: 'sender' })
    if (sent && chance.is(0.5)) await photograph(context, sent)
  }
}

/** Another person sends a parcel to them. */
const get = async (context: PersonContext, erasedPerson: ErasedPerson): Promise<void> => {
  const { name, phone } = erasedPerson
  const way = { ...pickWay(context.chance), kind: 'doorstep', reference: '', receipt: null } as const
  const sent = await request(context, pickSender(context), { ...way, receiver: { name, phone } })
  if (sent) erasedPerson.parcels.push({ deliveryId: sent.deliveryId, trackingId: sent.trackingId, role: 'receiver' })
  if (sent && context.chance.is(0.6)) await photograph(context, sent)
}

/** In the order of the bff: marketing forgets the phone first, and revenue keeps to whom it owes. */
const closeAccount = async ({ caller }: PersonContext, erasedPerson: ErasedPerson): Promise<void> => {
  const { accountId, phone } = erasedPerson
  if (accountId === null) return
  const as = { actor: admin }
  await caller.askUntilAnswered({
    ...as,
    call: ({ notification }, asked) => notification.erasePhones({ asked, phones: [phone] }),
  })
  await caller.askUntilAnswered({
    ...as,
    call: ({ revenue }, asked) => revenue.keepPayee({ asked, accountId, expected: true }),
  })
  const reply = await caller.askUntilAnswered({
    ...as,
    call: ({ identity }, asked) => identity.deleteAccount({ asked, accountId, role: null }),
  })
  erasedPerson.isErasureAsked = 'answer' in reply
}

/** In the order of the bff: delivery gets from revenue what is owed to the phone. */
const erasePhone = async ({ caller }: PersonContext, erasedPerson: ErasedPerson): Promise<void> => {
  const { phone } = erasedPerson
  const as = { actor: admin }
  const found = await caller.askUntilAnswered({
    ...as,
    async call({ delivery, revenue }) {
      const { owedTo } = await delivery.owedTo({ phone })
      return revenue.owed({ owedTo })
    },
  })
  if (!('answer' in found)) return
  const owed = found.answer.parcels.map(({ deliveryId }) => deliveryId)
  const reply = await caller.askUntilAnswered({
    ...as,
    call: ({ delivery }, asked) => delivery.erasePhone({ asked, phone, seen: [], owed }),
  })
  if (!('answer' in reply)) return
  erasedPerson.isErasureAsked = true
  erasedPerson.phoneKey = reply.answer.key
  if (reply.answer.state === 'erased') erasedPerson.erasedAt = machine.now()
  await caller.askUntilAnswered({
    ...as,
    call: ({ notification }, asked) => notification.erasePhones({ asked, phones: [phone] }),
  })
}
