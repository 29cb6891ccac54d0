import { settableStatuses } from '@tuma/contracts/vocabulary'
import type { Parcel, Step } from '../ledger.ts'
import { machine } from '../machine.ts'
import { admin, type Means, shops, toAgent } from './town.ts'

const pressed: readonly Step[] = ['uncollected', 'rider', 'inTransit', 'delivered', 'collected']
const allowsStep = ({ kind }: Parcel, step: Step): boolean => step !== (kind === 'doorstep' ? 'uncollected' : 'rider')

/** An agent's press: mostly of the right shop, of any step that may be next. */
const press = async (means: Means, parcel: Parcel, step: Step): Promise<boolean> => {
  const { asking, ledger, chance, town } = means
  const { deliveryId, kind, from, to } = parcel
  const shop = step === 'delivered' || step === 'collected' ? to : from
  const actor = toAgent(chance.is(0.95) ? shop : chance.below(shops.length))
  const nationalId = chance.is(0.9) ? '20000001' : '20000002'
  const riderId = chance.among(town.riders)
  const heard = await asking.persist<unknown>({
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
  const done = 'answer' in heard
  if (done) ledger.reached.push({ deliveryId, status: step })
  return done
}

/** An agent takes a parcel a few steps on; another agent may press the same at the same time. */
export const handle = async (means: Means): Promise<void> => {
  const { ledger, chance } = means
  if (ledger.parcels.length === 0) return
  const parcel = chance.among(ledger.parcels.slice(-12))
  const done = ledger.reached.filter(({ deliveryId }) => deliveryId === parcel.deliveryId).length
  const left = pressed.filter((step) => allowsStep(parcel, step)).slice(done)
  for (const step of left.slice(0, 1 + chance.below(3))) {
    const both = chance.is(0.15) ? [step, step] : [step]
    await Promise.all(both.map((one) => press(means, parcel, one)))
    await machine.sleep(chance.delay(20))
  }
}

export const overrule = async ({ asking, ledger, chance }: Means): Promise<void> => {
  if (ledger.parcels.length === 0) return
  const { deliveryId } = chance.among(ledger.parcels)
  if (chance.is(0.5)) {
    const status = chance.among(settableStatuses)
    await asking.persist({
      actor: admin,
      call: ({ delivery }, asked) => delivery.overrideStatus({ asked, deliveryId, status, trackingId: null }),
    })
    return
  }
  await asking.persist({ actor: admin, call: ({ delivery }, asked) => delivery.deleteDelivery({ asked, deliveryId }) })
}

export const changeRates = async ({ asking, chance }: Means): Promise<void> => {
  const { location } = chance.among(shops)
  const price = 150 + 10 * chance.below(30)
  await asking.persist({
    actor: admin,
    call: ({ delivery }, asked) => delivery.setPrice({ asked, place: location, tier: 'same-day', price }),
  })
}

/** One admin at a time, so that the last one is known. */
export const appoint = async ({ asking, ledger, chance, town }: Means): Promise<void> => {
  const client = chance.among(town.clients)
  if (ledger.isAppointing || client.kind !== 'user') return
  ledger.isAppointing = true
  const { userId: accountId } = client
  const role = chance.among(['user', 'agent'] as const)
  const heard = await asking.persist({
    actor: admin,
    call: ({ identity }, asked) => identity.changeRole({ asked, accountId, role }),
  })
  if ('answer' in heard) ledger.roles.set(accountId, role)
  ledger.isAppointing = false
}
