import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tracesIn } from './traces.ts'

test.each<[string, string]>([
  ['as it is', 'from Wanjiku Kamau to'],
  ['in capitals', 'WANJIKU KAMAU'],
  ...['', 'a', 'ab', 'abc'].map((before): [string, string] => [
    `in base64 behind ${before.length} bytes`,
    Buffer.from(`${before}Wanjiku Kamau?`).toString('base64'),
  ]),
  ['in the base64 of addresses', Buffer.from('??>Wanjiku Kamau').toString('base64url')],
])('a text is found %s', async (_, written) => {
  const folder = await mkdtemp(join(tmpdir(), 'tuma-test-'))
  await writeFile(join(folder, 'file'), written)
  expect(await tracesIn(folder, ['Wanjiku Kamau', 'Otieno Ouma'])).toEqual(['Wanjiku Kamau'])
  await rm(folder, { recursive: true })
})
