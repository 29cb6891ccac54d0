import { settableStatuses } from '@tuma/contracts/vocabulary'
import type { Parcel, Step } from '../ledger.ts'
import { machine } from '../machine.ts'
import { admin, type PersonContext, shops, toAgent } from './network.ts'

const stepsInOrder: readonly Step[] = ['uncollected', 'rider', 'inTransit', 'delivered', 'collected']
const allowsStep = ({ kind }: Parcel, step: Step): boolean => step !== (kind === 'doorstep' ? 'uncollected' : 'rider')

/** An agent's press: mostly of the right shop, of any step that may be next. */
const takeStep = async (context: PersonContext, parcel: Parcel, step: Step): Promise<boolean> => {
  const { caller, ledger, chance, network } = context
  const { deliveryId, kind, from, to } = parcel
  const shop = step === 'delivered' || step === 'collected' ? to : from
  const actor = toAgent(chance.is(0.95) ? shop : chance.below(shops.length))
  const nationalId = chance.is(0.9) ? '20000001' : '20000002'
  const riderId = chance.among(network.riders)
  const reply = await caller.askUntilAnswered<unknown>({
    actor,
    call: ({ delivery }, asked) => {
      if (step === 'rider') return delivery.assignRider({ asked, deliveryId, riderId, revision: null })
      if (step === 'collected' && kind === 'parcelDukani') {
        const picker = { name: 'Juma Odinga', phone: '254711000111', nationalId }
        return delivery.assignPicker({ asked, deliveryId, ...picker, revision: null })
      }
      return delivery.move({ asked, deliveryId, to: step, revision: null })
    },
  })
  const done = 'answer' in reply
  if (done) ledger.reached.push({ deliveryId, status: step })
  return done
}

/** An agent scans a parcel in instead of pressing its step: mostly at the right shop, sometimes before its turn. */
const scanIn = async (context: PersonContext, parcel: Parcel, step: 'uncollected' | 'delivered'): Promise<boolean> => {
  const { caller, ledger, chance } = context
  const { deliveryId, trackingId: code, from, to } = parcel
  const shop = step === 'delivered' ? to : from
  const actor = toAgent(chance.is(0.9) ? shop : chance.below(shops.length))
  const look = chance.is(0.2)
  const reply = await caller.askUntilAnswered({
    actor,
    call: ({ delivery }, asked) => delivery.scanIn({ asked, codes: [{ code, doneAt: null }], look }),
  })
  const [scanned] = 'answer' in reply ? reply.answer : []
  const done = !look && scanned?.delivery?.status === step
  if (done) ledger.reached.push({ deliveryId, status: step })
  return done
}

const isScanned = (step: Step): step is 'uncollected' | 'delivered' => step === 'uncollected' || step === 'delivered'

/** An agent takes a parcel a few steps on; another agent may press the same at the same time. */
export const moveParcel = async (context: PersonContext): Promise<void> => {
  const { ledger, chance } = context
  if (ledger.parcels.length === 0) return
  const parcel = chance.among(ledger.parcels.slice(-12))
  const done = ledger.reached.filter(({ deliveryId }) => deliveryId === parcel.deliveryId).length
  const left = stepsInOrder.filter((step) => allowsStep(parcel, step)).slice(done)
  for (const step of left.slice(0, 1 + chance.below(3))) {
    const both = chance.is(0.15) ? [step, step] : [step]
    const scans = isScanned(step) && parcel.kind === 'parcelDukani' && chance.is(0.3)
    await Promise.all(both.map((one) => (scans ? scanIn(context, parcel, step) : takeStep(context, parcel, one))))
    await machine.sleep(chance.delay(20))
  }
}

export const overrideOrDelete = async ({ caller, ledger, chance }: PersonContext): Promise<void> => {
  if (ledger.parcels.length === 0) return
  const { deliveryId } = chance.among(ledger.parcels)
  if (chance.is(0.5)) {
    const status = chance.among(settableStatuses)
    await caller.askUntilAnswered({
      actor: admin,
      call: ({ delivery }, asked) => delivery.overrideStatus({ asked, deliveryId, status, trackingId: null }),
    })
    return
  }
  await caller.askUntilAnswered({
    actor: admin,
    call: ({ delivery }, asked) => delivery.deleteDelivery({ asked, deliveryId }),
  })
}

export const changeRates = async ({ caller, chance }: PersonContext): Promise<void> => {
  const { location } = chance.among(shops)
  const price = 150 + 10 * chance.below(30)
  await caller.askUntilAnswered({
    actor: admin,
    call: ({ delivery }, asked) => delivery.setPrice({ asked, place: location, tier: 'same-day', price }),
  })
}

/** One admin at a time, so that the last one is known. */
export const changeRole = async ({ caller, ledger, chance, network }: PersonContext): Promise<void> => {
  const client = chance.among(network.clients)
  if (ledger.isAppointing || client.kind !== 'user') return
  ledger.isAppointing = true
  const { userId: accountId } = client
  const role = chance.among(['user', 'agent'] as const)
  const reply = await caller.askUntilAnswered({
    actor: admin,
    call: ({ identity }, asked) => identity.changeRole({ asked, accountId, role }),
  })
  if ('answer' in reply) ledger.roles.set(accountId, role)
  ledger.isAppointing = false
}
