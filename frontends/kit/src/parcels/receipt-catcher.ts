import { contract } from '@tuma/contracts/api'
import { fakeApi } from '@tuma/kit/testing'
import { vi } from 'vitest'

/**
 * For tests: answers every receipt with a PDF and catches what the browser would save.
 * @returns "{trackingId} as {file name}" of each receipt so far
 */
export function catchReceipts(): string[] {
  const saved: string[] = []
  const server = fakeApi().answer(
    contract.deliveries.receipt,
    new File(['%PDF'], 'receipt.pdf', { type: 'application/pdf' }),
  )
  URL.createObjectURL = () => 'blob:receipt'
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    const asked = server.received(contract.deliveries.receipt).at(-1)?.input.trackingId
    saved.push(`${asked} as ${this.download}`)
  })
  return saved
}
