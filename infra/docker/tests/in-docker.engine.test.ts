import { execFile } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { dockerAnswers } from '@tuma/engines'
import { freePort } from '@tuma/platform/runtime'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'

/**
 * The image of the whole product in Docker, for what only a container shows. TUMA_IMAGE names an image that has been
 * built already; without it Docker builds one.
 */

const root = join(import.meta.dirname, '../../..')
const run = promisify(execFile)
const docker = async (...args: string[]): Promise<string> => (await run('docker', args, { cwd: root })).stdout.trim()
/** @returns its output on both streams, and how it ended */
const dockerEnds = (...args: string[]) =>
  run('docker', args).then(
    ({ stdout, stderr }) => ({ code: 0, said: stdout + stderr }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      code: error.code,
      said: error.stdout + error.stderr,
    }),
  )

const name = `tuma-test-${process.pid}`
const newer = `${name}:newer`
const dockerfile = ['-f', 'infra/docker/Dockerfile', '--build-arg', 'WORKSPACE=infra/one-process']
let image = process.env.TUMA_IMAGE ?? ''
let url = ''

const startContainer = async (of: string) => {
  const port = await freePort()
  url = `http://127.0.0.1:${port}`
  const data = ['--volume', `${name}:/data`, '--publish', `127.0.0.1:${port}:8080`]
  await docker('run', '--detach', '--name', name, ...data, '--env', 'SEED=demo', '--env', 'NODE_ENV=', of)
  await vi.waitUntil(async () => (await getHealth()) === 'healthy', { timeout: 180_000, interval: 500 })
}
const getHealth = () => docker('inspect', '--format', '{{.State.Health.Status}}', name)
const parcel = {
  sender: {
    name: 'Wanjiku Kamau',
    phone: '0712345678',
    location: 'NAIROBI CBD',
    dropoffAgent: 'Moi Avenue Stationers',
  },
  receiver: {
    name: 'Otieno Ouma',
    phone: '0711111111',
    pickupLocation: 'THIKA',
    pickupAddress: 'House 4',
    moreDetails: 'Blue gate',
  },
  parcelDescription: 'A pair of shoes',
  paymentMethod: 'payOnDelivery',
  productPrice: 0,
}
const send = async (): Promise<string> => {
  const headers = { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }
  const body = JSON.stringify(parcel)
  const answer = await fetch(`${url}/api/doorstep/deliveries`, { method: 'POST', headers, body })
  expect(answer.status).toBe(201)
  return ((await answer.json()) as { trackingId: string }).trackingId
}
const isThere = (trackingId: string) =>
  fetch(`${url}/api/agent/track/${trackingId}`).then(({ status }) => status === 200)

describe.skipIf(!(await dockerAnswers()))('the image of the whole product, in Docker (which must answer here)', () => {
  beforeAll(async () => {
    if (!image) {
      image = `${name}:built`
      await docker('build', ...dockerfile, '--tag', image, '.')
    }
    const created = await docker('create', image)
    await docker('commit', '--change', 'LABEL build=newer', created, newer)
    await docker('rm', created)
  }, 1_800_000)
  afterEach(() => dockerEnds('rm', '--force', name))
  afterAll(async () => {
    await dockerEnds('volume', 'rm', name)
    await dockerEnds('image', 'rm', `${name}:built`, newer)
  })

  test('is not root, is healthy, and acknowledged data survive kill -9 and a newer image', async () => {
    await startContainer(image)
    expect(await docker('exec', name, 'id', '-u')).toBe('1000')
    const parcels = [await send(), await send()]
    await docker('kill', '--signal', 'KILL', name)
    await docker('rm', name)

    await startContainer(newer)
    expect(await docker('inspect', '--format', '{{.Image}}', name)).not.toBe(
      await docker('image', 'inspect', '--format', '{{.Id}}', image),
    )
    for (const trackingId of parcels) expect(await isThere(trackingId)).toBe(true)
    parcels.push(await send())
    await docker('stop', '--timeout', '30', name)
    // 137 would mean that Docker killed it.
    expect(await docker('inspect', '--format', '{{.State.ExitCode}}', name)).toBe('0')
    await docker('start', name)
    await vi.waitUntil(async () => (await getHealth()) === 'healthy', { timeout: 180_000, interval: 500 })
    for (const trackingId of parcels) expect(await isThere(trackingId)).toBe(true)
  }, 900_000)

  test('ends with a sentence where it may not write to the mounted folder', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tuma-mount-'))
    await chmod(folder, 0o555)
    const { code, said } = await dockerEnds('run', '--rm', '--name', name, '--volume', `${folder}:/data`, image)
    await rm(folder, { recursive: true })
    expect([code, said.trim()]).toEqual([
      1,
      "/data can't be written to by user 1000. Check its permissions, or choose another folder with DATA_DIR.",
    ])
  }, 300_000)
})
