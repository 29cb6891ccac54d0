import { machine } from '../machine.ts'
import { admin, otherAdmin, type PersonContext, phone } from './network.ts'

/** One admin, or two who press at the same time. */
const admins = ({ chance }: PersonContext) => (chance.is(0.35) ? [admin, otherAdmin] : [admin])

/** M-Pesa moves money from the till to a person, outside of the product. */
const send = ({ mpesa, chance }: PersonContext, cents: number) => {
  const to = phone(chance)
  return { to, receipt: mpesa.world.ledger.send(mpesa.world.people.of(to), cents).receipt }
}

/**
 * A sender is paid all that is ready. Two admins who press at once record the same receipt, or each has sent the money.
 */
export const payOut = async (context: PersonContext): Promise<void> => {
  const { caller, ledger, chance } = context
  const listed = await caller.askUntilAnswered({
    actor: admin,
    call: ({ revenue }) => revenue.ready({ limit: 10, cursor: null }),
  })
  const rows = 'answer' in listed ? listed.answer.rows : []
  if (rows.length === 0) return
  const { owedTo, ready: cents } = chance.among(rows)
  const first = send(context, cents)
  const isSentTwice = chance.is(0.3)
  await machine.sleep(chance.delay(40))
  await Promise.all(
    admins(context).map(async (actor, place) => {
      const { to, receipt: reference } = place === 1 && isSentTwice ? send(context, cents) : first
      const payee = { name: 'Zawadi Mwende', phone: to }
      const reply = await caller.askUntilAnswered({
        actor,
        same: (answer: { readonly payoutId: string }) => answer.payoutId,
        call: ({ revenue }, asked) => revenue.payOut({ asked, owedTo, cents, reference, payee }),
      })
      if (!('answer' in reply)) return
      ledger.recorded.push({ service: 'revenue', commandId: reply.commandId })
      ledger.expectedBooks.record('paidOut', { cents })
      ledger.noted.set(reference, 'payout')
    }),
  )
}

/** A payer is paid back all that they may have, or a part of it. */
export const payBack = async (context: PersonContext, receipt: string): Promise<void> => {
  const { caller, ledger, chance } = context
  const found = await caller.askUntilAnswered({
    actor: admin,
    call: ({ payment }) => payment.held({ tab: 'all', search: receipt, limit: 1, cursor: null }),
  })
  const row = 'answer' in found ? found.answer.rows[0] : undefined
  if (!row?.refundable) return
  ledger.expectedBooks.record('refundAsked', {})
  const { paymentId, refundable } = row
  const cents = chance.is(0.5) ? refundable : 100 * Math.ceil(refundable / 200)
  const { to, receipt: sent } = send(context, cents)
  await Promise.all(
    admins(context).map(async (actor) => {
      const said = { paymentId, cents, receipt: sent, reason: 'They sent nothing.', phone: to }
      const reply = await caller.askUntilAnswered({
        actor,
        call: ({ payment }, asked) => payment.refund({ asked, ...said }),
      })
      if (!('answer' in reply)) return
      ledger.recorded.push({ service: 'payment', commandId: reply.commandId })
      ledger.refunded.set(receipt, (ledger.refunded.get(receipt) ?? 0) + cents)
      ledger.noted.set(sent, 'refund')
    }),
  )
}

/** At times M-Pesa moves the till's money to the bank. */
export const settleTill = async ({ mpesa, chance }: PersonContext): Promise<void> => {
  const { balanceCents, settle } = mpesa.world.ledger
  const cents = Math.floor(balanceCents() * chance.next())
  if (cents > 0) settle(cents)
}
