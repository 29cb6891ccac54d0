import type { ScanAnswer } from '@tuma/contracts/api'
import type { DeliveryClient } from '@tuma/contracts/services'
import {
  fillSentence,
  getEatDay,
  holdWords,
  type Shop,
  scanWords,
  timeInWords,
  trackingIdIn,
  whenInWords,
} from '@tuma/contracts/vocabulary'
import { countRequests, limitAttempts } from '@tuma/platform/runtime'
import type { Dependencies } from '../dependencies.ts'
import { toUser } from '../door/policy.ts'
import { toDelivery } from './tracked.ts'

/**
 * Tracking ids that no parcel has, an hour an agent: parcels must not be found by trying ids. A text that can't be a
 * tracking id is something else with a code on it, and does not count.
 */
const maxUnknown = 60
const hour = 60 * 60_000

type Scanned = Awaited<ReturnType<DeliveryClient['scanIn']>>[number]

/** An agent scans in what is in the shop's hands. */
export const scanningCalls = ({ asBuilt, services, toCommandContext, counts, environment }: Dependencies) => {
  const tried = limitAttempts(counts, { name: 'unknown codes', max: maxUnknown, windowMs: hour })
  const count = countRequests(counts, { name: 'unknown codes', max: maxUnknown, windowMs: hour })
  return {
    scanIn: asBuilt.scanning.scanIn.handler(async ({ input, context }) => {
      const key = { account: toUser(context)._id }
      const giveBack = await tried(key)
      const codes = input.codes.map(({ code, doneAt = null }) => ({ code, doneAt }))
      const asked = toCommandContext(context, input)
      const answers = await services.delivery
        .scanIn({ asked, codes, look: input.look ?? false })
        .catch(async (error: unknown) => {
          await giveBack()
          throw error
        })
      const [first, ...others] = answers.filter(isUnknownId)
      if (!first) await giveBack()
      await Promise.all(others.map(() => count(key)))
      const now = environment.now()
      return answers.map((answer) => toAnswer(answer, now))
    }),
  }
}

const isUnknownId = ({ verdict, code }: Scanned): boolean => verdict === 'unknown' && trackingIdIn(code) !== null

const toAnswer = (answer: Scanned, now: string): ScanAnswer => {
  const { delivery, ...told } = answer
  return { ...told, sentence: toSentence(answer, now), ...(delivery ? { delivery: toDelivery(delivery) } : {}) }
}

/** In English; the screens say the same in their language. */
const toSentence = ({ verdict, shop, until, rider, hold }: Scanned, now: string): string =>
  fillSentence(
    scanWords[verdict],
    {
      ...(shop ? { shop: nameShop(shop) } : {}),
      ...(until ? { until: getEatDay(until) === getEatDay(now) ? timeInWords(until) : whenInWords(until, 'en') } : {}),
      ...(rider ? { rider } : {}),
      ...(hold ? { reason: holdWords[`hold.${hold}`] } : {}),
    },
    'en',
  )

const nameShop = ({ location, address }: Shop): string => `${address}, ${location}`
