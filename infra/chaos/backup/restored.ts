import { rmSync } from 'node:fs'
import { visitor } from '@tuma/one-process/visitor'
import { checkStored } from '../checks.ts'
import { openLoad } from '../load.ts'
import { logIn, owner } from '../network.ts'
import { importStatement } from '../people/office.ts'
import type { TaskContext } from '../people/task-context.ts'
import { openProductProcess, type ProductProcess } from '../product-process.ts'
import { withoutProviders } from '../rebuild-checks.ts'
import type { ShippedMoment } from './moments.ts'
import { openBackupPlace } from './place.ts'

const patienceMs = 60_000

/** The statement of that moment brings the payments whose reports were lost, as after a lost disk. */
const checkRestoredProduct = async (url: string, before: TaskContext): Promise<string[]> => {
  const admin = visitor(url)
  await logIn(admin, owner.ADMIN_EMAIL)
  const context = { ...before, network: { ...before.network, admin } }
  const { ledger } = context
  const load = openLoad(ledger, () => importStatement(context), 1)
  if (context.mpesa.ledger.movements().length > 0) load.add(importStatement(context))
  await load.run(() => true)
  return [...ledger.wrong, ...(await checkStored(context, patienceMs))]
}

/**
 * Restores the data as they were at the moment into an empty folder, and checks that exactly what had been acknowledged
 * by then is there. The restored product sends nothing and ships nothing.
 */
export const checkRestored = async (
  { folder: original, settings }: ProductProcess,
  { name, at, context, objects }: ShippedMoment,
): Promise<string[]> => {
  const place = await openBackupPlace(objects)
  const folder = `${original}-restored`
  const product = await openProductProcess(folder, { ...withoutProviders(settings), ...place.readSettings })
  const began = performance.now()
  try {
    const moment = new Date(at).toISOString()
    const { code, said } = await product.tool('restore', ['--from', place.to, '--at', moment])
    if (code !== 0) return [`lost: the restore to ${moment} (${name}) ended with ${code}: ${said}`]
    // A clock before the moment would find leases that end much later.
    product.setClock(Math.max(0, at - Date.now()))
    await product.start()
    const wrong = await checkRestoredProduct(product.url, context)
    const seconds = Math.round((performance.now() - began) / 1000)
    console.log(`   restored to the moment ${name}: ${context.ledger.parcels().length} parcels, ${seconds} s`)
    return wrong.map((what) => `${what} (restored to the moment ${name})`)
  } finally {
    await product.end('SIGKILL')
    product.setClock(0)
    await place.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
