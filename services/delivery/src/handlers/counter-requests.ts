import { type CommandContext, nameOfActor } from '@tuma/contracts/services'
import { type CounterHow, Refused, type Shillings, type Shop, trackingIdIn } from '@tuma/contracts/vocabulary'
import type { EventMetadata } from '@tuma/platform/event-sourcing'
import type { Dependencies } from '../dependencies.ts'
import type { RequestDelivery } from '../domain/request-decisions.ts'
import { deliveryIdOfCommand, senderKeyOfPhone } from '../ids.ts'
import { type ParcelForm, parcelRequests } from '../parcel-requests.ts'
import { toAsker } from './askers.ts'

export type CounterForm = Omit<ParcelForm, 'senderShop' | 'deliveryFee'> & { readonly deliveryFee: Shillings }

type Deps = Pick<Dependencies, 'network' | 'hash' | 'environment' | 'settings'>

/** The agent at whose counter it is, and the agent's shop. @throws Refused not_allowed, not_found */
export const getAgentAtCounter = (asked: CommandContext): { readonly agentId: string; readonly shop: Shop } => {
  const { role, userId, shop } = toAsker(asked.actor)
  if (role !== 'agent' || userId === null) throw new Refused('not_allowed')
  if (shop === null) throw new Refused('not_found')
  return { agentId: userId, shop }
}

/** What is known of a parcel at the counter once it is known how it is paid. `quotedAt`: null: the prices of now. */
type ToRequest = {
  readonly deliveryId: string
  readonly requestHash: string
  readonly agentId: string
  readonly shop: Shop
  readonly form: CounterForm
  readonly how: CounterHow
  readonly payment: RequestDelivery['payment']
  readonly quotedAt: string | null
  /** As printed: it becomes the tracking id. */
  readonly sticker?: string | undefined
  readonly at: string
}

/** Makes commands for parcels that are sent from an agent's own shop. */
export const counterRequests = (deps: Deps) => {
  const toRequest = parcelRequests(deps)

  return (wanted: ToRequest): Promise<RequestDelivery> => {
    const { agentId, shop, form, how, at, ...others } = wanted
    const voidUntil = new Date(Date.parse(at) + 60_000 * deps.settings.VOID_MINUTES).toISOString()
    return toRequest({
      ...{ ...others, at, owner: null, held: null, form: { ...form, senderShop: shop } },
      counter: { agentId, how, senderKey: senderKeyOfPhone(deps.hash, form.sender.phone), voidUntil },
    })
  }
}
export type CounterRequests = ReturnType<typeof counterRequests>

/** @throws Refused sticker_unknown */
const toStickerId = (typed: string): string => {
  const id = trackingIdIn(typed)
  if (id === null) throw new Refused('sticker_unknown')
  return id
}

type CashOrReceiver = { readonly how: 'cash' | 'on_delivery'; readonly productPrice: Shillings }

/** `sticker`: as typed or scanned. */
type AtOnce = CounterForm & { readonly pay: CashOrReceiver; readonly sticker?: string | undefined }

/** The command for a parcel that is booked at once. @throws Refused not_allowed, not_found, to_a_shop, sticker_unknown */
export const requestAtOnce =
  (deps: Deps, toRequest: CounterRequests) =>
  (asked: CommandContext, { sticker, ...form }: AtOnce, { at, requestHash }: EventMetadata) => {
    const { pay } = form
    const agent = getAgentAtCounter(asked)
    if ('shop' in form.to && pay.how === 'on_delivery') throw new Refused('to_a_shop')
    return toRequest({
      deliveryId: deliveryIdOfCommand(deps.hash, nameOfActor(asked.actor), asked.commandId),
      requestHash: requestHash ?? deps.hash('form', form),
      ...agent,
      ...{ form, how: pay.how, quotedAt: null, at },
      ...(sticker === undefined ? {} : { sticker: toStickerId(sticker) }),
      payment: pay.how === 'cash' ? { method: 'cash' } : { method: 'payOnDelivery', productPrice: pay.productPrice },
    })
  }
