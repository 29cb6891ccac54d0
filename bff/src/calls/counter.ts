import type { StepAnswer } from '@tuma/contracts/api'
import type { StepOfMany } from '@tuma/contracts/vocabulary'
import { Refused } from '@tuma/contracts/vocabulary'
import { derivedId } from '@tuma/platform/event-sourcing'
import type { Dependencies } from '../dependencies.ts'
import type { CallContext } from '../door/policy.ts'
import { answerTo, fault } from '../door/refusing.ts'
import { shopOf } from './agent-lists.ts'
import { openPresses, type Pressed } from './agent-steps.ts'
import { answerRows, noRows, pageOf } from './rows.ts'
import { deliveryOf } from './tracked.ts'

/** So many at a time: others press too. */
const atOnce = 8

/** What an agent needs with people waiting. */
export const counterCalls = (dependencies: Dependencies) => {
  const { api, asBuilt, services, asked, find, papers, settings, surroundings } = dependencies
  const { delivery } = services
  const presses = openPresses(delivery)

  const answerOf = async (
    context: CallContext,
    press: Pressed & { step: StepOfMany; riderId: string },
  ): Promise<StepAnswer> => {
    const id = press.deliveryId
    try {
      return { id, delivery: await presses[press.step](context, { ...press, together: true }) }
    } catch (error) {
      const no = answerTo(error)
      if (no === fault) throw error
      const { code, message, data } = no
      return { id, code, message, ...(data?.delivery ? { delivery: data.delivery as StepAnswer['delivery'] } : {}) }
    }
  }

  return {
    tabCounts: api.counter.tabCounts.handler(({ context }) => {
      const shop = shopOf(context)
      return shop ? delivery.tabCounts({ shop }) : nothing
    }),
    find: asBuilt.counter.find.handler(async ({ input: { search, ...paging }, context }) => {
      const shop = shopOf(context)
      if (!shop) return []
      return answerRows(context, await delivery.ofShop({ shop, search: search || null, ...pageOf(paging) })).map(
        deliveryOf,
      )
    }),
    waiting: asBuilt.counter.waiting.handler(async ({ input, context }) => {
      const shop = shopOf(context)
      const lying = shop ? await delivery.lying({ shop, ...pageOf(input) }) : noRows
      return answerRows(context, lying).map(({ delivery: row, arrivedAt }) => ({ ...deliveryOf(row), arrivedAt }))
    }),
    toDo: asBuilt.counter.toDo.handler(async ({ input, context }) => {
      const shop = shopOf(context)
      return answerRows(context, shop ? await delivery.toDo({ shop, ...pageOf(input) }) : noRows).map(deliveryOf)
    }),
    steps: api.counter.steps.handler(({ input, context }) => {
      const { step, parcels, riderId = '' } = input
      const all = asked(context, input)
      return inTurn(parcels, ({ id, revision = null }) => {
        const own = { ...all, commandId: derivedId('step of many', all.commandId, id) }
        return answerOf(context, { asked: own, deliveryId: id, revision, step, riderId })
      })
    }),
    closedToday: api.counter.closedToday.handler(async ({ input, context }) => {
      const { closed } = input
      await delivery.closeShopToday({ asked: asked(context, input), closed })
      return { closed }
    }),
    label: api.counter.label.handler(async ({ input: { trackingId: typed, size = 'a6' }, context }) => {
      await papers.count(context)
      const found = await find(context, typed)
      if (!found.inFull) throw new Refused('parcel_not_found')
      const { trackingId } = found.delivery
      const name = `label_${trackingId}.pdf`
      const paper = { kind: 'label', delivery: found.delivery, size, publicUrl: settings.PUBLIC_URL } as const
      const pdf = await papers.pdfOf(paper, surroundings.now())
      context.resHeaders.set('content-disposition', `inline; filename="${name}"`)
      return new File([pdf], name, { type: 'application/pdf' })
    }),
  }
}

const nothing = {
  sending: { dropping: 0, uncollected: 0, inTransit: 0, all: 0 },
  receiving: { inTransit: 0, delivered: 0, collected: 0, waiting: 0 },
}

/** Answers in the order of `all`. */
const inTurn = async <One, Answer>(all: readonly One[], answer: (one: One) => Promise<Answer>): Promise<Answer[]> => {
  const answers: Answer[] = []
  for (let from = 0; from < all.length; from += atOnce) {
    answers.push(...(await Promise.all(all.slice(from, from + atOnce).map(answer))))
  }
  return answers
}
