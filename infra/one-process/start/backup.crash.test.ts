import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { engineSettings } from '@tuma/platform/engines'
import { type Environment, openLog, readSettings, thisMachine } from '@tuma/platform/runtime'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { putDemonstration } from '../api/demonstration.ts'
import { doorstepForm } from '../api/parcels.ts'
import { type Visitor, visitor } from '../api/visitor.ts'
import { makeBackup } from '../src/backup/make-backup.ts'
import { restoreBackup } from '../src/backup/restore-backup.ts'
import { readProductSettings, startProduct } from '../src/product.ts'
import { demonstrationPassword } from '../src/seed/seed-plan.ts'
import { openMailServer } from './mail-server.ts'
import { runsOfEachTest, someFolders } from './run-main.ts'

const { folder, remove } = someFolders()
const { startMain } = runsOfEachTest()
afterAll(remove)

const start = async (DATA_DIR: string) => {
  const run = startMain({ DATA_DIR, SEED: 'demo', POSTS_PER_MINUTE: '100000' })
  return { run, url: await run.ready() }
}
/** Starts the command as `npm run backup` and `npm run restore` do. */
const startCommand = (name: 'backup' | 'restore', DATA_DIR: string, ...asked: string[]) => {
  const entry = join(import.meta.dirname, `../src/${name}.ts`)
  const { PATH = '' } = process.env
  return spawn(process.execPath, [entry, ...asked], { env: { PATH, DATA_DIR } })
}
const command = async (...[name, DATA_DIR, ...asked]: Parameters<typeof startCommand>) => {
  const child = startCommand(name, DATA_DIR, ...asked)
  const [output, errors, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { status, output, errors }
}
const signedIn = async (url: string, who: string): Promise<Visitor> => {
  const person = visitor(url)
  const { status } = await person.post('/api/users/login', {
    email: `${who}@tuma.test`,
    password: demonstrationPassword,
  })
  expect(status).toBe(200)
  return person
}
type Rider = { readonly _id: string; readonly name: string }
const readRiders = async (admin: Visitor): Promise<Rider[]> => (await admin.get('/api/admin/all')).body

/** Four people who send without a pause. @returns what has been acknowledged so far, and a function that stops them */
const fourWriters = async (url: string) => {
  const acknowledged: Rider[] = []
  const parcels: string[] = []
  let isOver = false
  const rest = async (write: (turn: number) => Promise<void>) => {
    for (let turn = 1; !isOver; turn++) await write(turn)
  }
  const hiring = (admin: Visitor, which: string) => async (turn: number) => {
    const name = `Rider ${which} ${turn}`
    const { status, body } = await admin.post('/api/admin/add', { name, phone: '0711777666' })
    if (status === 200) acknowledged.push({ _id: body._id, name })
  }
  const sending = (person: Visitor) => async () => {
    const { status, body } = await person.post('/api/doorstep/deliveries', doorstepForm)
    if (status === 201) parcels.push(body.trackingId)
  }
  const admins = [await signedIn(url, 'admin'), await signedIn(url, 'admin')]
  const writing = [
    ...admins.map((admin, which) => rest(hiring(admin, `${which}`))),
    ...[visitor(url), visitor(url)].map((person) => rest(sending(person))),
  ]
  return {
    soFar: () => ({ riders: [...acknowledged], parcels: [...parcels] }),
    async stop() {
      isOver = true
      await Promise.all(writing)
    },
  }
}

test('beside four writers a backup holds all that was acknowledged before it began, and gives the same answers elsewhere', async () => {
  const [DATA_DIR, file] = [folder('written'), join(folder('backups'), 'tuma.backup')]
  for (const made of [DATA_DIR, folder('backups')]) mkdirSync(made)
  await putDemonstration(DATA_DIR)
  const first = await start(DATA_DIR)
  const admin = await signedIn(first.url, 'admin')
  const writers = await fourWriters(first.url)
  await expect.poll(() => Math.min(writers.soFar().riders.length, writers.soFar().parcels.length)).toBeGreaterThan(4)
  const before = writers.soFar()
  const backup = await command('backup', DATA_DIR, file)
  expect(backup).toMatchObject({ status: 0, errors: '', output: expect.stringContaining(`${file} holds all of`) })
  const during = writers.soFar()
  await expect.poll(() => writers.soFar().riders.length).toBeGreaterThan(during.riders.length)
  await writers.stop()
  expect([readdirSync(folder('backups')), statSync(file).mode & 0o777]).toEqual([['tuma.backup'], 0o600])

  const restored = folder('elsewhere')
  expect(await command('restore', restored, file)).toMatchObject({ status: 0, errors: '' })
  const second = await start(restored)
  const again = await signedIn(second.url, 'admin')
  await expect.poll(async () => (await again.get('/readyz')).body).toEqual({ ready: true })
  const [asked, answered] = [await readRiders(admin), await readRiders(again)]
  expect(answered).toEqual(expect.arrayContaining(before.riders.map((rider) => expect.objectContaining(rider))))
  expect(asked).toEqual(expect.arrayContaining(answered))
  for (const trackingId of before.parcels) {
    const track = `/api/agent/track/${trackingId}`
    const [here, there] = [await visitor(first.url).get(track), await visitor(second.url).get(track)]
    expect([there.status, there.body]).toEqual([200, here.body])
  }
  for (const path of ['/api/locations', '/api/admin/agents']) {
    const [here, there] = [await admin.get(path), await again.get(path)]
    expect([there.status, there.body]).toEqual([200, here.body])
  }

  const authorization = `Bearer ${admin.cookie('tuma_session')}`
  const me = async (url: string) => (await visitor(url, { authorization }).get('/api/users/me')).status
  expect([await me(first.url), await me(second.url)]).toEqual([200, 401])
  expect((await again.get('/api/users/me')).status).toBe(200)
})

test('a killed product can be backed up too, and after several backups at once the file is one of them, whole', async () => {
  const [DATA_DIR, backups] = [folder('killed'), folder('backups-of-killed')]
  for (const made of [DATA_DIR, backups]) mkdirSync(made)
  await putDemonstration(DATA_DIR)
  const { run, url } = await start(DATA_DIR)
  const writers = await fourWriters(url)
  await expect.poll(() => writers.soFar().riders.length).toBeGreaterThan(4)
  await writers.stop()
  run.kill('SIGKILL')
  await run.ended()
  const file = join(backups, 'tuma.backup')
  const made = await Promise.all([1, 2].map(() => command('backup', DATA_DIR, file, '--replace')))
  expect(made.map(({ status, errors }) => [status, errors])).toEqual(Array(2).fill([0, '']))
  expect(readdirSync(backups)).toEqual(['tuma.backup'])
  const restored = folder('after-the-kill')
  expect(await command('restore', restored, file)).toMatchObject({ status: 0, errors: '' })
  const admin = await signedIn((await start(restored)).url, 'admin')
  const { riders } = writers.soFar()
  await expect
    .poll(() => readRiders(admin))
    .toEqual(expect.arrayContaining(riders.map((rider) => expect.objectContaining(rider))))
})

test('a restore that is killed at any point begins again or is done, and the product starts', async () => {
  const [DATA_DIR, file] = [folder('saved'), join(folder('.'), 'saved.backup')]
  mkdirSync(DATA_DIR)
  await putDemonstration(DATA_DIR)
  await makeBackup([file], readSettings(engineSettings, { DATA_DIR }))
  for (const seen of ['restoring', 'restoring/tuma.db-wal', 'tuma.db']) {
    const restored = folder(`killed at ${basename(seen)}`)
    const cut = startCommand('restore', restored, file)
    await vi.waitUntil(() => existsSync(join(restored, seen)) || cut.exitCode !== null, {
      timeout: 60_000,
      interval: 1,
    })
    cut.kill('SIGKILL')
    await once(cut, 'close')
    const isDone = existsSync(join(restored, 'tuma.db'))
    if (!isDone) expect(await command('restore', restored, file)).toMatchObject({ status: 0, errors: '' })
    const { run, url } = await start(restored)
    expect((await (await signedIn(url, 'client')).get('/api/users/me')).status).toBe(200)
    run.kill('SIGKILL')
    await run.ended()
  }
})

test('an impossible backup or restore ends with one sentence, and the folder stays unchanged', async () => {
  const DATA_DIR = folder('nothing')
  expect(await command('backup', DATA_DIR, join(folder('.'), 'x'))).toEqual({
    ...{ status: 1, output: '' },
    errors: `There is no folder ${DATA_DIR}: name yours with DATA_DIR.\n`,
  })
  mkdirSync(join(DATA_DIR, 'restoring'), { recursive: true })
  const run = startMain({ DATA_DIR })
  expect(await run.ended()).toMatchObject({
    code: 1,
    errors: expect.stringMatching(/^A restore into .+ was cut: .+\n$/),
  })
  expect(readdirSync(DATA_DIR)).toEqual(['restoring'])
})

const admin = { ADMIN_EMAIL: 'owner@tuma.example', ADMIN_PASSWORD: 'correct horse battery' }
const opened = async (DATA_DIR: string, more: Record<string, string>, environment: Environment = thisMachine) => {
  const settings = readProductSettings({ DATA_DIR, PORT: '0', SEED: 'none', ...admin, ...more })
  const product = await startProduct(settings, { log: openLog('silent', { write: () => undefined }), environment })
  let closed: Promise<void> | undefined
  const close = () => {
    closed ??= product.close()
    return closed
  }
  onTestFinished(close)
  const owner = visitor(product.url)
  const login = { email: admin.ADMIN_EMAIL, password: admin.ADMIN_PASSWORD }
  expect((await owner.post('/api/users/login', login)).status).toBe(200)
  return { owner, close }
}

test('messages that waited at the backup are held after the restore, and sent when an admin sends them', async () => {
  const [DATA_DIR, restored, file] = [folder('waiting'), folder('held'), join(folder('.'), 'waiting.backup')]
  const written = { name: 'Zawadi Mwende', email: 'zawadi@tuma.test', message: 'Where is my parcel?' }
  const first = await opened(DATA_DIR, {})
  expect((await first.owner.post('/api/support/messages', written)).status).toBe(201)
  await makeBackup([file], readSettings(engineSettings, { DATA_DIR }))
  await first.close()
  await restoreBackup([file], readSettings(engineSettings, { DATA_DIR: restored }))

  const { mails, SMTP_URL } = await openMailServer()
  const later = () => new Date(Date.now() + 5 * 60_000).toISOString()
  const { owner } = await opened(restored, { SMTP_URL }, { ...thisMachine, now: later })
  const unsent = async () => (await owner.get('/api/admin/unsent')).body
  const held = [{ template: 'support', reason: 'restored', isWaiting: false, canBeSent: true, attempts: 0 }]
  await expect.poll(unsent).toMatchObject(held)
  expect((await owner.post('/api/support/messages', { ...written, message: 'Still here.' })).status).toBe(201)
  await expect.poll(() => mails).toMatchObject([expect.stringContaining('Still here.')])
  expect(await unsent()).toMatchObject(held)
  expect((await owner.post('/api/admin/unsent/send', {})).body).toEqual({ sent: 1 })
  await expect.poll(() => mails).toHaveLength(2)
  expect(mails[1]).toContain('Where is my parcel?')
  await expect.poll(unsent).toEqual([])
})
