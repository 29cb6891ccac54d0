import { randomUUID } from 'node:crypto'
import type { Role } from '@tuma/contracts/vocabulary'
import { demonstrationPassword } from '../src/seed/seed-plan.ts'
import { counterForm, doorstepFee, doorstepForm, dukaniFee, dukaniForm, paid } from './parcels.ts'
import type { TestProduct } from './test-product.ts'
import type { Visitor } from './visitor.ts'

export type Parcel = { readonly _id: string; readonly trackingId: string; readonly revision: number }

/** People of the demonstration, signed in, and what they do to prepare a test. */
export type Fixtures = Awaited<ReturnType<typeof openFixtures>>

const pressed = async (agent: Visitor, step: string, { _id }: Parcel): Promise<Parcel> =>
  (await agent.put(`/api/agent/${step}/${_id}`, {})).body

/** Sends the parcel out with a rider, so that the receiver pays at the door. */
const onItsWay = async (parcel: Parcel, agent: Visitor, admin: Visitor): Promise<Parcel> => {
  const { body: riders } = await admin.get('/api/admin/all')
  await agent.put(`/api/doorstep/assign-rider/${parcel._id}`, { riderId: riders[0]._id })
  return pressed(agent, 'update-intransit', parcel)
}

/** The code in the receiver's SMS, from the service, because the SMS may come later. */
const codeFor =
  ({ services }: TestProduct) =>
  async ({ _id: deliveryId }: Pick<Parcel, '_id'>): Promise<string> =>
    (await services.delivery.collectionCode({ deliveryId })).code ?? ''

const newShop = async (admin: Visitor): Promise<{ locationId: string; pickupPoint: string }> => {
  const [locationName, pickupPoint] = [`PLACE ${randomUUID()}`, 'One kiosk / desk']
  await admin.post('/api/admin/add-location', { locationName, pickupPoints: [pickupPoint] })
  const { body } = await admin.get('/api/admin/locations')
  const found = body.find((one: { locationName: string }) => one.locationName === locationName)
  return { locationId: found._id, pickupPoint }
}

const newSticker = async ({ services }: TestProduct): Promise<string> => {
  const commandId = randomUUID()
  const asked = { actor: { kind: 'system', name: 'test' } as const, commandId, correlationId: commandId }
  const { stickers } = await services.delivery.makeStickerRoll({ asked, count: 1, shop: null })
  return stickers[0] ?? ''
}

let bookings = 0
/** A parcel that waits at the counter for its money, by a prompt on a phone of its own. */
const booked = async (agent: Visitor): Promise<{ _id: string }> => {
  bookings += 1
  const pay = { how: 'prompt', phone: `0719 ${String(bookings).padStart(6, '0')}` }
  return { _id: (await agent.post('/api/agent/counter-parcels', { ...counterForm, pay })).body.bookingId }
}

/** Parcels from NAIROBI CBD to THIKA, sent by the client: the agents of both shops, and a third of another shop. */
export const openFixtures = async (product: TestProduct) => {
  const client = await product.signedIn('client')
  const otherClient = await product.registered(`other-${randomUUID().slice(0, 8)}`)
  const cbd = await product.signedIn('agent.cbd')
  const thika = await product.signedIn('agent.thika')
  const kitengela = await product.signedIn('agent.kitengela')
  const admin = await product.signedIn('admin')

  const sent = async (kind: 'doorstep' | 'dukani', form: object): Promise<Parcel> => {
    const { status, body } = await client.post(`/api/${kind}/deliveries`, form)
    if (status !== 201) throw new Error(`the ${kind} request was refused: ${body.code}`)
    const type = kind === 'dukani' ? 'parcelDukani' : kind
    return (await admin.get(`/api/deliveries/${type}/${body._id}`)).body
  }

  const ways = ['dropping', 'uncollected', 'inTransit', 'delivered'] as const
  return {
    product,
    client,
    otherClient,
    cbd,
    thika,
    kitengela,
    admin,
    doorstep: () => sent('doorstep', doorstepForm),
    /** Brings a parcel to this status. */
    async dukani(status: (typeof ways)[number] = 'dropping'): Promise<Parcel> {
      const reach = ways.indexOf(status)
      let parcel = await sent('dukani', { ...dukaniForm, paymentReferenceId: await paid(client, dukaniFee) })
      if (reach >= 1) parcel = await pressed(cbd, 'update-status', parcel)
      if (reach >= 2) parcel = await pressed(cbd, 'update-intransit', parcel)
      if (reach >= 3) parcel = await pressed(thika, 'update-received', parcel)
      return parcel
    },
    /** A parcel that an agent took in for a customer, for cash. */
    takenIn: async (): Promise<Parcel> => (await cbd.post('/api/agent/counter-parcels', counterForm)).body,
    booking: () => booked(cbd),
    /** A printed sticker that is on no parcel. */
    sticker: () => newSticker(product),
    getCode: codeFor(product),
    /** A parcel for which Ksh 1,850 are due at the door. */
    toBePaid: async () => onItsWay(await sent('doorstep', doorstepForm), cbd, admin),
    /** A payment by the client that is not used yet. */
    async payment(): Promise<string> {
      const search = await paid(client, doorstepFee)
      return (await admin.get(`/api/admin/payments?search=${search}`)).body[0]._id
    },
    /** An account that a test may delete; its e-mail is `<username>@tuma.test`. */
    async expendable(role: Role = 'user'): Promise<{ _id: string; username: string; email: string }> {
      const username = `x-${randomUUID()}`
      const { accountId: _id } = await product.services.identity.openAccount({
        asked: { actor: { kind: 'system', name: 'test' }, commandId: username, correlationId: username },
        name: 'Pendo Kazungu',
        username,
        email: `${username}@tuma.test`,
        phone: '254711999888',
        password: demonstrationPassword,
        role,
        shop: null,
      })
      return { _id, username, email: `${username}@tuma.test` }
    },
    /** A new shop without agents or parcels. */
    shop: () => newShop(admin),
    async rider(): Promise<string> {
      return (await admin.post('/api/admin/add', { name: 'Kiprono Bett', phone: '0711777666' })).body._id
    },
  }
}
