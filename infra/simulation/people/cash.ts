import type { Actor } from '@tuma/contracts/services'
import { machine } from '../machine.ts'
import { admin, otherAdmin, type PersonContext, readInDrawer, shops, toAgent } from './network.ts'

const someAgent = ({ chance }: PersonContext): Actor & { readonly kind: 'user' } => toAgent(chance.below(shops.length))
const aloneUpTo = 100_000

/** At times part of the cash stays in the drawer, and at times some is missing. */
const chooseDeclared = ({ chance }: PersonContext, inDrawer: number) => {
  const rest = chance.is(0.5) ? ('stays' as const) : ('missing' as const)
  return { rest, declared: chance.is(0.6) ? inDrawer : 100 * Math.ceil((inDrawer * chance.next()) / 100) }
}

/** An agent hands cash over, and one admin or two at once receive it. */
export const handOver = async (context: PersonContext): Promise<void> => {
  const { caller, ledger, chance } = context
  const agent = someAgent(context)
  const { userId: agentId } = agent
  const inDrawer = await readInDrawer(context, agentId)
  if (inDrawer === 0) return
  const said = { agentId, ...chooseDeclared(context, inDrawer), inDrawer }
  const reply = await caller.askUntilAnswered({
    actor: agent,
    same: ({ cents }: { readonly cents: number }) => cents,
    call: ({ revenue }, asked) => revenue.handOverCash({ asked, ...said }),
  })
  if (!('answer' in reply)) return
  const { handOverId, cents, declared } = reply.answer
  ledger.recorded.push({ service: 'revenue', commandId: reply.commandId })
  ledger.expectedBooks.record('handedOver', { cash: cents })
  ledger.handOvers.push({ agentId, handOverId, cents, declared })
  await machine.sleep(chance.delay(60))
  if (chance.is(0.7)) await receiveNext(context)
}

/** Receives the oldest hand-over that waits; two admins may count the same one. */
export const receiveNext = async (context: PersonContext): Promise<void> => {
  const { caller, ledger, chance } = context
  const next = ledger.handOvers.shift()
  if (!next) return
  const { agentId, handOverId, cents, declared } = next
  const counted = chance.is(0.8) ? declared : Math.max(0, declared - 5000)
  const reason = counted === cents ? null : 'Counted twice.'
  const admins = chance.is(0.4) ? [admin, otherAdmin] : [admin]
  await Promise.all(
    admins.map(async (actor) => {
      const reply = await caller.askUntilAnswered({
        actor,
        call: ({ revenue }, asked) => revenue.receiveCash({ asked, agentId, handOverId, counted, reason }),
      })
      if (!('answer' in reply)) return
      ledger.recorded.push({ service: 'revenue', commandId: reply.commandId })
      ledger.expectedBooks.record('received', { counted, short: cents - counted })
    }),
  )
}

/** The office empties a drawer whose agent is away. */
export const takeIn = async (context: PersonContext): Promise<void> => {
  const { caller, ledger, chance } = context
  const { userId: agentId } = someAgent(context)
  const inDrawer = await readInDrawer(context, agentId)
  if (inDrawer === 0) return
  const counted = chance.is(0.7) ? inDrawer : Math.max(100, inDrawer - 5000)
  const said = { agentId, counted, rest: 'missing' as const, inDrawer, reason: 'The agent is ill.', aloneUpTo }
  const reply = await caller.askUntilAnswered({
    actor: admin,
    call: ({ revenue }, asked) => revenue.takeIn({ asked, ...said, approval: null }),
  })
  if (!('answer' in reply)) return
  const { cents } = reply.answer
  ledger.expectedBooks.record('handedOver', { cash: cents })
  ledger.expectedBooks.record('received', { counted, short: cents - counted })
}

/** An admin says what became of cash that an agent has to explain. */
export const explainCash = async (context: PersonContext): Promise<void> => {
  const { caller, chance } = context
  const listed = await caller.askUntilAnswered({
    actor: admin,
    call: ({ revenue }) => revenue.unexplained({ limit: 20, cursor: null }),
  })
  const rows = 'answer' in listed ? listed.answer.rows.filter(({ paidOut }) => !paidOut) : []
  if (rows.length === 0) return
  const row = chance.among(rows)
  if (row.back) await giveBack(context, row)
  else if (row.agentId === null) await explain(context, row)
}

type Row = { readonly deliveryId: string; readonly cents: number }

const explain = async (context: PersonContext, { deliveryId, cents: cash }: Row): Promise<void> => {
  const { caller, ledger, chance } = context
  const agentId = chance.is(0.7) ? someAgent(context).userId : null
  const said = { deliveryId, as: agentId === null ? ('shortage' as const) : ('drawer' as const), agentId }
  const reply = await caller.askUntilAnswered({
    actor: admin,
    call: ({ revenue }, asked) =>
      revenue.explainTaking({ asked, ...said, paymentId: null, reason: 'The agent said so.' }),
  })
  if (!('answer' in reply)) return
  ledger.expectedBooks.record(agentId === null ? 'unsaidCashLost' : 'unsaidCashFound', { cash })
}

const giveBack = async (context: PersonContext, { deliveryId, cents: cash }: Row): Promise<void> => {
  const { caller, ledger, chance } = context
  const as = chance.is(0.7) ? ('paid_back' as const) : ('never_taken' as const)
  const reply = await caller.askUntilAnswered({
    actor: admin,
    call: ({ revenue }, asked) => revenue.giveBack({ asked, deliveryId, as, reason: 'The sender was here.' }),
  })
  if (!('answer' in reply)) return
  ledger.expectedBooks.record(as === 'paid_back' ? 'cashGivenBack' : 'cashNeverTaken', { cash })
}
