import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, openLog } from '@tuma/platform/runtime'
import { expect, onTestFinished, test } from 'vitest'
import { readProductSettings, startProduct } from '../src/product.ts'
import { hurried } from './demonstration.ts'

test('people who come while Tuma starts are answered that it starts, in a browser and at the API', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tuma-starting-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  let came: Promise<Response[]> | null = null
  /** The clock is first read after the port is open and before the demonstration is made. */
  const now = () => {
    came ??= Promise.all([fetch(`${url}/login`), fetch(`${url}/api/contact`)])
    return new Date().toISOString()
  }
  const settings = { ...readProductSettings({ PORT: `${port}`, DATA_DIR: folder }), ...hurried }
  const log = openLog('silent', { write: () => undefined })
  const product = await startProduct(settings, { log, environment: { now, randomBytes } })
  onTestFinished(() => product.close())

  const [page, called] = (await came) as unknown as [Response, Response]
  expect([page.status, await page.text()]).toEqual([503, expect.stringContaining('Tuma is starting')])
  expect([called.status, await called.json()]).toEqual([503, expect.objectContaining({ code: 'away' })])
  expect((await fetch(`${url}/api/contact`)).status).toBe(200)
})
