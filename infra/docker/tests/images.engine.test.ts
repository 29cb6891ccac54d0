import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@tuma/platform/runtime'
import { afterEach, expect, test, vi } from 'vitest'

/** What the Dockerfile does, without Docker: each image is put together, and what is in it starts by itself. */

const root = join(import.meta.dirname, '../../..')
const key = 'a key of thirty-two characters or more'.replaceAll(' ', '-')
const elsewhere = 'http://127.0.0.1:9'
const at = (...services: string[]) =>
  Object.fromEntries(
    services.flatMap((name) => [
      [`${name}_URL`, elsewhere],
      [`${name}_KEY`, key],
    ]),
  )

const service = { SECRET: key, CALLER_KEYS: `bff=${key}`, PUBLIC_URL: 'http://127.0.0.1' }
const everything = at('IDENTITY', 'PAYMENT', 'DELIVERY', 'REVENUE', 'NOTIFICATION')
const images: [workspace: string, settings: Record<string, string>, path: string, says: string][] = [
  ['services/identity', service, '/readyz', '{"ready":true}'],
  ['services/payment', service, '/readyz', '{"ready":true}'],
  ['services/delivery', { ...service, ...at('PAYMENT') }, '/readyz', '{"ready":true}'],
  ['services/revenue', { ...service, ...at('IDENTITY', 'PAYMENT') }, '/readyz', '{"ready":true}'],
  [
    'services/notification',
    { ...service, ...at('IDENTITY', 'DELIVERY', 'PAYMENT', 'REVENUE') },
    '/readyz',
    '{"ready":true}',
  ],
  ['bff', { ...service, ...everything }, '/api/openapi.json', '"openapi":"3.1'],
  ['frontends/shell', { BFF_URL: elsewhere, REMOTES: `public=${elsewhere}` }, '/login', '<!doctype html>'],
  ['frontends/public', {}, '/remote.json', '"area":"public"'],
  ['frontends/client', {}, '/remote.json', '"area":"client"'],
  ['frontends/agent', {}, '/remote.json', '"area":"agent"'],
  ['frontends/admin', {}, '/remote.json', '"area":"admin"'],
]

let folder = ''
let running: ChildProcess | null = null
afterEach(async () => {
  if (running && running.exitCode === null) {
    const exited = once(running, 'exit')
    running.kill()
    await exited
  }
  await rm(folder, { recursive: true, force: true })
})

test.each(images)(
  'the image of %s holds what it needs to start',
  async (workspace, settings, path, says) => {
    folder = await mkdtemp(join(tmpdir(), 'tuma-image-'))
    const image = join(folder, 'image')
    const assembled = spawnSync(process.execPath, ['infra/docker/assemble.mjs', workspace, image], {
      cwd: root,
      encoding: 'utf8',
    })
    expect(assembled.status, assembled.stderr).toBe(0)

    const port = await freePort()
    const own = { PORT: String(port), DATA_DIR: join(folder, 'data'), PATH: process.env.PATH, ...settings }
    running = spawn(process.execPath, ['main.mjs'], { cwd: image, env: own, stdio: ['ignore', 'ignore', 'inherit'] })
    const ended = once(running, 'exit').then(() => 'it ended')
    const answered = vi.waitFor(
      async () => {
        const text = await fetch(`http://127.0.0.1:${port}${path}`).then((answer) => answer.text())
        expect(text).toContain(says)
        return text
      },
      { timeout: 60_000, interval: 200 },
    )
    expect(await Promise.race([answered, ended])).toContain(says)
  },
  300_000,
)
