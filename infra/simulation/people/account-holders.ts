import { machine } from '../machine.ts'
import { type PersonContext, phone } from './network.ts'

export const register = async ({ caller, ledger, chance, mailTo }: PersonContext): Promise<void> => {
  const username = `new.${chance.is(0.9) ? ++ledger.registered : ledger.registered}`
  const person = {
    name: 'Baraka Mwita',
    username,
    email: `${username}.${ledger.commands}@tuma.test`,
    phone: phone(chance),
  }
  const reply = await caller.askUntilAnswered({
    actor: { kind: 'visitor', visitorId: null },
    same: (answer) => answer,
    call: ({ identity }, asked) => identity.register({ asked, ...person, password: 'not a common one' }),
  })
  if (!('answer' in reply)) return
  ledger.recorded.push({ service: 'identity', commandId: reply.commandId })
  for (let looks = 0; looks < 100 && !mailTo(person.email); looks++) await machine.sleep(100)
  const token = /verify-email\/(\S+)/.exec(mailTo(person.email) ?? '')?.[1]
  if (token === undefined) return
  const verified = await caller.askUntilAnswered({
    actor: { kind: 'visitor', visitorId: null },
    same: (answer) => answer,
    call: ({ identity }, asked) => identity.verifyEmail({ asked, token: decodeURIComponent(token) }),
  })
  if ('answer' in verified) ledger.recorded.push({ service: 'identity', commandId: verified.commandId })
}

export const writeToSupport = async ({ caller, ledger }: PersonContext): Promise<void> => {
  const [name, email] = ['Baraka Mwita', 'baraka@tuma.test']
  const reply = await caller.askUntilAnswered({
    actor: { kind: 'visitor', visitorId: null },
    same: (answer) => answer,
    call: ({ notification }, asked) => notification.support({ asked, name, email, message: 'Where is my parcel?' }),
  })
  if ('answer' in reply) ledger.recorded.push({ service: 'notification', commandId: reply.commandId })
}

export const editProfile = async ({ caller, ledger, chance, network }: PersonContext): Promise<void> => {
  const actor = chance.among(network.clients)
  if (actor.kind !== 'user') return
  const name = `Wanjiku Kamau ${ledger.commands}`
  const reply = await caller.askUntilAnswered({
    actor,
    call: ({ identity }, asked) => identity.updateProfile({ asked, accountId: actor.userId, name }),
  })
  if ('answer' in reply) ledger.recorded.push({ service: 'identity', commandId: reply.commandId })
}
