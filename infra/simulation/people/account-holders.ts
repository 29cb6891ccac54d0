import { machine } from '../machine.ts'
import { type Means, phone } from './town.ts'

export const register = async ({ asking, ledger, chance, mailTo }: Means): Promise<void> => {
  const username = `new.${chance.is(0.9) ? ++ledger.registered : ledger.registered}`
  const person = {
    name: 'Baraka Mwita',
    username,
    email: `${username}.${ledger.commands}@tuma.test`,
    phone: phone(chance),
  }
  const heard = await asking.persist({
    actor: { kind: 'visitor', visitorId: null },
    same: (answer) => answer,
    call: ({ identity }, asked) => identity.register({ asked, ...person, password: 'not a common one' }),
  })
  if (!('answer' in heard)) return
  ledger.recorded.push({ service: 'identity', commandId: heard.commandId })
  for (let looks = 0; looks < 100 && !mailTo(person.email); looks++) await machine.sleep(100)
  const token = /verify-email\/(\S+)/.exec(mailTo(person.email) ?? '')?.[1]
  if (token === undefined) return
  const verified = await asking.persist({
    actor: { kind: 'visitor', visitorId: null },
    same: (answer) => answer,
    call: ({ identity }, asked) => identity.verifyEmail({ asked, token: decodeURIComponent(token) }),
  })
  if ('answer' in verified) ledger.recorded.push({ service: 'identity', commandId: verified.commandId })
}

export const writeToSupport = async ({ asking, ledger }: Means): Promise<void> => {
  const [name, email] = ['Baraka Mwita', 'baraka@tuma.test']
  const heard = await asking.persist({
    actor: { kind: 'visitor', visitorId: null },
    same: (answer) => answer,
    call: ({ notification }, asked) => notification.support({ asked, name, email, message: 'Where is my parcel?' }),
  })
  if ('answer' in heard) ledger.recorded.push({ service: 'notification', commandId: heard.commandId })
}

export const editProfile = async ({ asking, ledger, chance, town }: Means): Promise<void> => {
  const actor = chance.among(town.clients)
  if (actor.kind !== 'user') return
  const name = `Wanjiku Kamau ${ledger.commands}`
  const heard = await asking.persist({
    actor,
    call: ({ identity }, asked) => identity.updateProfile({ asked, accountId: actor.userId, name }),
  })
  if ('answer' in heard) ledger.recorded.push({ service: 'identity', commandId: heard.commandId })
}
