import { createChance } from '@tuma/simulation/chance'
import { expect, test, vi } from 'vitest'
import { openLedger } from './ledger.ts'
import { type StoreFaultContext, storeFaults } from './store-faults.ts'
import type { OpenStore } from './stores.ts'

const cutOff = storeFaults.find(([name]) => name === 'cut off')?.[1] as (context: StoreFaultContext) => Promise<void>

/** Five processes with a line each; a change on one of them is acknowledged if `works` returns true. */
const openContext = (works: (isCut: boolean) => boolean) => {
  const ledger = openLedger()
  const cut = new Set<string>()
  const mended = vi.fn()
  const line = (name: string) => ({
    cut: () => void cut.add(name),
    mend() {
      cut.delete(name)
      mended()
    },
  })
  const names = ['delivery', 'identity', 'payment', 'revenue', 'notification']
  const lines = new Map(names.map((name) => [name, line(name)]))
  const context = {
    ledger,
    store: { name: 'EventStoreDB', lines } as unknown as OpenStore,
    chance: { ...createChance('cut off'), below: () => 0 },
    product: {} as StoreFaultContext['product'],
    changeOn: (name: string) => async () => works(cut.has(name)),
  }
  return { context, ledger, mended }
}

test('a process that was cut off has recovered when it takes a change itself, whatever the others take', async () => {
  let isWell = false
  const { context, ledger, mended } = openContext((isCut) => !isCut && isWell)
  const over = vi.fn()
  const fault = cutOff(context).then(over)
  await vi.waitFor(() => expect(mended).toHaveBeenCalledOnce(), { timeout: 10_000 })
  ledger.countAcknowledged()
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(over).not.toHaveBeenCalled()
  isWell = true
  await fault
  expect(ledger.wrong).toEqual([])
})

test('a process that takes a change while it is cut off is reported as wrong', async () => {
  const { context, ledger } = openContext(() => true)
  await cutOff(context)
  expect(ledger.wrong).toEqual([expect.stringContaining('took a change while it was cut off')])
})
