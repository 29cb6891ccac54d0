import { randomBytes } from 'node:crypto'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { getEatDay, pricingTiers } from '@tuma/contracts/vocabulary'
import { engineSettings } from '@tuma/platform/engines'
import { openLog, readSettings } from '@tuma/platform/runtime'
import { tracesIn } from '@tuma/platform/testing'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { hurried } from '../api/demonstration.ts'
import { doorstepForm, dukaniForm } from '../api/parcels.ts'
import { sentReceipt } from '../api/sent-receipt.ts'
import { type Visitor, visitor } from '../api/visitor.ts'
import { makeBackup } from '../src/backup/make-backup.ts'
import { restoreBackup } from '../src/backup/restore-backup.ts'
import { type Product, readProductSettings, startProduct } from '../src/product.ts'
import { getNames, keptBy } from '../src/read-models.ts'
import { rebuildView } from '../src/rebuild-view.ts'
import { openFolderPlace } from '../src/shipping/folder-place.ts'
import { openSeal } from '../src/shipping/seal.ts'
import { openMailServer } from './mail-server.ts'
import { someFolders } from './run-main.ts'

const day = 24 * 60 * 60_000
const password = 'correct horse battery'
const owner = { ADMIN_EMAIL: 'owner@tuma.example', ADMIN_PASSWORD: password }
const person = {
  name: 'Zanzibarra Quillfeather',
  username: 'zanzibarra.q',
  email: 'zanzibarra@quillfeather.test',
  phone: '0799123456',
  password,
}
/** However they are written; for a phone, the digits that all spellings share. */
const nationalId = '87654321'
const words = ['zanzibarra', 'quillfeather', '799123456', nationalId]
/** What they sign in with, which is stored sealed. */
const system = 'PlayStation 4'
const userAgent = 'Mozilla/5.0 (PlayStation 4 11.00) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const { folder, remove } = someFolders()
afterAll(remove)

/** An Africa's Talking on this machine: it takes every SMS, and its ids reveal nothing. */
const smsProvider = async () => {
  let sent = 0
  const server = createServer(async (request, response) => {
    const numbers = (new URLSearchParams(await text(request)).get('to') ?? '').split(',')
    sent += numbers.length
    const Recipients = numbers.map((number, place) => ({
      ...{ statusCode: 101, number, status: 'Success', cost: 'KES 0.8000', messageId: `ATXid_${sent}-${place}` },
    }))
    response.writeHead(201, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ SMSMessageData: { Message: 'Sent', Recipients } }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const AT_BASE_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { AT_BASE_URL, AT_USERNAME: 'tuma', AT_API_KEY: 'the-key' }
}

/** A product that sends messages, with two shops and the agents of both. */
const openProduct = async () => {
  const { mails, SMTP_URL } = await openMailServer()
  const providers = { SMTP_URL, ...(await smsProvider()) }
  let aheadMs = 0
  const now = () => new Date(Date.now() + aheadMs).toISOString()
  let product: Product | undefined
  const close = async () => {
    await product?.close()
    product = undefined
  }
  onTestFinished(close)
  const running = () => product as Product
  const open = async (DATA_DIR: string, backup = {}) => {
    const settings = {
      DATA_DIR,
      ...backup,
      PORT: '0',
      SEED: 'none',
      POSTS_PER_MINUTE: '100000',
      ...owner,
      ...providers,
    }
    product = await startProduct(
      { ...readProductSettings(settings), ...hurried },
      {
        ...{ log: openLog('silent', { write: () => undefined }), environment: { now, randomBytes } },
      },
    )
  }
  const stranger = (headers = {}) => visitor(running().url, headers)
  const signedIn = async (email: string): Promise<Visitor> => {
    const one = stranger()
    const { status, body } = await one.post('/api/users/login', { email, password })
    expect([email, status, body.code]).toEqual([email, 200, undefined])
    return one
  }
  return {
    ...{ open, close, running, stranger, signedIn, now },
    admin: () => signedIn(owner.ADMIN_EMAIL),
    passes(ms: number) {
      aheadMs += ms
    },
    /** The newest link of this kind in a mail. */
    async linkIn(kind: string): Promise<string> {
      const found = () => mails.flatMap((mail) => new RegExp(`${kind}/([\\w.~-]+)`).exec(unfolded(mail))?.[1] ?? [])
      await expect.poll(found).not.toEqual([])
      return found().at(-1) as string
    },
    async network() {
      const admin = await signedIn(owner.ADMIN_EMAIL)
      for (const deliveryType of pricingTiers)
        await admin.post('/api/admin/prices', { place: 'THIKA', deliveryType, price: 350 })
      for (const { location, address, email } of shops) {
        const place = { locationName: location, pickupPoints: [address], price: 250 }
        expect((await admin.post('/api/admin/add-location', place)).status).toBeLessThan(300)
        const asked = { actor: { kind: 'system', name: 'test' }, commandId: email, correlationId: email } as const
        const agent = { name: 'Mwangi Njoroge', username: email.split('@')[0] as string, phone: '254700100012', email }
        const shop = { location, address }
        await running().services.identity.openAccount({ asked, ...agent, password, role: 'agent', shop })
      }
    },
  }
}
type Started = Awaited<ReturnType<typeof openProduct>>

const shops = [
  { location: 'NAIROBI CBD', address: 'Moi Avenue Stationers', email: 'cbd@tuma.example' },
  { location: 'THIKA', address: 'Thika Arcade Bookshop', email: 'thika@tuma.example' },
] as const
const [cbd, thika] = shops

/** A mail as its reader sees it: quoted-printable breaks long lines. */
const unfolded = (letter: string): string => letter.replace(/=\r?\n/g, '').replaceAll('=3D', '=')

const sent = async (who: Visitor, kind: 'doorstep' | 'dukani', form: object): Promise<string> => {
  const { status, body } = await who.post(`/api/${kind}/deliveries`, form)
  expect([status, body.code]).toEqual([201, undefined])
  return body._id
}
const collected = async (started: Started, id: string) => {
  const [sending, receiving] = [await started.signedIn(cbd.email), await started.signedIn(thika.email)]
  const picker = { pickerName: person.name, pickerPhone: person.phone, pickerNationalId: nationalId }
  for (const [agent, step, typed] of [
    [sending, 'agent/update-status', {}],
    [sending, 'agent/update-intransit', {}],
    [receiving, 'agent/update-received', {}],
    [receiving, 'dukani/assign-picker', picker],
  ] as const)
    expect([step, (await agent.put(`/api/${step}/${id}`, typed)).status]).toEqual([step, 200])
}

/** Pastes a message that is not one of ours; its shape is stored for the office. */
const pastesSomethingElse = async (who: Visitor) => {
  const mpesaMessage = `UKQ1ABCDE9 Confirmed. Ksh50.00 lent to ${person.name} ${person.phone} on 27/11/26.`
  const claim = { paymentReferenceId: 'PAY-900009', senderName: person.name, mpesaMessage }
  expect((await who.post('/api/payment/verify-payment', claim)).body.success).not.toBe(true)
}

/** Registers, gets mails, sends and pays, and writes to us. @returns the parcels */
const usesEverything = async (started: Started) => {
  const zanzibarra = started.stranger({ 'user-agent': userAgent })
  expect((await zanzibarra.post('/api/users/register', person)).status).toBe(201)
  await zanzibarra.get(`/api/users/verify-email/${await started.linkIn('verify-email')}`)
  expect((await zanzibarra.post('/api/users/login', { email: person.email, password })).status).toBe(200)
  const { body: sessions } = await zanzibarra.get('/api/users/sessions')
  expect(sessions).toMatchObject([{ system, network: '127.0.0.1', current: true }])
  const parcelDescription = 'A letter of Zanzibarra'
  const { name, phone } = person
  const dukani = async (n: number) => {
    const paymentReferenceId = `PAY-90000${n}`
    const message = await started
      .running()
      .services.payment.sampleMessage({ amount: 250, at: started.now(), seed: `${n}` })
    const claim = { paymentReferenceId, senderName: name, mpesaMessage: message.message }
    expect((await zanzibarra.post('/api/payment/verify-payment', claim)).body).toMatchObject({ success: true })
    const sender = { ...dukaniForm.sender, name, phoneNumber: phone }
    return sent(zanzibarra, 'dukani', { ...dukaniForm, sender, parcelDescription, paymentReferenceId })
  }
  const sender = { ...doorstepForm.sender, name, phone }
  const parcels = {
    doorstep: await sent(zanzibarra, 'doorstep', { ...doorstepForm, sender, parcelDescription }),
    ended: await dukani(1),
    underWay: await dukani(2),
  }
  await collected(started, parcels.ended)
  const payTo = await zanzibarra.put('/api/client/payout-number', { phone, password })
  expect([payTo.status, payTo.body.code]).toEqual([200, undefined])
  await pastesSomethingElse(zanzibarra)
  const written = { name, email: person.email, message: 'Where is the letter of Zanzibarra?' }
  expect((await zanzibarra.post('/api/support/messages', written)).status).toBe(201)
  await zanzibarra.post('/api/users/forgotpassword', { email: person.email })
  await started.linkIn('resetpassword')
  return parcels
}

/** An admin writes to them, and they opt out. */
const isWrittenTo = async (started: Started) => {
  const admin = await started.admin()
  const campaign = { phoneNumbers: [person.phone, '0733111222'], message: 'Half price on Friday' }
  expect((await admin.post('/api/admin/send-bulk-sms', campaign)).body.accepted).toBe(2)
  expect((await admin.post('/api/admin/sms-opt-outs', { phone: person.phone })).status).toBeLessThan(300)
  const { body: users } = await admin.get('/api/admin/users')
  const { _id } = users.find(({ username }: { username: string }) => username === person.username)
  const asked = await admin.post(`/api/admin/books/payees/${_id}/number/approval`, { phone: '0733111222' })
  expect(asked.status).toBe(201)
}

/** Counts and revenue at the end. */
const figures = async (started: Started) => {
  const { delivery, revenue } = started.running().services
  const days = await revenue.days({ from: '2026-11-01', to: getEatDay(started.now()) })
  const isSomething = ({ doorstepDeliveries, parcelDukaniDeliveries }: (typeof days)[number]) =>
    doorstepDeliveries + parcelDukaniDeliveries > 0
  return [await delivery.counts(), days.filter(isSomething)]
}
/** Traces in all lists of admins and agents. */
const tracesInAnswers = async (started: Started, parcels: readonly string[]) => {
  const [admin, agent] = [await started.admin(), await started.signedIn(cbd.email)]
  const lists = ['deliveries', 'users', 'sms-contacts', 'audit', 'sms-opt-outs', 'unsent'].map(
    (one) => `/api/admin/${one}`,
  )
  const ofParcels = parcels.flatMap((id) => [
    `/api/admin/deliveries/${id}/history`,
    `/api/deliveries/parcelDukani/${id}`,
  ])
  const answers = await Promise.all([
    ...[...lists, ...ofParcels, '/api/agent/paid-parcels'].map((path) => admin.get(path)),
    ...['customers', 'paid-parcels'].map((path) => agent.get(`/api/agent/${path}?limit=500`)),
  ])
  const told = JSON.stringify(answers.map(({ body }) => body)).toLowerCase()
  return words.filter((word) => told.includes(word))
}
const noTraces = (DATA_DIR: string) =>
  expect.poll(() => tracesIn(DATA_DIR, [...words, system]), { timeout: 60_000, interval: 250 }).toEqual([])

/** @returns the words found in the answers, when all read models are filled again */
const toldBy = async (started: Started, parcels: readonly string[]) => {
  const isReady = async () => (await started.stranger().get('/readyz')).body
  await expect.poll(isReady).toEqual({ ready: true })
  return tracesInAnswers(started, parcels)
}
const logsIn = async (started: Started) =>
  (await started.stranger().post('/api/users/login', { email: person.email, password })).body.code

const backupKey = Buffer.alloc(32, 9)
const shipped = { BACKUP_TO: folder('place'), BACKUP_KEY: backupKey.toString('hex') }
/** All that is at the place of the backup, as the owner of its key can read it. */
const openPlaceObjects = async (): Promise<Map<string, Buffer>> => {
  const [place, seal] = [openFolderPlace(folder('place')), openSeal(backupKey)]
  const names = await place.list('')
  const opened = names.map(async (name) => [name, await seal.open(name, (await place.get(name)) as Buffer)] as const)
  return new Map(await Promise.all(opened))
}
/** People are sealed at the place even before they are erased: it has no read models. */
const noTracesAtPlace = async () => {
  const opened = folder('opened')
  rmSync(opened, { recursive: true, force: true })
  mkdirSync(opened)
  const objects = await openPlaceObjects()
  expect([...objects.keys()].some((name) => name.includes('/log-'))).toBe(true)
  for (const [name, content] of objects) writeFileSync(join(opened, name.replaceAll('/', '_')), content)
  expect(await tracesIn(opened, [...words, system])).toEqual([])
}

test('a person who has used everything and deletes their account leaves no byte, also after a rebuild and a restore', async () => {
  const [DATA_DIR, restored, backup] = [folder('data'), folder('restored'), folder('earlier.backup')]
  mkdirSync(DATA_DIR)
  mkdirSync(folder('place'))
  const engines = (of: string) => readSettings(engineSettings, { DATA_DIR: of })
  const started = await openProduct()
  await started.open(DATA_DIR, shipped)
  await started.network()
  const parcels = await usesEverything(started)
  const ids = Object.values(parcels)
  await isWrittenTo(started)
  expect(await tracesIn(DATA_DIR, words)).toHaveLength(words.length)
  await noTracesAtPlace()
  // Admins and agents see the end of a national id.
  expect(await tracesInAnswers(started, ids)).toEqual(expect.arrayContaining(words.slice(0, 3)))
  await makeBackup([backup], engines(DATA_DIR))

  const admin = await started.admin()
  const users: { _id: string; username: string }[] = (await admin.get('/api/admin/users')).body
  const id = users.find(({ username }) => username === person.username)?._id
  expect((await admin.delete(`/api/admin/users/${id}`)).status).toBe(200)
  expect(await logsIn(started)).toBe('invalid_credentials')
  await collected(started, parcels.underWay)
  const before = await figures(started)
  // The parcel to a door is never delivered: its thirty days are over, and so are the ninety of the people who
  // collected the others.
  started.passes(91 * day)
  await started.close()
  await started.open(DATA_DIR, shipped)
  await expect.poll(() => tracesInAnswers(started, ids)).toEqual([])
  // A start writes the file again; without a start this happens within the hour.
  await started.close()
  await started.open(DATA_DIR, shipped)
  await noTraces(DATA_DIR)
  const after = await figures(started)
  expect(after).toEqual(before)

  await started.close()
  for (const [service, kept] of Object.entries(keptBy))
    for (const view of getNames(kept)) await rebuildView([service, view], engines(DATA_DIR))
  await started.open(DATA_DIR, shipped)
  expect(await toldBy(started, ids)).toEqual([])
  expect(await figures(started)).toEqual(before)
  await noTraces(DATA_DIR)

  await noTracesAtPlace()
  expect(String((await openPlaceObjects()).get('erased'))).toContain(`identity ${id}`)

  await started.close()
  await restoreBackup([backup, '--erased', join(DATA_DIR, 'erased')], engines(restored))
  await started.open(restored)
  await expect.poll(() => toldBy(started, ids)).toEqual([])
  expect(await logsIn(started)).toBe('invalid_credentials')
  await started.close()
  await started.open(restored)
  await noTraces(restored)
  const names = (await (await started.admin()).get('/api/admin/users')).body.map(({ name }: { name: string }) => name)
  expect(names).not.toContain('(erased)')
  const campaign = { phoneNumbers: [person.phone], message: 'Half price on Friday' }
  const { results } = (await (await started.admin()).post('/api/admin/send-bulk-sms', campaign)).body
  expect(results).toMatchObject([{ accepted: false, reason: 'opted_out' }])
})

/** A guest's parcel with a product that is paid for in cash, and then paid out to the guest by the office. */
const isPaidOut = async (started: Started, id: string) => {
  const [admin, sending, receiving] = [
    await started.admin(),
    await started.signedIn(cbd.email),
    await started.signedIn(thika.email),
  ]
  await admin.post('/api/admin/add', { name: 'Kiprono Rotich', phone: '0733000222' })
  const [{ _id: riderId }] = (await admin.get('/api/admin/all')).body
  for (const [agent, step, typed] of [
    [sending, 'doorstep/assign-rider', { riderId }],
    [sending, 'agent/update-intransit', {}],
    [receiving, 'agent/update-received', { taken: { how: 'cash' } }],
    [receiving, 'agent/update-collected', {}],
  ] as const)
    expect([step, (await agent.put(`/api/${step}/${id}`, typed)).status]).toEqual([step, 200])
  const drawer = async () => (await receiving.get('/api/agent/cash')).body.cents
  await expect.poll(drawer, { timeout: 60_000 }).toBeGreaterThan(0)
  const cents = await drawer()
  await receiving.post('/api/agent/cash/hand-overs', { amount: cents / 100, inDrawer: cents })
  const [waiting] = (await admin.get('/api/admin/books/hand-overs?waiting=true')).body
  await admin.post(`/api/admin/books/drawers/${waiting.agentId}/hand-overs/${waiting._id}`, { amount: cents / 100 })
  const ready = async () => (await admin.get('/api/admin/books/ready')).body
  await expect.poll(ready, { timeout: 60_000 }).toHaveLength(1)
  const [owed] = await ready()
  const payout = { owedTo: owed._id, cents: owed.ready, reference: sentReceipt(0, started.now()) }
  expect((await admin.post('/api/admin/books/payouts', payout)).status).toBe(200)
}

test('a guest who was paid out and is erased by phone leaves no byte, also after a rebuild', async () => {
  const DATA_DIR = folder('guest')
  mkdirSync(DATA_DIR)
  const started = await openProduct()
  await started.open(DATA_DIR)
  await started.network()
  const guest = started.stranger()
  await pastesSomethingElse(guest)
  const sender = { ...doorstepForm.sender, name: person.name, phone: person.phone }
  const id = await sent(guest, 'doorstep', { ...doorstepForm, sender, parcelDescription: 'A letter of Zanzibarra' })
  const admin = await started.admin()
  const erasure = await admin.post('/api/admin/erasures', { phone: person.phone, again: person.phone })
  expect(erasure.body.until).not.toBeNull()
  expect(await tracesIn(DATA_DIR, words.slice(0, 3))).toHaveLength(3)
  await isPaidOut(started, id)
  const phone = async () => (await admin.get(`/api/deliveries/doorstep/${id}`)).body.sender.phone
  await expect.poll(phone, { timeout: 60_000 }).toBe('(erased)')
  // A start writes the file again; without a start this happens within the hour.
  await started.close()
  await started.open(DATA_DIR)
  await noTraces(DATA_DIR)
  expect(await toldBy(started, [id])).toEqual([])

  await started.close()
  for (const [service, kept] of Object.entries(keptBy))
    for (const view of getNames(kept)) await rebuildView([service, view], readSettings(engineSettings, { DATA_DIR }))
  await started.open(DATA_DIR)
  expect(await toldBy(started, [id])).toEqual([])
  await noTraces(DATA_DIR)
})
