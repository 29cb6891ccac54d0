import type { Rule } from '@tuma/mpesa'
import type { Network } from '../network.ts'
import { getPhones } from '../parcel-tasks.ts'
import { askUntilShown, command, isDone, type Task } from '../task.ts'
import type { TaskContext } from './task-context.ts'

/** The possible ends of a request on an agent's phone. */
const endings: Readonly<Record<string, Rule>> = {
  paid: {},
  'paid and reversed': {},
  cancelled: {},
  'reported twice': { callback: { times: 3 } },
  'callback lost': { callback: { when: 'never' } },
}
const lookEveryMs = 500
/** A state from which a request goes on by itself. */
const underWay = ['waiting', 'paid']
/**
 * M-Pesa's answer to our call was lost with the process that waited for it, and its report found no process: only a statement
 * can tell of the money, if there is any. Such a request lapses later than a task waits.
 */
const looksWithoutReport = 200

type Row = { readonly promptId: string; readonly state: string; readonly paidIn: number }

/** An agent pays the drawer in on a phone. At times its money goes back, and only the statement says so. */
export const payCashIn = (context: TaskContext, n: number, by: keyof Network['ids']): Task => {
  const { network, ledger, mpesa, chance } = context
  const agent = network[by]
  const { sender: phone } = getPhones(n)
  const ending = chance.among(Object.keys(endings))
  mpesa.script.prompts({ phone, ...endings[ending] })
  return {
    what: `the drawer of the ${by} agent, to pay in`,
    isQuestion: true,
    ask: () => agent.get('/api/agent/cash'),
    onAnswer({ body: { cents } }) {
      if (cents < 100) return null
      return {
        what: `${cents} cents paid in by the ${by} agent`,
        ask: command(agent, 'POST', '/api/agent/cash/pay-ins', { amount: Math.floor(cents / 100), phone }),
        acceptedRefusals: ['more_than_cash', 'prompt_open'],
        onAnswer(answer) {
          if (!isDone(answer)) return null
          ledger.count(`pay ins: ${ending}`)
          return answerPhone(context, { by, phone, ending, promptId: answer.body.promptId })
        },
      }
    },
  }
}

type Ringing = {
  readonly by: keyof Network['ids']
  readonly phone: string
  readonly ending: string
  readonly promptId: string
}

/** The agent enters the PIN, and looks at the list until the books have the money. */
const answerPhone = (context: TaskContext, { by, phone, ending, promptId }: Ringing): Task => {
  const { network, ledger, mpesa } = context
  const { handset, callbackSender } = mpesa
  const wasReported = (): boolean =>
    callbackSender.delivered().some(({ url, status }) => status === 200 && url.includes(`/prompt/${promptId}/`))
  let looks = 0
  return askUntilShown(ledger, {
    what: `the pay in ${promptId}`,
    everyMs: lookEveryMs,
    async ask() {
      for (const { id } of await handset.prompts(phone))
        await (ending === 'cancelled' ? handset.cancel(id) : handset.enterPin(id))
      return network[by].get('/api/agent/cash/pay-ins')
    },
    next({ body }) {
      const row = (body as readonly Row[]).find((one) => one.promptId === promptId)
      looks += 1
      if (row?.state === 'waiting' && looks > looksWithoutReport && !wasReported())
        return () => {
          ledger.count('pay ins that M-Pesa never reported')
          return null
        }
      if (!row || underWay.includes(row.state)) return null
      return () => {
        const receipt = handset.messages(phone)[0]?.text.slice(0, 10)
        if (row.state !== 'paid_in' || receipt === undefined) return null
        ledger.payIns.set(receipt, row.paidIn)
        if (ending === 'paid and reversed') handset.reverse(receipt)
        return null
      }
    },
  })
}
