import type { DeliveryRecord } from '@tuma/contracts/services'
import { expect, onTestFinished, test } from 'vitest'
import { openDrawing } from './drawing.ts'
import type { Paper } from './papers.ts'

const party = { name: 'Juma Odinga', phone: '254722555666', location: 'THIKA' }
const delivery = {
  ...{ trackingId: 'TM-CJ5C-SM3F-EAHX', deliveryType: 'parcelDukani', paid: true, totalAmount: 250, deliveryFee: 250 },
  ...{ productPrice: 0, paymentMethod: 'payNow', paymentReferenceId: '', status: 'dropping', createdAt: '2026-11-28' },
  sender: { ...party, dropoffAgent: 'Ananas Mall Desk' },
  receiver: { ...party, pickupAgent: 'Ananas Mall Desk', pickupAddress: null, moreDetails: null },
} as unknown as DeliveryRecord
const publicUrl = 'https://tuma.example'
const receipt: Paper = { kind: 'receipt', delivery, inFull: true, publicUrl }
const labels = (count: number): Paper => ({
  ...{ kind: 'labels', size: 'a6', publicUrl },
  labels: Array.from({ length: count }, () => ({ delivery, placeCode: 'THK' })),
})

test('a receipt does not wait for all labels of a file that was requested before it', async () => {
  const drawing = openDrawing()
  onTestFinished(() => drawing.close())
  const drawn: string[] = []
  const draw = async (paper: Paper) => {
    await drawing.draw(paper, '2026-11-28T09:00:00.000Z')
    drawn.push(paper.kind)
  }
  await Promise.all([draw(labels(100)), draw(receipt)])
  expect(drawn).toEqual(['receipt', 'labels'])
})
