import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { engineSettings } from '@tuma/platform/engines'
import { readSettings } from '@tuma/platform/runtime'
import { expect, onTestFinished, test } from 'vitest'
import { getNames, keptBy } from '../src/read-models.ts'
import { backupSettings } from '../src/shipping/backup-settings.ts'
import { restoreFromPlace } from '../src/shipping/restore-from-place.ts'
import { putDemonstration } from './demonstration.ts'
import { openFixtures } from './fixtures.ts'
import { openTestProduct } from './test-product.ts'

const BACKUP_KEY = 'c4'.repeat(32)
const views = Object.entries(keptBy).flatMap(([service, kept]) => getNames(kept).map((name) => `${service}/${name}`))
/** Of the shipping, of the restore itself, and of read models with their counters and words. */
const isOwn = (table: string): boolean =>
  table.startsWith('backup_') ||
  table === 'installation/restoration-v1' ||
  views.some((view) => table === view || table.startsWith(`${view}#`))

/** All rows of all tables that a backup must have. */
const rowsIn = (folder: string): Record<string, unknown[]> => {
  const file = new DatabaseSync(join(folder, 'tuma.db'), { readOnly: true })
  const tables = file.prepare("select name from sqlite_schema where type = 'table' order by name").all()
  const kept = tables.map(({ name }) => String(name)).filter((name) => !isOwn(name) && !name.startsWith('sqlite_'))
  const rows = kept.map((name) => {
    const found = file.prepare(`select * from "${name}"`).all()
    const isOfView = (row: Record<string, unknown>) =>
      (name === 'collections' && isOwn(`${row.service}/${row.name}`)) ||
      (name === 'checkpoints' && String(row.name).startsWith('view-'))
    return [
      name,
      found
        .filter((row) => !isOfView(row))
        .map((row) => JSON.stringify(row))
        .sort(),
    ] as const
  })
  file.close()
  return Object.fromEntries(rows)
}

test('restored data have every row of every table that no read model fills', async () => {
  const root = mkdtempSync(join(tmpdir(), 'tuma-shipped-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  const [DATA_DIR, BACKUP_TO, restored] = ['data', 'place', 'restored'].map((name) => join(root, name)) as [
    ...[string, string, string],
  ]
  for (const made of [DATA_DIR, BACKUP_TO]) mkdirSync(made)
  await putDemonstration(DATA_DIR)
  const product = await openTestProduct({ DATA_DIR, BACKUP_TO, BACKUP_KEY })
  const fixtures = await openFixtures(product)
  const parcel = await fixtures.toBePaid()
  await fixtures.thika.put(`/api/agent/update-received/${parcel._id}`, { taken: { how: 'cash' } })
  const wrong = await product.stranger().post('/api/users/login', { email: 'admin@tuma.test', password: 'Wrong-1234' })
  expect(wrong.status).toBeGreaterThanOrEqual(400)
  await product.registered('otieno')
  await product.close()

  const settings = readSettings(engineSettings, { DATA_DIR: restored })
  await restoreFromPlace(['--from', BACKUP_TO], { ...settings, ...readSettings(backupSettings, { BACKUP_KEY }) })
  const [original, found] = [rowsIn(DATA_DIR), rowsIn(restored)]
  expect(Object.keys(original).length).toBeGreaterThan(20)
  expect(original['delivery events']?.length).toBeGreaterThan(100)
  for (const [table, rows] of Object.entries(original)) expect([table, found[table]]).toEqual([table, rows])
})
