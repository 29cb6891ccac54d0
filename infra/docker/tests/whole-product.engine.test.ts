import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '@tuma/platform/runtime'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { assembled } from './assembled.ts'

/** The image of the whole product without Docker: its files, with the environment and the user of the Dockerfile. */

const dockerfile = readFileSync(join(import.meta.dirname, '../Dockerfile'), 'utf8')
const [, said = ''] = /^ENV (NODE_ENV=.*)$/m.exec(dockerfile) ?? []
const ofTheImage = Object.fromEntries(said.split(' ').map((pair) => pair.split('='))) as Record<string, string>

let image: Awaited<ReturnType<typeof assembled>>
beforeAll(async () => {
  image = await assembled('infra/one-process')
}, 900_000)
afterAll(() => image?.remove())

const start = async (DATA_DIR: string, settings: Record<string, string>) => {
  const PORT = String(await freePort())
  const running = image.start({ ...ofTheImage, HOST: '127.0.0.1', PORT, DATA_DIR, ...settings })
  onTestFinished(async () => void (await running.stop()))
  return { url: `http://127.0.0.1:${PORT}`, ...running }
}
const ofAnOwner = {
  PUBLIC_URL: 'http://tuma.test',
  ADMIN_EMAIL: 'owner@tuma.test',
  ADMIN_PASSWORD: 'correct horse battery',
}

describe('the image of the whole product', () => {
  test('runs services and front ends, ends cleanly, and finds its data again', async () => {
    const data = await image.ownFolder('kept')
    const first = await start(data, ofAnOwner)
    await first.answer(`${first.url}/readyz`, '"ready":true')
    expect(await first.answer(`${first.url}/login`, '<!doctype html>')).toContain('remotes')
    type Remote = { readonly area: string; readonly integrity: Record<string, string> }
    const remotes = (await (await fetch(`${first.url}/api/remotes`)).json()) as Remote[]
    expect(remotes.map(({ area }) => area)).toEqual(['public', 'client', 'agent', 'admin'])
    for (const { integrity } of remotes)
      for (const file of Object.keys(integrity)) expect((await fetch(first.url + file)).status).toBe(200)
    expect(await first.stop()).toMatchObject({ code: 0, errors: '' })

    // The first admin still exists, so the settings need not name them again.
    const second = await start(data, { PUBLIC_URL: ofAnOwner.PUBLIC_URL })
    await second.answer(`${second.url}/readyz`, '"ready":true')
    const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = ofAnOwner
    const login = await fetch(`${second.url}/api/users/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    })
    expect([login.status, await login.json()]).toMatchObject([200, { role: 'admin' }])
  }, 900_000)

  test('handles SIGTERM from its first line on, because process 1 gets no signal without a handler', async () => {
    const loads = "console.log('loads'); await new Promise((resolve) => setTimeout(resolve, 200_000))"
    const [, before = ''] = /^(.+)await import\(.+\)\n$/s.exec(await image.read('main.mjs')) ?? []
    await image.write('loading.mjs', `${before}${loads}`)
    const loading = image.start({}, 'loading.mjs')
    await vi.waitUntil(() => loading.output() === 'loads\n', { timeout: 60_000 })
    expect(await loading.stop()).toEqual({ code: 0, output: 'loads\n', errors: '' })
  }, 300_000)

  test('shows the demonstration with SEED=demo where NODE_ENV is emptied, and refuses it otherwise', async () => {
    const shown = await start(await image.ownFolder('shown'), { SEED: 'demo', NODE_ENV: '' })
    await shown.answer(`${shown.url}/readyz`, '"ready":true')
    expect(shown.output()).toContain('Demonstration logins')
    const refused = await start(await image.ownFolder('refused'), { SEED: 'demo' })
    const { code, errors } = await refused.ended()
    expect([code, errors.split('\n').length]).toEqual([1, 1])
    expect(errors).toContain('SEED: demo is refused with NODE_ENV=production')
  }, 900_000)

  // It may read the folder, or not even that.
  test.each([0o555, 0o000])(
    'ends with a sentence on a folder that it may not write (mode %o)',
    async (mode) => {
      const data = join(await image.ownFolder(`closed-${mode}`, mode), 'data')
      const { code, errors } = await (await start(data, ofAnOwner)).ended()
      expect([code, errors]).toEqual([
        1,
        expect.stringMatching(/^\S+ can't be written to by user \d+\. Check its permissions, or choose another folder/),
      ])
      expect(errors.split('\n')).toHaveLength(1)
    },
    300_000,
  )
})
