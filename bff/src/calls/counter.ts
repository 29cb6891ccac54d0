import type { StepAnswer } from '@tuma/contracts/api'
import { roundPosition, type StepOfMany } from '@tuma/contracts/vocabulary'
import { derivedId } from '@tuma/platform/event-sourcing'
import type { Dependencies } from '../dependencies.ts'
import type { CallContext } from '../door/policy.ts'
import { answerTo, fault } from '../door/refusing.ts'
import { toShop } from './agent-lists.ts'
import { openPresses, type Pressed } from './agent-steps.ts'
import { askInBatches } from './ask-in-batches.ts'
import { answerRows, getPage, noRows } from './rows.ts'
import { toDelivery } from './tracked.ts'

/** The calls of an agent with a queue at the counter. */
export const counterCalls = (dependencies: Dependencies) => {
  const { api, asBuilt, services, toCommandContext } = dependencies
  const { delivery } = services
  const presses = openPresses(delivery)

  const getAnswer = async (
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
      const shop = toShop(context)
      return shop ? delivery.tabCounts({ shop }) : nothing
    }),
    find: asBuilt.counter.find.handler(async ({ input: { search, ...paging }, context }) => {
      const shop = toShop(context)
      if (!shop) return []
      return answerRows(context, await delivery.ofShop({ shop, search: search || null, ...getPage(paging) })).map(
        toDelivery,
      )
    }),
    waiting: asBuilt.counter.waiting.handler(async ({ input, context }) => {
      const shop = toShop(context)
      const lying = shop ? await delivery.lying({ shop, ...getPage(input) }) : noRows
      return answerRows(context, lying).map(({ delivery: row, arrivedAt }) => ({ ...toDelivery(row), arrivedAt }))
    }),
    toDo: asBuilt.counter.toDo.handler(async ({ input, context }) => {
      const shop = toShop(context)
      return answerRows(context, shop ? await delivery.toDo({ shop, ...getPage(input) }) : noRows).map(toDelivery)
    }),
    steps: api.counter.steps.handler(({ input, context }) => {
      const { step, parcels, riderId = '' } = input
      const all = toCommandContext(context, input)
      return askInBatches(parcels, ({ id, revision = null }) => {
        const own = { ...all, commandId: derivedId('step of many', all.commandId, id) }
        return getAnswer(context, { asked: own, deliveryId: id, revision, step, riderId })
      })
    }),
    setPosition: api.counter.setPosition.handler(async ({ input, context }) => {
      await delivery.setOwnShopPosition({ asked: toCommandContext(context, input), ...input })
      return roundPosition(input)
    }),
    closedToday: api.counter.closedToday.handler(async ({ input, context }) => {
      const { closed } = input
      await delivery.closeShopToday({ asked: toCommandContext(context, input), closed })
      return { closed }
    }),
  }
}

const none = { shop: 0, riders: 0, near: 0 }
const nothing = {
  sending: { dropping: 0, uncollected: 0, inTransit: 0, all: 0 },
  receiving: { inTransit: 0, inTransitBy: none, delivered: 0, deliveredBy: none, collected: 0, waiting: 0 },
}
