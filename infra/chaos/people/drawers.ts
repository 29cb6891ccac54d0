import type { HandOver } from '../ledger.ts'
import type { Network } from '../network.ts'
import { command, isDone, type Task } from '../task.ts'
import type { TaskContext } from './task-context.ts'

const short = 10_00

/** Agents with a drawer. */
type By = keyof Network['ids']
type AtOneShop = 'receiving' | 'colleague'

/** An agent counts their drawer and hands all of it over; then two admins receive it at once. */
export const handOverCash = (context: TaskContext, by: By): Task => {
  const { network, ledger } = context
  const agent = network[by]
  return {
    what: `the drawer of the ${by} agent`,
    isQuestion: true,
    ask: () => agent.get('/api/agent/cash'),
    onAnswer({ body: { cents } }) {
      if (cents === 0) return null
      return {
        what: `${cents} cents handed over by the ${by} agent`,
        ask: command(agent, 'POST', '/api/agent/cash/hand-overs', { amount: cents / 100, inDrawer: cents }),
        acceptedRefusals: ['drawer_changed', 'drawer_empty'],
        onAnswer(answer) {
          if (!isDone(answer)) return null
          const { _id: id } = answer.body
          const handOver = { id, agentId: network.ids[by], cents: answer.body.cents, counted: null }
          ledger.handOvers.set(id, handOver)
          ledger.count('hand-overs')
          return receiveTwice(context, handOver)
        },
      }
    },
  }
}

const receiveTwice = (context: TaskContext, handOver: HandOver): Task => {
  const { network, ledger, chance } = context
  const counted = handOver.cents - (chance.is(0.2) && handOver.cents > short ? short : 0)
  const form = { amount: counted / 100, ...(counted === handOver.cents ? {} : { reason: 'A note was torn' }) }
  let receivedBy: string | null = null
  const by = (who: 'admin' | 'secondAdmin'): Task => ({
    what: `hand-over ${handOver.id} received by the ${who}`,
    ask: command(network[who], 'POST', `/api/admin/books/drawers/${handOver.agentId}/hand-overs/${handOver.id}`, form),
    acceptedRefusals: ['stale'],
    onAnswer(answer) {
      handOver.counted = counted
      if (!isDone(answer)) return null
      if (receivedBy)
        ledger.reportWrong(`twice: hand-over ${handOver.id} was received by the ${receivedBy} and the ${who}`)
      receivedBy = who
      ledger.count('hand-overs received')
      return null
    },
  })
  context.addTask(by('secondAdmin'))
  return by('admin')
}

/** The office takes all cash out of a drawer without its agent. */
export const takeInCash = (context: TaskContext, by: By): Task => {
  const { network, ledger } = context
  const agentId = network.ids[by]
  const path = `/api/admin/books/drawers/${agentId}`
  return {
    what: `the drawer of the ${by} agent, for the office`,
    isQuestion: true,
    ask: () => network.admin.get(path),
    onAnswer({ body: { cents } }) {
      if (cents === 0) return null
      const form = { amount: cents / 100, rest: 'stays', inDrawer: cents, reason: 'The agent is ill' }
      return {
        what: `${cents} cents of the ${by} agent taken in`,
        ask: command(network.admin, 'POST', `${path}/take-in`, form),
        acceptedRefusals: ['drawer_changed', 'drawer_empty', 'hand_over_waiting'],
        onAnswer(answer) {
          if (!isDone(answer)) return null
          const { _id: id, cents: handed } = answer.body
          ledger.handOvers.set(id, { id, agentId, cents: handed, counted: handed })
          ledger.count('cash taken in')
          return null
        },
      }
    },
  }
}

/** An agent offers all cash to a colleague of the same shop, who counts it and accepts twice at once. */
export const passCashOn = (context: TaskContext, by: AtOneShop): Task => {
  const { network, ledger } = context
  const to = by === 'receiving' ? 'colleague' : 'receiving'
  return {
    what: `the drawer of the ${by} agent, for a colleague`,
    isQuestion: true,
    ask: () => network[by].get('/api/agent/cash'),
    onAnswer({ body: { cents } }) {
      if (cents === 0) return null
      const gift = { to: network.ids[to], amount: cents / 100 }
      return {
        what: `${cents} cents offered by the ${by} agent`,
        ask: command(network[by], 'POST', '/api/agent/cash/offers', gift),
        acceptedRefusals: ['more_than_cash'],
        onAnswer(answer) {
          if (!isDone(answer)) return null
          ledger.count('cash offered')
          return findOffer(context, to, answer.body._id)
        },
      }
    },
  }
}

/** The colleague reads what they are offered. The offer may have ended since then. */
const findOffer = (context: TaskContext, to: AtOneShop, id: string): Task => ({
  what: `the offer ${id}`,
  isQuestion: true,
  ask: () => context.network[to].get('/api/agent/cash/offers'),
  onAnswer({ body: { toYou } }) {
    const offer = toYou.find(({ _id }: { _id: string }) => _id === id)
    return offer ? acceptTwice(context, to, offer) : null
  },
})

const acceptTwice = (context: TaskContext, to: AtOneShop, { _id: id, cents }: { _id: string; cents: number }): Task => {
  const { network, ledger, chance } = context
  const counted = cents - (chance.is(0.3) && cents > short ? short : 0)
  let seen: number | null = null
  const accept = (): Task => ({
    what: `the offer ${id} accepted by the ${to} agent`,
    ask: command(network[to], 'PUT', `/api/agent/cash/offers/${id}`, { counted: counted / 100 }),
    acceptedRefusals: ['stale'],
    onAnswer(answer) {
      if (!isDone(answer)) return null
      const { counted: passed } = answer.body
      if (seen !== null && seen !== passed) ledger.reportWrong(`the offer ${id} passed ${seen} and then ${passed}`)
      if (seen === null) ledger.count('cash passed on')
      seen = passed
      return null
    },
  })
  context.addTask(accept())
  return accept()
}
