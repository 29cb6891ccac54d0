import { freePort } from '@tuma/platform/runtime'
import { expect, onTestFinished, test } from 'vitest'
import { assembled } from './assembled.ts'

/** The work of the Dockerfile without Docker: each image is put together, and its programs start by themselves. */

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

test.each(images)(
  'the image of %s holds what it needs to start',
  async (workspace, settings, path, says) => {
    const image = await assembled(workspace)
    onTestFinished(image.remove)
    const port = await freePort()
    // In the image the folder belongs to the user.
    const DATA_DIR = await image.ownFolder('data')
    const running = image.start({ PORT: String(port), DATA_DIR, ...settings })
    onTestFinished(async () => void (await running.stop()))
    expect(await running.answer(`http://127.0.0.1:${port}${path}`, says)).toContain(says)
  },
  600_000,
)
