import { randomBytes } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Delivery, User } from '@tuma/contracts/api'
import { engineSettings } from '@tuma/platform/engines'
import { readSettings } from '@tuma/platform/runtime'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OpenHouse, openHouse } from '../api/open-house.ts'
import { dukaniFee, dukaniForm, paid } from '../api/parcels.ts'
import type { Answer, Visitor } from '../api/visitor.ts'
import { writeBackupFile } from '../src/backup-file.ts'
import { restoreBackup } from '../src/restore-backup.ts'
import { answersTo, isWrong, rowsOf } from './everything.ts'
import { copyOf, keptFolders } from './kept-folders.ts'
import { type StoredNames, storedNamesIn } from './stored-names.ts'

const patience = 300_000
type Everywhere = 'collections' | 'checkpoints' | 'groups'
/** What each folder holds, and what today's code adds to each of them. */
const names: {
  readonly everywhere: Pick<StoredNames, Everywhere>
  readonly folders: Readonly<Record<string, Omit<StoredNames, Everywhere> & Partial<Pick<StoredNames, 'checkpoints'>>>>
} = JSON.parse(readFileSync(new URL('stored-names.json', import.meta.url), 'utf8'))
type Kept = { readonly at: string; readonly session: string; readonly answers: Record<string, unknown> }

/** Opened on a copy, at the moment at which it was closed. */
const reopened = async (kept: URL, { at }: Kept): Promise<OpenHouse & { readonly file: string }> => {
  const copy = copyOf(kept)
  const house = await openHouse({ DATA_DIR: copy }, { now: () => at, randomBytes: (count) => randomBytes(count) })
  return {
    ...house,
    file: join(copy, 'tuma.db'),
    async close() {
      await house.close()
      rmSync(copy, { recursive: true, force: true })
    },
  }
}

const pressing = async (house: OpenHouse) => {
  const admin = await house.signedIn('admin')
  const agents: User[] = rowsOf(await admin.get('/api/admin/agents'))
  const shops = new Map<string, Visitor>()
  for (const { username, location, address } of agents) {
    shops.set(`${location} ${address}`, await house.signedIn(username))
  }
  const [rider] = rowsOf(await admin.get('/api/admin/all'))
  const picker = { pickerName: 'Juma Odinga', pickerPhone: '0722555666', pickerNationalId: '12345678' }

  /** What holds it is lifted, and what nobody found is found. */
  const setFree = async ({ _id, held = [], outcome }: Delivery): Promise<void> => {
    for (const code of held) expect((await admin.put(`/api/agent/lift/${_id}`, { code })).status).toBe(200)
    if (outcome !== 'lost') return
    expect((await admin.put(`/api/admin/deliveries/${_id}/lost`, { lost: false })).status).toBe(200)
  }

  /** The next step that its row offers, pressed by the shop whose step it is. Null: there is none. */
  return async (parcel: Delivery): Promise<Answer | null> => {
    const { _id, sender, receiver, deliveryType, leg } = parcel
    await setFree(parcel)
    const first = shops.get(`${sender.location} ${sender.dropoffAgent}`) as Visitor
    const last =
      deliveryType === 'doorstep' ? first : (shops.get(`${receiver.location} ${receiver.pickupAgent}`) as Visitor)
    const [from, to] = leg === 'back' ? [last, first] : [first, last]
    const { nextStep }: Delivery = (await from.get(`/api/deliveries/${deliveryType}/${_id}`)).body
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
}

test('a folder of the first format is kept, and one of each day that stored more', () =>
  expect(keptFolders.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(names.folders))))

describe.each(keptFolders)('the data folder of $name', ({ name, url: folder }) => {
  const kept: Kept = JSON.parse(readFileSync(new URL('answers.json', folder), 'utf8'))
  let house: Awaited<ReturnType<typeof reopened>>
  beforeAll(async () => {
    house = await reopened(folder, kept)
  }, patience)
  afterAll(() => house.close())

  test('answers what it answered then, whatever is asked', { timeout: patience }, async () => {
    const answers = await answersTo(house)
    const asked = Object.keys(kept.answers).map((question) => [question, answers[question]])
    expect(Object.fromEntries(asked)).toEqual(kept.answers)
    // What nobody could ask then is answered well all the same.
    expect(Object.entries(answers).filter(([, told]) => isWrong(told))).toEqual([])
  })

  test('is restored from a backup that the release made that wrote it', { timeout: patience }, async () => {
    const copy = copyOf(folder)
    const [backup, restored] = [join(copy, 'tuma.backup'), join(copy, 'restored')]
    const key = readFileSync(join(copy, 'secret.key'), 'utf8').trim()
    writeBackupFile(backup, join(copy, 'tuma.db'), { version: 1, made: kept.at, key })
    const settings = readSettings(engineSettings, { DATA_DIR: restored })
    expect(await restoreBackup([backup], settings)).toContain(`as it was at ${kept.at}`)
    expect(storedNamesIn(join(restored, 'tuma.db')).streams).toEqual(storedNamesIn(join(copy, 'tuma.db')).streams)
    rmSync(copy, { recursive: true, force: true })
  })

  test('is ready: nothing in it stands still', { timeout: patience }, async () => {
    const ready = async () => (await house.stranger().get('/readyz')).status
    await expect.poll(ready, { timeout: patience }).toBe(200)
  })

  test('each parcel in it goes its way to the end', { timeout: patience }, async () => {
    const press = await pressing(house)
    const admin = await house.signedIn('admin')
    const parcels: Delivery[] = rowsOf(await admin.get('/api/admin/deliveries?limit=500'))
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
  })

  test('an admin’s hand still reaches a parcel, and takes it away', { timeout: patience }, async () => {
    const admin = await house.signedIn('admin')
    const [{ _id }] = rowsOf(await admin.get('/api/admin/deliveries?limit=1'))
    const set = await admin.patch(`/api/admin/deliveries/${_id}/status`, { status: 'sorting' })
    expect([set.status, set.body.status]).toEqual([200, 'sorting'])
    expect((await admin.delete(`/api/admin/deliveries/${_id}`)).status).toBe(200)
    expect((await admin.get(`/api/deliveries/doorstep/${_id}`)).status).toBe(404)
    expect((await admin.get(`/api/admin/deliveries/${_id}/history`)).body.at(-1).type).toBe('DeliveryDeleted')
  })

  test('a used payment answers its own request and no other; one that waited pays', { timeout: patience }, async () => {
    const client = await house.signedIn('client')
    const send = async (paymentReferenceId: string, form: object = dukaniForm) => {
      const { status, body } = await client.post('/api/dukani/deliveries', { ...form, paymentReferenceId })
      return status === 201 ? body.trackingId : body.code
    }
    const sent: Delivery[] = rowsOf(await client.get('/api/dukani/getall/wanjiku?limit=500'))
    const paidBy = (reference: string) => sent.find(({ paymentReferenceId }) => paymentReferenceId === reference)
    expect(await send('PAY-300001')).toBe('payment_not_found')
    expect(await send('PAY-300002')).toBe(paidBy('PAY-300002')?.trackingId)
    expect(await send('PAY-300002', { ...dukaniForm, parcelDescription: 'Another' })).toBe('payment_used')
    expect(paidBy('PAY-300003')).toBeUndefined()
    expect(await send('PAY-300003')).toMatch(/^TM-/)
    expect(await send(await paid(client, dukaniFee))).toMatch(/^TM-/)
  })

  test('who was signed in stays so, and a link that was sent opens', async () => {
    const client = house.stranger({ authorization: `Bearer ${kept.session}` })
    expect((await client.get('/api/users/me')).body.username).toBe('wanjiku')
    expect((await client.get('/api/users/logout')).status).toBe(200)
    const verify = `/api/users/verify-email/${await house.linkTo('shared@tuma.test', 'verify-email')}`
    expect((await house.stranger().get(verify)).status).toBe(200)
    const login = { email: 'shared@tuma.test', password: 'tuma-demo' }
    expect((await house.stranger().post('/api/users/login', login)).body.username).toBe('kito')
  })

  test('names stay taken, and passwords are those last set', async () => {
    const register = async (username: string, email: string) => {
      const person = { name: 'Baraka Mwita', username, email, phone: '0711222333', password: 'tuma-demo' }
      const { status, body } = await house.stranger().post('/api/users/register', person)
      return status === 201 ? 'registered' : body.code
    }
    expect(await register('Wanjiku', 'free@tuma.test')).toBe('username_taken')
    expect(await register('farida', 'free@tuma.test')).toBe('username_taken')
    expect(await register('late', 'NEEMA.new@tuma.test')).toBe('registered')
    expect(await register('free', 'farida@tuma.test')).toBe('registered')
    const login = async (email: string, password: string) =>
      (await house.stranger().post('/api/users/login', { email, password })).status
    expect(await login('hamisi@tuma.test', 'tuma-demo')).toBe(401)
    expect(await login('hamisi@tuma.test', 'a second one')).toBe(200)
    expect(await login('neema.new@tuma.test', 'tuma-demo')).toBe(200)
    expect(await login('farida@tuma.test', 'tuma-demo')).not.toBe(200)
  })

  test('who wanted no marketing gets none', async () => {
    const admin = await house.signedIn('admin')
    const phoneNumbers = ['0711333000', '0711444009', '0711333001']
    const { body } = await admin.post('/api/admin/send-bulk-sms', { phoneNumbers, message: 'Half price' })
    const reasons = body.results.map(({ reason }: { reason: string | null }) => reason)
    expect(reasons).toEqual(['opted_out', 'opted_out', null])
  })

  test('what was parked is given back, and parked again', { timeout: patience }, async () => {
    const admin = await house.signedIn('admin')
    const [parked] = rowsOf(await admin.get('/api/admin/parked'))
    const { topic, group, key } = parked
    expect((await admin.post('/api/admin/parked/replay', { topic, group, key })).body).toEqual({ replayed: 1 })
    const again = async () => (await admin.get('/api/admin/parked')).body
    await expect.poll(again, { timeout: patience }).toEqual([expect.objectContaining({ topic, group, key })])
  })

  // Last: whatever the commands above have stored is there by now, or comes.
  test('nothing is stored under a name that it did not have', { timeout: patience }, async () => {
    // Of messages stand those that somebody has still to hear; and open screens are no group any more.
    const { everywhere, folders } = names
    const checkpoints = { ...everywhere.checkpoints, ...folders[name]?.checkpoints }
    const { messages, groups, ...others } = { ...everywhere, ...folders[name], checkpoints } as StoredNames
    const found = () => storedNamesIn(house.file)
    await expect.poll(found).toMatchObject(others)
    expect(messages).toEqual(expect.arrayContaining(found().messages))
    expect(found().groups).toEqual(groups)
  })
})
