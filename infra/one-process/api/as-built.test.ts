import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CallName, calls, make, wrongWith } from './calls.ts'
import { openStage, type Stage } from './stage.ts'
import { openTestProduct, type TestProduct } from './test-product.ts'
import type { Visitor } from './visitor.ts'

/** The test client must not parse these answers: parsing would remove fields that the contract does not know. */
const asBuilt: readonly CallName[] = [
  'adminDeliveries.list',
  'agent.sending',
  'agent.receiving',
  'counter.find',
  'counter.waiting',
  'counter.toDo',
  'deliveries.ownDoorstep',
  'deliveries.ownDukani',
  'deliveries.track',
]

let product: TestProduct
let stage: Stage
let trackingIds: string[]
beforeAll(async () => {
  product = await openTestProduct({ TRACKING_MISSES_PER_QUARTER_HOUR: '100000' })
  stage = await openStage(product)
  for (let sent = 0; sent < 5; sent += 1) await stage.doorstep()
  const [parcel] = await Promise.all(Array.from({ length: 10 }, () => stage.dukani('delivered')))
  const picker = { receiverName: 'Baraka Odera', receiverPhone: '0711555666', pickerNationalId: '12345678' }
  await stage.thika.put(`/api/agent/assign-picker/${parcel?._id}`, picker)
  const { body } = await stage.admin.get('/api/admin/deliveries?limit=500')
  trackingIds = (body as { trackingId: string }[]).map(({ trackingId }) => trackingId)
})
afterAll(() => product.close())

const everybody = (): Visitor[] => [
  product.stranger(),
  stage.client,
  stage.otherClient,
  stage.cbd,
  stage.thika,
  stage.kitengela,
  stage.admin,
]

test.each(calls.filter(({ name }) => asBuilt.includes(name)))(
  '$name answers as its contract says, with no other field',
  async (call) => {
    const inputs =
      call.name === 'deliveries.track'
        ? trackingIds.map((trackingId) => ({ trackingId }))
        : [{ username: 'wanjiku', limit: 500 }]
    let answers = 0
    for (const person of everybody())
      for (const input of inputs) {
        const answer = await make(person, call, input)
        expect(wrongWith(call, answer)).toBeNull()
        if (answer.status === 200) answers += Array.isArray(answer.body) ? answer.body.length : 1
      }
    expect(answers).toBeGreaterThan(10)
  },
)
