import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEngines } from '@tuma/platform/engines'
import { emptyView } from '@tuma/platform/event-sourcing'
import type { Engines } from '@tuma/platform/ports'
import { freePort, openListener, openLog } from '@tuma/platform/runtime'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { readProductSettings, startProduct } from '../src/product.ts'
import { keptBy } from '../src/read-models.ts'
import { getSecrets, secretKeyIn } from '../src/secret-key.ts'
import { openServices, serviceNames } from '../src/services.ts'
import { webApp } from '../src/web-app.ts'
import { hurried, putDemonstration } from './demonstration.ts'

const log = openLog('silent', { write: () => undefined })
const patience = { timeout: 60_000, interval: 20 }
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tuma-starting-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const start = async (DATA_DIR: string, variables: Record<string, string> = {}, more: object = {}) => {
  const port = await freePort()
  const settings = { ...readProductSettings({ PORT: `${port}`, DATA_DIR, ...variables }), ...hurried }
  const starting = startProduct(settings, { log, ...more })
  starting.catch(() => undefined)
  return { starting, url: `http://127.0.0.1:${port}` }
}
/** Asks again until the port is open. */
const ask = (url: string) => vi.waitFor(() => fetch(url), patience)
const see = async (url: string) => {
  const answer = await ask(url)
  return [answer.status, await answer.text()] as const
}

test('people who come while Tuma starts are answered that it starts, in a browser and at the API', async () => {
  let came: Promise<Response[]> | null = null
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  /** The clock is first read after the port is open and before the demonstration is made. */
  const now = () => {
    came ??= Promise.all(['/login', '/api/contact', '/assets/none.00000000.js'].map((path) => fetch(url + path)))
    return new Date().toISOString()
  }
  const environment = { now, randomBytes }
  const { starting } = await start(join(folder, 'new'), { PORT: `${port}` }, { environment })
  const product = await starting
  onTestFinished(() => product.close())

  const [page, called, file] = (await came) as unknown as [Response, Response, Response]
  expect([page.status, await page.text()]).toEqual([503, expect.stringContaining('Tuma is starting')])
  expect([called.status, await called.json()]).toEqual([503, expect.objectContaining({ code: 'away' })])
  expect(called.headers.get('retry-after')).toBe('2')
  // The files of the front ends are served already: this one does not exist.
  expect(file.status).toBe(404)
  expect((await fetch(`${url}/api/contact`)).status).toBe(200)
})

test('a start that waits for a server says so in both languages, and to its operator', async () => {
  const gone = await freePort()
  const ending = new AbortController()
  const { starting, url } = await start(
    join(folder, 'waiting'),
    { MONGODB_URL: `mongodb://127.0.0.1:${gone}/?serverSelectionTimeoutMS=200`, SEED: 'none' },
    { ending: ending.signal },
  )
  await vi.waitFor(async () => {
    const [status, page] = await see(`${url}/login`)
    expect(status).toBe(503)
    expect(page).toContain('Waiting for another server')
    expect(page).toContain('Inasubiri seva nyingine')
  }, patience)
  const readyz = await ask(`${url}/readyz`)
  expect([readyz.status, await readyz.json()]).toEqual([503, { ready: false, starting: { step: 'waitingForEngine' } }])
  ending.abort()
  await expect(starting).rejects.toThrow()
})

test('lists that fill from the first event on are shown as a page, and the API goes on', async () => {
  const DATA_DIR = join(folder, 'filling')
  await mkdir(DATA_DIR)
  await putDemonstration(DATA_DIR)
  const settings = { ...readProductSettings({ DATA_DIR }), ...hurried }
  const filling = Promise.withResolvers<void>()
  const engines = await openEngines(settings, { services: serviceNames })
  onTestFinished(() => engines.close())
  for (const [service, { readModels: views }] of Object.entries(keptBy))
    for (const { collection } of views)
      await emptyView({ service, engines: engines.of(service), views }, collection.name)
  const secretFor = getSecrets(secretKeyIn(DATA_DIR).read() as string)
  const environment = { now: () => new Date().toISOString(), randomBytes }
  const held = { ...engines, of: (service: string) => holdingRows(engines.of(service), filling.promise) }
  const parts = {
    engines: held,
    settings: { ...settings, PUBLIC_URL: 'http://127.0.0.1' },
    secretFor,
    environment,
    log,
  }
  const services = await openServices(parts)
  onTestFinished(() => services.close())
  onTestFinished(() => filling.resolve())
  const web = await webApp(parts, services, false)
  const listener = await openListener('127.0.0.1', 0)
  onTestFinished(() => listener.close())
  onTestFinished(() => web.close())
  listener.answerWith([web.router])

  const { url } = listener
  const [status, page] = await see(`${url}/login`)
  expect([status, page]).toEqual([503, expect.stringMatching(/Filling lists: \d?\d %/)])
  expect(page).toMatch(/Inajaza orodha: \d?\d %/)
  expect(page).toMatch(/<progress max="100" value="\d?\d"/)
  const readyz = await fetch(`${url}/readyz`)
  expect([readyz.status, await readyz.json()]).toMatchObject([
    503,
    { ready: false, starting: { step: 'fillingLists' } },
  ])
  expect((await fetch(`${url}/api/contact`)).status).toBe(200)
  expect((await fetch(`${url}/assets/none.00000000.js`)).status).toBe(404)

  filling.resolve()
  await vi.waitFor(async () => expect((await see(`${url}/login`))[1]).not.toContain('Tuma is starting'), patience)
  await vi.waitFor(async () => expect(await (await fetch(`${url}/readyz`)).json()).toEqual({ ready: true }), patience)
})

/** Rows and checkpoints of read models are stored once `until` resolves. */
const holdingRows = (engines: Engines, until: Promise<void>): Engines => {
  const { documents } = engines
  const after =
    (write: Engines['documents']['write']): Engines['documents']['write'] =>
    async (writes, checkpoints = []) => {
      if (checkpoints.some(({ name }) => name.startsWith('view-'))) await until
      return write(writes, checkpoints)
    }
  const { writeAhead, write, ...others } = documents
  return {
    ...engines,
    documents: { ...others, write: after(write), ...(writeAhead ? { writeAhead: after(writeAhead) } : {}) },
  }
}
