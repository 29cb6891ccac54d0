import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { runsOfEachTest, someFolders } from './run-main.ts'

const { folder, remove } = someFolders()
const { startMain } = runsOfEachTest()
afterAll(remove)

const start = async (DATA_DIR: string) => {
  const run = startMain({ DATA_DIR })
  return { run, url: await run.ready() }
}
const rebuild = (DATA_DIR: string, ...asked: string[]) => {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const entry = join(import.meta.dirname, '../src/rebuild.ts')
  const { status, stdout, stderr } = spawnSync(process.execPath, [entry, ...asked], {
    encoding: 'utf8',
    env: { PATH, NODE_COMPILE_CACHE, DATA_DIR },
  })
  return { status, stdout, stderr }
}

test('an operator is asked to stop the product first, and then told that the next start fills the read model', async () => {
  const DATA_DIR = folder('rebuilt')
  const { run, url } = await start(DATA_DIR)
  const prices = await (await fetch(`${url}/api/locations`)).json()
  expect(rebuild(DATA_DIR, 'delivery', 'prices-v2')).toEqual({
    status: 1,
    stdout: '',
    stderr: `${DATA_DIR} is in use by another Tuma. Stop that one, or choose another folder with DATA_DIR.\n`,
  })
  run.kill('SIGTERM')
  await run.ended()
  expect(rebuild(DATA_DIR, 'delivery', 'prices-v2')).toEqual({
    status: 0,
    stderr: '',
    stdout: expect.stringMatching(
      /^prices-v2 of delivery is empty, and the next start fills it from the first event on\. .*goes on\.\n$/,
    ),
  })
  const again = await start(DATA_DIR)
  const locations = async () => (await fetch(`${again.url}/api/locations`)).json()
  await expect.poll(locations, { timeout: 60_000 }).toEqual(prices)
})
