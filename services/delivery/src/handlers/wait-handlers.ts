import { implement } from '@orpc/server'
import { type CommandContext, deliveryContract } from '@tuma/contracts/services'
import { maxExtensions, Refused, type WaitDecision } from '@tuma/contracts/vocabulary'
import { derivedId, type KeyedHash } from '@tuma/platform/event-sourcing'
import { readDelivery } from '../delivery-stream.ts'
import type { Dependencies } from '../dependencies.ts'
import type { Asker } from '../domain/asker.ts'
import { isErased, type Parcel } from '../domain/delivery.ts'
import { delivery } from '../domain/delivery-decisions.ts'
import { type Waiting, withLonger } from '../domain/trouble/waiting.ts'
import { toWaitDays } from '../settings.ts'
import { openStepHandler } from './handle-step.ts'

/** The holder of the link acts for the sender, and for this one parcel. */
const linkBearer: Asker = { userId: null, role: 'system', shop: null }
/** Fifty bits: with the rate limit of tracking, guessing a key is hopeless. */
const keyLength = 10

/**
 * The key of one decision about one parcel: the question that its sender got about this wait. It follows from the
 * secret and is not stored; each answer changes it. An erased sender has no key.
 */
const getKey = (hash: KeyedHash, { deliveryId, waiting, sender }: Parcel): string | null => {
  if (!waiting?.asked || isErased(sender)) return null
  const digest = BigInt(`0x${hash('decision', deliveryId, waiting.since ?? '', waiting.times)}`)
  return (digest % 32n ** BigInt(keyLength)).toString(32).toUpperCase().padStart(keyLength, '0')
}

/** Decisions about parcels that their receivers do not collect, and about lost parcels. */
export const waitHandlers = (dependencies: Dependencies) => {
  const { streams, hash, lists, settings, buildMetadata } = dependencies
  const os = implement(deliveryContract)
  const handle = streams.getHandler(delivery)
  const press = openStepHandler(dependencies)
  const days = toWaitDays(settings)

  const parcelByKey = async (trackingId: string, key: string): Promise<Parcel> => {
    const row = await lists.tracked(trackingId)
    const { parcel } = row ? await readDelivery(dependencies, row._id) : { parcel: null }
    const right = parcel && getKey(hash, parcel)
    if (!right || right !== key.toUpperCase()) throw new Refused('not_found')
    return parcel
  }
  const told = ({ until, asked, times }: Waiting) =>
    withLonger({ until, asked, mayWait: asked && times < maxExtensions }, days)
  /** A repeated press is recorded once, with or without an idempotency key of its own. */
  const decide = (asked: CommandContext, { deliveryId, waiting }: Parcel, decision: WaitDecision) => {
    const commandId = derivedId('decision', deliveryId, decision, waiting?.since ?? '', `${waiting?.times}`)
    const metadata = { ...buildMetadata(asked), commandId }
    const command = { type: 'DecideWait', by: linkBearer, decision, days, at: metadata.at } as const
    return handle(`delivery-${deliveryId}`, command, metadata)
  }

  return {
    decideWait: os.decideWait.handler(({ input }) =>
      press(input, (by, at) => ({ type: 'DecideWait', by, decision: input.decision, days, at })),
    ),
    decideWaitByKey: os.decideWaitByKey.handler(async ({ input: { asked, trackingId, key, decision } }) => {
      const parcel = await parcelByKey(trackingId, key)
      const { waiting } = decision === null ? parcel : ((await decide(asked, parcel, decision)).state.parcel ?? parcel)
      return { waiting: waiting && told(waiting) }
    }),
    decisionKey: os.decisionKey.handler(async ({ input: { deliveryId } }) => {
      const { parcel } = await readDelivery(dependencies, deliveryId)
      return { key: parcel && getKey(hash, parcel) }
    }),
    putOnHold: os.putOnHold.handler(({ input: { code, note, toSender, ...input } }) =>
      press(input, (by, at) => ({ type: 'PutOnHold', by, code, note, toSender, at })),
    ),
    liftHold: os.liftHold.handler(({ input: { code, ...input } }) =>
      press(input, (by, at) => ({ type: 'LiftHold', by, code, days, at })),
    ),
    sendBack: os.sendBack.handler(({ input }) => press(input, (by, at) => ({ type: 'SendBack', by, at }))),
    reportLost: os.reportLost.handler(({ input }) =>
      press(input, (by, at) => ({ type: 'ReportLost', by, lost: input.lost, at })),
    ),
  }
}
