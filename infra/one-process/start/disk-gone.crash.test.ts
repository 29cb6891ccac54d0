import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { startMpesa } from '@tuma/mpesa'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { putDemonstration } from '../api/demonstration.ts'
import { type Visitor, visitor } from '../api/visitor.ts'
import { demonstrationPassword } from '../src/seed/seed-plan.ts'
import { runsOfEachTest, someFolders } from './run-main.ts'

const { folder, remove } = someFolders()
const { startMain } = runsOfEachTest()
afterAll(remove)

const METRICS_TOKEN = 'a-token-of-the-operators-alone'
const BACKUP_KEY = '5a'.repeat(32)
const start = async (DATA_DIR: string, BACKUP_TO: string) => {
  const run = startMain({ DATA_DIR, BACKUP_TO, BACKUP_KEY, METRICS_TOKEN, SEED: 'demo', POSTS_PER_MINUTE: '100000' })
  return { run, url: await run.ready() }
}
const restore = async (DATA_DIR: string, ...asked: string[]) => {
  const entry = join(import.meta.dirname, '../src/restore.ts')
  const child = spawn(process.execPath, [entry, ...asked], {
    env: { PATH: process.env.PATH ?? '', DATA_DIR, BACKUP_KEY },
  })
  const [output, errors, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { status, output, errors }
}
const signedIn = async (url: string, who: string): Promise<Visitor> => {
  const person = visitor(url)
  const login = { email: `${who}@tuma.test`, password: demonstrationPassword }
  expect((await person.post('/api/users/login', login)).status).toBe(200)
  return person
}
const isShipped = async (url: string): Promise<void> => {
  const asked = visitor(url, { authorization: `Bearer ${METRICS_TOKEN}` })
  const behind = async () => /^tuma_backup_behind_seconds\{.*\} 0$/m.test(String((await asked.get('/metrics')).body))
  await expect.poll(behind, { timeout: 120_000, interval: 200 }).toBe(true)
}

test('the disk is gone at noon: all is there but the last seconds, and the statement brings their money back', async () => {
  const [DATA_DIR, place, again] = [folder('data'), folder('place'), folder('again')]
  for (const made of [DATA_DIR, place]) mkdirSync(made)
  await putDemonstration(DATA_DIR)
  const mpesa = await startMpesa()
  onTestFinished(() => mpesa.close())
  const first = await start(DATA_DIR, place)
  const client = await signedIn(first.url, 'client')
  const pays = async (amount: number): Promise<string> => {
    const done = await mpesa.handset.payByHand({ phone: '254712345678', amount, name: 'Wanjiku Kamau' })
    const said = { paymentReferenceId: 'PAY-777777', senderName: 'Wanjiku Kamau', mpesaMessage: done?.sms }
    expect((await client.post('/api/payment/verify-payment', said)).body).toMatchObject({ success: true })
    return String(done?.receipt)
  }
  const shipped = await pays(350)
  await isShipped(first.url)
  // The last seconds: what was recorded and did not reach the place.
  renameSync(place, `${place}-away`)
  const lost = await pays(400)
  first.run.kill('SIGKILL')
  await first.run.ended()
  rmSync(DATA_DIR, { recursive: true })
  renameSync(`${place}-away`, place)

  expect(await restore(again, '--from', place)).toMatchObject({ status: 0, errors: '' })
  const second = await start(again, place)
  const admin = await signedIn(second.url, 'admin')
  await expect.poll(async () => (await admin.get('/readyz')).body, { timeout: 120_000 }).toEqual({ ready: true })
  const session = `Bearer ${client.cookie('tuma_session')}`
  expect((await visitor(second.url, { authorization: session }).get('/api/users/me')).status).toBe(401)
  const getPayment = async (receipt: string) => (await admin.get(`/api/admin/payments?search=${receipt}`)).body[0]
  expect(await getPayment(shipped)).toMatchObject({ amount: 350 })
  expect(await getPayment(lost)).toBeUndefined()

  const headers = { 'content-type': 'text/csv' }
  const { body: statement } = await admin.ask('POST', '/api/admin/statements', mpesa.statement(), { headers })
  const { body: findings } = await admin.get(`/api/admin/statements/${statement._id}/findings`)
  expect(findings.newMoney).toMatchObject({ count: 1, lines: [{ receipt: lost, cents: 40_000 }] })
  expect((await admin.post(`/api/admin/statements/${statement._id}/commit`, {})).status).toBe(200)
  await expect.poll(() => getPayment(lost), { timeout: 120_000 }).toMatchObject({ state: 'confirmed', amount: 400 })
  const { body: books } = await admin.get('/api/admin/books')
  expect(books.accounts.reduce((sum: number, { cents }: { cents: number }) => sum + cents, 0)).toBe(0)
  await isShipped(second.url)
})

test('after kills in the middle of shipments the place still gets all that was acknowledged', async () => {
  const [DATA_DIR, place, again] = [folder('killed'), folder('place-of-killed'), folder('killed-again')]
  for (const made of [DATA_DIR, place]) mkdirSync(made)
  await putDemonstration(DATA_DIR)
  const acknowledged: string[] = []
  for (const life of [1, 2]) {
    const { run, url } = await start(DATA_DIR, place)
    const admin = await signedIn(url, 'admin')
    for (let turn = 1; turn <= 15; turn++) {
      const name = `Rider ${life} ${turn}`
      const { status } = await admin.post('/api/admin/add', { name, phone: '0711777666' })
      if (status === 200) acknowledged.push(name)
    }
    run.kill('SIGKILL')
    await run.ended()
  }
  const { run, url } = await start(DATA_DIR, place)
  await isShipped(url)
  run.kill('SIGKILL')
  await run.ended()
  expect(await restore(again, '--from', place)).toMatchObject({ status: 0, errors: '' })
  const admin = await signedIn((await start(again, place)).url, 'admin')
  const riders = async () => (await admin.get('/api/admin/all')).body.map(({ name }: { name: string }) => name)
  await expect.poll(riders, { timeout: 120_000 }).toEqual(expect.arrayContaining(acknowledged))
  expect(acknowledged).toHaveLength(30)
})
