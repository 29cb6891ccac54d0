import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Refused } from '@tuma/contracts/vocabulary'
import { openEmbedded } from '@tuma/platform/engines'
import { openPersonalKeys } from '@tuma/platform/event-sourcing'
import type { CollectionSpec } from '@tuma/platform/ports'
import { expect, onTestFinished, test } from 'vitest'
import { keptBy } from '../read-models.ts'
import { deleteAgain, eraseAgain } from './erased.ts'

test('accounts are deleted again, and unknown or damaged ones are skipped', async () => {
  const asked: string[] = []
  const deleteAccount = async ({ accountId }: { accountId: string }) => {
    asked.push(accountId)
    if (accountId === 'unknown') throw new Refused('not_found')
    if (accountId === 'damaged') throw new Refused('damaged')
    return {}
  }
  await deleteAgain({ deleteAccount }, ['a1', 'unknown', 'damaged', 'a2'])
  expect(asked).toEqual(['a1', 'unknown', 'damaged', 'a2'])
})

test('an account that cannot be deleted for another reason keeps the product from starting', async () => {
  const deleteAccount = () => Promise.reject(new Refused('not_allowed'))
  await expect(deleteAgain({ deleteAccount }, ['a1'])).rejects.toMatchObject({ code: 'not_allowed' })
})

test('rows are removed where a key still existed, also those of former releases, and nowhere else', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tuma-erased-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const product = await openEmbedded({ folder })
  onTestFinished(() => product.close())
  const standing = async (service: string) => (await product.of(service).documents.collections()).sort()
  const specs = (service: string) =>
    keptBy[service]?.readModels.map(({ collection }) => collection as CollectionSpec) ?? []
  const contacts = { name: 'contacts-v1', fields: { name: 'text' }, indexes: [], sortBy: 'name' } as const
  for (const service of ['delivery', 'payment']) {
    const { documents } = product.of(`staging-${service}`)
    for (const spec of [...specs(service), contacts]) await documents.collection(spec)
  }
  await (await openPersonalKeys(product.of('staging-delivery'))).keyFor('account:1')
  const before = await standing('staging-payment')
  const prefixed = { ...product, of: (service: string) => product.of(`staging-${service}`) }
  const erased = new Map([
    ['staging-delivery', ['account:1']],
    ['staging-payment', ['account-1']],
    ['delivery', ['account:2']],
  ])
  await eraseAgain(prefixed, erased, 'staging-')
  expect(await standing('staging-delivery')).toEqual(['personal-keys'])
  expect(await standing('staging-payment')).toEqual([...before, 'personal-keys'].sort())
})
