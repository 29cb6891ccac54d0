import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Delivery, User } from '@tuma/contracts/api'
import { type NextStep, nextSteps } from '@tuma/contracts/vocabulary'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { calls } from '../api/calls.ts'
import { oneTimeCode } from '../api/one-time-code.ts'
import { doorstepForm, dukaniFee, dukaniForm, paid } from '../api/parcels.ts'
import { openTestProduct, type TestProduct } from '../api/test-product.ts'
import type { Answer, Visitor } from '../api/visitor.ts'
import { answersTo, askedElsewhere, getRows, isWrong } from './everything.ts'
import { createEnvironment, getCopy, type KeptFolder, keptFolder, keptFolders } from './kept-folders.ts'
import { type StoredNames, storedNamesIn } from './stored-names.ts'

const patience = 300_000
/** The names that a folder holds after all tests below. */
const names: StoredNames = JSON.parse(readFileSync(new URL('stored-names.json', import.meta.url), 'utf8'))

/** Opened on a copy, on the folder's own clock. */
const reopened = async (folder: KeptFolder): Promise<TestProduct & { readonly file: string }> => {
  const copy = getCopy(folder)
  const product = await openTestProduct({ DATA_DIR: copy }, createEnvironment(folder))
  return {
    ...product,
    file: join(copy, 'tuma.db'),
    async close() {
      await product.close()
      rmSync(copy, { recursive: true, force: true })
    },
  }
}

const pressing = async (product: TestProduct) => {
  const admin = await product.signedIn('admin')
  const agents: User[] = getRows(await admin.get('/api/admin/agents'))
  const shops = new Map<string, Visitor>()
  for (const { username, location, address } of agents.filter(({ location }) => location)) {
    shops.set(`${location} ${address}`, await product.signedIn(username))
  }
  const [rider] = getRows(await admin.get('/api/admin/all'))
  const picker = { pickerName: 'Juma Odinga', pickerPhone: '0722555666', pickerNationalId: '12345678' }

  /** Releases what holds the parcel, and marks it as found if it was lost. */
  const setFree = async ({ _id, held = [], outcome }: Delivery): Promise<void> => {
    for (const code of held) expect((await admin.put(`/api/agent/lift/${_id}`, { code })).status).toBe(200)
    if (outcome !== 'lost') return
    expect((await admin.put(`/api/admin/deliveries/${_id}/lost`, { lost: false })).status).toBe(200)
  }

  const steps = new Set<NextStep>()
  /**
   * Presses the next step that the parcel's row offers, as the shop whose step it is. @returns null where no step is
   * left
   */
  const press = async (parcel: Delivery): Promise<Answer | null> => {
    const { _id, sender, receiver, deliveryType, leg } = parcel
    await setFree(parcel)
    const first = shops.get(`${sender.location} ${sender.dropoffAgent}`) as Visitor
    const last =
      deliveryType === 'doorstep' ? first : (shops.get(`${receiver.location} ${receiver.pickupAgent}`) as Visitor)
    const [from, to] = leg === 'back' ? [last, first] : [first, last]
    const { nextStep }: Delivery = (await from.get(`/api/deliveries/${deliveryType}/${_id}`)).body
    if (nextStep?.step) steps.add(nextStep.step)
    switch (nextStep?.step) {
      case undefined:
        throw new Error(`${parcel.trackingId} says nothing of its next step`)
      case null:
        return null
      case 'drop':
        return from.put(`/api/agent/update-status/${_id}`, {})
      case 'assignRider':
        return from.put(`/api/doorstep/assign-rider/${_id}`, { riderId: rider._id })
      case 'putInTransit':
        return from.put(`/api/agent/update-intransit/${_id}`, {})
      case 'markDelivered':
        return to.put(`/api/agent/update-received/${_id}`, {})
      case 'confirmReceipt':
        return to.put(`/api/agent/update-collected/${_id}`, {})
      case 'assignPicker':
        return to.put(`/api/dukani/assign-picker/${_id}`, picker)
    }
  }
  return { press, steps }
}

test('the folder of this format is kept', () => expect(keptFolder().name).toBe('kept'))

describe.each(keptFolders)('the data folder $name', (folder) => {
  const { kept } = folder
  let product: Awaited<ReturnType<typeof reopened>>
  beforeAll(async () => {
    product = await reopened(folder)
  }, patience)
  afterAll(() => product.close())

  test('gives the same answers as when it was made', { timeout: patience }, async () => {
    const answers = await answersTo(product, kept)
    const asked = Object.keys(kept.answers).map((question) => [question, answers[question]])
    expect(Object.fromEntries(asked)).toEqual(kept.answers)
    // A call that is newer than the folder must also get a good answer.
    expect(Object.entries(answers).filter(([, told]) => isWrong(told))).toEqual([])
    const called = new Set(Object.keys(answers).map((question) => question.split(' ')[0]))
    const reading = calls.filter(({ method, name }) => method === 'GET' && !askedElsewhere.includes(name))
    expect(reading.filter(({ name }) => !called.has(name)).map(({ name }) => name)).toEqual([])
  })

  test('is ready: no read model in it has stopped', { timeout: patience }, async () => {
    const ready = async () => (await product.stranger().get('/readyz')).status
    await expect.poll(ready, { timeout: patience }).toBe(200)
  })

  test('each parcel in it can be brought to its end', { timeout: patience }, async () => {
    const { press, steps } = await pressing(product)
    const admin = await product.signedIn('admin')
    const parcels: Delivery[] = getRows(await admin.get('/api/admin/deliveries?limit=500'))
    for (const begun of parcels) {
      let parcel = begun
      for (let pressed = await press(parcel); pressed !== null; pressed = await press(parcel)) {
        const { status, body } = pressed
        expect(status, `${parcel.trackingId} ${parcel.status}: ${body.code}`).toBe(200)
        parcel = body
      }
      expect(parcel.status).toBe('collected')
    }
    const { total, byStatus } = (await admin.get('/api/admin/deliveries/counts')).body
    expect(byStatus.collected).toBe(total)
    expect([...steps].sort()).toEqual([...nextSteps].sort())
  })

  test('an admin can still set a parcel’s status and delete it', { timeout: patience }, async () => {
    const admin = await product.signedIn('admin')
    const [{ _id }] = getRows(await admin.get('/api/admin/deliveries?limit=1'))
    const set = await admin.patch(`/api/admin/deliveries/${_id}/status`, { status: 'sorting' })
    expect([set.status, set.body.status]).toEqual([200, 'sorting'])
    expect((await admin.delete(`/api/admin/deliveries/${_id}`)).status).toBe(200)
    expect((await admin.get(`/api/deliveries/doorstep/${_id}`)).status).toBe(404)
    expect((await admin.get(`/api/admin/deliveries/${_id}/history`)).body.at(-1).type).toBe('DeliveryDeleted')
  })

  test('a used payment answers its own request and no other; an unused one pays', { timeout: patience }, async () => {
    const client = await product.signedIn('client')
    const send = async (paymentReferenceId: string, form: object = dukaniForm) => {
      const { status, body } = await client.post('/api/dukani/deliveries', { ...form, paymentReferenceId })
      return status === 201 ? body.trackingId : body.code
    }
    const sent: Delivery[] = getRows(await client.get('/api/dukani/getall/wanjiku?limit=500'))
    const paidBy = (reference: string) => sent.find(({ paymentReferenceId }) => paymentReferenceId === reference)
    expect(await send('PAY-300001')).toBe('payment_not_found')
    expect(await send('PAY-300002')).toBe(paidBy('PAY-300002')?.trackingId)
    expect(await send('PAY-300002', { ...dukaniForm, parcelDescription: 'Another' })).toBe('payment_used')
    expect(paidBy('PAY-300003')).toBeUndefined()
    expect(await send('PAY-300003')).toMatch(/^TM-/)
    expect(await send(await paid(client, dukaniFee))).toMatch(/^TM-/)
  })

  test('a signed-in person stays signed in, and a link from a mail still works', async () => {
    const client = product.stranger({ authorization: `Bearer ${kept.left.session}` })
    expect((await client.get('/api/users/me')).body.username).toBe('wanjiku')
    expect((await client.get('/api/users/logout')).status).toBe(200)
    const verified = await product.stranger().get(`/api/users/verify-email/${kept.left.verification}`)
    expect(verified.status).toBe(200)
    const login = { email: 'shared@tuma.test', password: 'tuma-demo' }
    expect((await product.stranger().post('/api/users/login', login)).body.username).toBe('kito')
  })

  test('a person with a second factor is asked for it, and each code works once', async () => {
    const { email, password, secret, recoveryCode } = kept.left.secondFactor
    const login = async (code?: string) => {
      const { status, body } = await product.stranger().post('/api/users/login', { email, password, code })
      return status === 200 ? body.username : body.code
    }
    expect(await login()).toBe('code_needed')
    const code = oneTimeCode(secret, kept.at)
    for (const one of [code, recoveryCode])
      expect([await login(one), await login(one)]).toEqual(['makena', 'code_wrong'])
  })

  test('a payment that arrived without its receipt is claimed by the payer of its prompt', async () => {
    const client = await product.signedIn('client')
    const { promptId } = kept.left.prompts
    const receipt = { receipt: 'UKR7ARR1VD', paymentReferenceId: 'PAY-310006', senderName: doorstepForm.sender.name }
    const { body } = await client.post('/api/payment/claim-receipt', { ...receipt, promptId })
    expect(body).toMatchObject({ success: true, amount: dukaniFee })
    expect((await client.get(`/api/payment/prompts/${promptId}`)).body.state).toBe('paid')
  })

  test('names stay taken, and passwords are those last set', async () => {
    const register = async (username: string, email: string) => {
      const person = { name: 'Baraka Mwita', username, email, phone: '0711222333', password: 'tuma-demo' }
      const { status, body } = await product.stranger().post('/api/users/register', person)
      return status === 201 ? 'registered' : body.code
    }
    expect(await register('Wanjiku', 'free@tuma.test')).toBe('username_taken')
    expect(await register('farida', 'free@tuma.test')).toBe('username_taken')
    expect(await register('late', 'NEEMA.new@tuma.test')).toBe('registered')
    expect(await register('free', 'farida@tuma.test')).toBe('registered')
    const login = async (email: string, password: string) =>
      (await product.stranger().post('/api/users/login', { email, password })).status
    expect(await login('hamisi@tuma.test', 'tuma-demo')).toBe(401)
    expect(await login('hamisi@tuma.test', 'a second one')).toBe(200)
    expect(await login('neema.new@tuma.test', 'tuma-demo')).toBe(200)
    expect(await login('farida@tuma.test', 'tuma-demo')).not.toBe(200)
  })

  test('people who have opted out of marketing get none', async () => {
    const admin = await product.signedIn('admin')
    const phoneNumbers = ['0711333000', '0711444009', '0711333001']
    const { body } = await admin.post('/api/admin/send-bulk-sms', { phoneNumbers, message: 'Half price' })
    const reasons = body.results.map(({ reason }: { reason: string | null }) => reason)
    expect(reasons).toEqual(['opted_out', 'opted_out', null])
  })

  test('a parked message is given back, and parked again', { timeout: patience }, async () => {
    const admin = await product.signedIn('admin')
    const [parked] = getRows(await admin.get('/api/admin/parked'))
    const { topic, group, key } = parked
    expect((await admin.post('/api/admin/parked/replay', { topic, group, key })).body).toEqual({ replayed: 1 })
    const again = async () => (await admin.get('/api/admin/parked')).body
    await expect.poll(again, { timeout: patience }).toEqual([expect.objectContaining({ topic, group, key })])
  })

  // This test is last because the commands above store more.
  test('nothing is stored under a name that is not listed', { timeout: patience }, async () => {
    const found = () => storedNamesIn(product.file)
    await expect.poll(found, { timeout: patience / 2 }).toMatchObject(names)
  })
})
