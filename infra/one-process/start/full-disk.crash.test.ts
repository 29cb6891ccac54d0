import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { engineSettings } from '@tuma/platform/engines'
import { readSettings } from '@tuma/platform/runtime'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { putDemonstration } from '../api/demonstration.ts'
import { visitor } from '../api/visitor.ts'
import { makeBackup } from '../src/backup/make-backup.ts'
import { type runMain, runsOfEachTest, someFolders } from './run-main.ts'

const { folder, remove } = someFolders()
/** `stopAll`: before their disk is unmounted. */
const { startMain: start, stopAll } = runsOfEachTest()
afterAll(remove)

const mounted = (at: string, size: string): boolean => {
  mkdirSync(at, { recursive: true })
  return spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tuma-test', at]).status === 0
}
/** Lazy, because a killed process may still hold the disk for a moment. */
const unmount = (at: string) => spawnSync('umount', ['-l', at])

const canMount = mounted(folder('probe'), '64k')
if (canMount) unmount(folder('probe'))

/** A disk of its own that a test can fill and empty. */
const aDisk = (name: string, size: string) => {
  const at = folder(name)
  mounted(at, size)
  onTestFinished(async () => {
    await stopAll()
    unmount(at)
  })
  const filler = join(at, 'filler')
  return {
    DATA_DIR: join(at, 'data'),
    fill() {
      for (let bytes = 1024 * 1024; bytes >= 1; ) {
        try {
          writeFileSync(filler, Buffer.alloc(bytes), { flag: 'a' })
        } catch {
          bytes = Math.floor(bytes / 4)
        }
      }
    },
    empty: () => rmSync(filler),
  }
}

const getSentence = async (run: ReturnType<typeof runMain>) => {
  const { code, errors, output } = await run.ended()
  expect({ code, output }).toEqual({ code: 1, output: '' })
  return errors.trim()
}

test.skipIf(!canMount)('a disk that is full at the start gives one sentence, wherever the start fails', async () => {
  for (const size of ['16k', '256k', '1500k', '3m']) {
    const { DATA_DIR } = aDisk(`small-${size}`, size)
    expect(await getSentence(start({ DATA_DIR }))).toBe(
      `The disk of ${DATA_DIR} is full. Make room on it and start again; nothing that was recorded is lost.`,
    )
  }
})

test.skipIf(!canMount)('a backup onto a full disk leaves nothing, and the older backup stays', async () => {
  const disk = aDisk('of-backups', '2m')
  const DATA_DIR = folder('backed-up')
  mkdirSync(DATA_DIR)
  await putDemonstration(DATA_DIR)
  const [at, file] = [dirname(disk.DATA_DIR), join(dirname(disk.DATA_DIR), 'tuma.backup')]
  writeFileSync(file, 'of yesterday')
  const sentence = `The disk of ${at} is full: no backup was made, and an earlier one is as it was. It takes twice the size of ${DATA_DIR}.`
  const refusal = () =>
    makeBackup([file, '--replace'], readSettings(engineSettings, { DATA_DIR })).catch(({ message }) => message)
  expect(await refusal()).toBe(sentence)
  disk.fill()
  expect(await refusal()).toBe(sentence)
  disk.empty()
  expect([readdirSync(at), readFileSync(file, 'utf8')]).toEqual([['tuma.backup'], 'of yesterday'])
})

test.skipIf(!canMount)('a product whose disk was full takes orders again by itself when it has room', async () => {
  const disk = aDisk('filled', '32m')
  const METRICS_TOKEN = 'who-measures-may-see-it'
  const admin = { ADMIN_EMAIL: 'owner@tuma.example', ADMIN_PASSWORD: 'correct horse battery' }
  const run = start({ DATA_DIR: disk.DATA_DIR, SEED: 'none', POSTS_PER_MINUTE: '100000', METRICS_TOKEN, ...admin })
  const url = await run.ready()
  const owner = visitor(url)
  await owner.post('/api/users/login', { email: admin.ADMIN_EMAIL, password: admin.ADMIN_PASSWORD })
  let riders = 0
  const addRider = async () => {
    const answer = await owner.post('/api/admin/add', { name: `Rider ${++riders}`, phone: '0711777666' })
    return answer
  }
  const listed = async () => (await owner.get('/api/admin/all')).body.map(({ name }: { name: string }) => name)
  const healthy = async () => {
    const { body } = await owner.get('/metrics', { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
    return /^tuma_storage_healthy\{.*\} (\d)$/m.exec(String(body))?.[1]
  }
  expect((await addRider()).status).toBe(200)
  expect(await healthy()).toBe('1')

  disk.fill()
  const taken = ['Rider 1']
  let refused = await addRider()
  for (; refused.status === 200; refused = await addRider()) taken.push(`Rider ${riders}`)
  expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([503, 'away', '2'])
  await expect.poll(healthy).toBe('0')
  const readyz = await owner.get('/readyz')
  expect([readyz.status, readyz.body.ready, readyz.headers.get('retry-after')]).toEqual([503, false, '2'])
  expect(readyz.body.because).toEqual(['the disk is full: what changes something is refused until there is room again'])
  expect((await owner.get('/healthz')).status).toBe(200)
  expect(await listed()).toEqual(expect.arrayContaining(taken.slice(0, 1)))
  expect((await addRider()).status).toBe(503)

  disk.empty()
  await expect.poll(async () => (await owner.get('/readyz')).status).toBe(200)
  expect((await addRider()).status).toBe(200)
  expect(await healthy()).toBe('1')
  await expect.poll(async () => (await listed()).sort()).toEqual([...taken, `Rider ${riders}`].sort())
  run.kill('SIGTERM')
  const { code, errors } = await run.ended()
  const lines = errors
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(code).toBe(0)
  expect(lines.filter(({ msg }) => msg.includes('disk')).map(({ level, reason }) => [level, reason])).toEqual([
    [50, 'DiskFull'],
    [40, undefined],
  ])
})
