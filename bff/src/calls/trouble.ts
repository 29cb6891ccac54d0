import { createHash } from 'node:crypto'
import { missesAnHour, type Shop } from '@tuma/contracts/vocabulary'
import type { Dependencies, Services } from '../dependencies.ts'
import { accountNames } from './account-names.ts'
import { openPhotos } from './photo-file.ts'
import { storedPhone } from './stored-phone.ts'
import { toDelivery } from './tracked.ts'

/** Parcels with a problem, and reports about them. */
export const troubleCalls = ({ api, services: { delivery, identity }, toCommandContext }: Dependencies) => {
  const withPhoto = openPhotos()
  return {
    hold: api.trouble.hold.handler(async ({ input, context }) => {
      const { id: deliveryId, code, note = '', toSender = '' } = input
      const answer = await delivery.putOnHold({
        asked: toCommandContext(context, input),
        deliveryId,
        code,
        note,
        toSender,
      })
      return toDelivery(answer.delivery)
    }),
    lift: api.trouble.lift.handler(async ({ input, context }) => {
      const { id: deliveryId, code } = input
      return toDelivery(
        (await delivery.liftHold({ asked: toCommandContext(context, input), deliveryId, code })).delivery,
      )
    }),
    addPhoto: api.trouble.addPhoto.handler(({ input: { id: deliveryId, photo }, context }) =>
      withPhoto(photo, context.caller.token ?? '', async (bytes) => {
        const press = toCommandContext(context, { photo: createHash('sha256').update(bytes).digest('hex') })
        const answer = await delivery.addPhoto({ asked: press, deliveryId, photo: bytes.toString('base64') })
        return toDelivery(answer.delivery)
      }),
    ),
    photo: api.trouble.photo.handler(async ({ input: { id: deliveryId, photoId }, context }) => {
      const { type, photo } = await delivery.photo({ viewer: context.caller.actor, deliveryId, photoId })
      const name = `photo.${type === 'image/webp' ? 'webp' : 'jpg'}`
      context.resHeaders.set('content-disposition', `attachment; filename="${name}"`)
      context.resHeaders.set('x-content-type-options', 'nosniff')
      return new File([Buffer.from(photo, 'base64')], name, { type })
    }),
    decide: api.trouble.decide.handler(async ({ input, context }) => {
      const { id: deliveryId, decision } = input
      return toDelivery(
        (await delivery.decideWait({ asked: toCommandContext(context, input), deliveryId, decision })).delivery,
      )
    }),
    sendBack: api.trouble.sendBack.handler(async ({ input, context }) => {
      const { id: deliveryId } = input
      return toDelivery((await delivery.sendBack({ asked: toCommandContext(context, input), deliveryId })).delivery)
    }),
    reportLost: api.trouble.reportLost.handler(async ({ input, context }) => {
      const { id: deliveryId, lost } = input
      return toDelivery(
        (await delivery.reportLost({ asked: toCommandContext(context, input), deliveryId, lost })).delivery,
      )
    }),
    changePhone: api.trouble.changePhone.handler(async ({ input, context }) => {
      const change = {
        asked: toCommandContext(context, input),
        deliveryId: input.id,
        phone: storedPhone(input.phone),
        reason: null,
      }
      return toDelivery((await delivery.changeReceiverPhone(change)).delivery)
    }),
    correctPhone: api.trouble.correctPhone.handler(async ({ input, context }) => {
      const { id: deliveryId, phone, reason } = input
      const change = { asked: toCommandContext(context, input), deliveryId, phone: storedPhone(phone), reason }
      return toDelivery((await delivery.changeReceiverPhone(change)).delivery)
    }),
    raiseCodes: api.trouble.raiseCodes.handler(({ context }) =>
      delivery.raiseCodes({ asked: toCommandContext(context, {}) }),
    ),
    problems: api.trouble.problems.handler(() => listProblems({ delivery, identity })),
  }
}

const listProblems = async ({ delivery, identity }: Pick<Services, 'delivery' | 'identity'>) => {
  const { codes, handedOver, ...found } = await delivery.problems()
  const accountIds = [...new Set([...codes, ...handedOver].map(({ agentId }) => agentId))]
  const names = await accountNames(identity, accountIds)
  const shops = accountIds.length === 0 ? new Map<string, Shop>() : toShops(await identity.agents())
  const named = <Counted extends { readonly agentId: string }>(one: Counted) => ({
    ...one,
    name: names[one.agentId] ?? null,
  })
  return {
    ...found,
    codes: stopped(codes).map((one) => named({ ...one, parcels: one.parcels.length })),
    codesOfShops: stopped(togetherByShop(codes, shops)).map(({ parcels, ...one }) => ({
      ...one,
      parcels: parcels.length,
    })),
    handedOver: handedOver
      .filter(({ withoutCode }) => withoutCode > 0)
      .sort((one, other) => other.withoutCode - one.withoutCode)
      .map((one) => named({ ...one, shop: shops.get(one.agentId) ?? null })),
  }
}

type Missed = { readonly agentId: string; readonly misses: number; readonly parcels: readonly string[] }
type Shops = ReadonlyMap<string, Shop>

const stopped = <One extends Pick<Missed, 'misses'>>(missed: readonly One[]): One[] =>
  missed.filter(({ misses }) => misses >= missesAnHour)

type Agent = { readonly _id: string; readonly location: string | null; readonly address: string | null }
const toShops = (agents: readonly Agent[]): Shops =>
  new Map(
    agents.flatMap(({ _id, location, address }) =>
      location !== null && address !== null ? [[_id, { location, address }] as const] : [],
    ),
  )

/** Two agents of a shop may each be below the limit that stops an agent, and reach it together. */
const togetherByShop = (missed: readonly Missed[], shops: Shops) => {
  const byShop = Object.groupBy(missed, ({ agentId }) => JSON.stringify(shops.get(agentId) ?? null))
  return Object.values(byShop).flatMap((those = []) => {
    const shop = shops.get(those[0]?.agentId ?? '')
    if (!shop) return []
    const parcels = [...new Set(those.flatMap((one) => one.parcels))]
    return [{ shop, misses: those.reduce((sum, { misses }) => sum + misses, 0), parcels }]
  })
}
