import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CallName, calls, make, wrongWith } from './calls.ts'
import { type Fixtures, openFixtures } from './fixtures.ts'
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
let fixtures: Fixtures
let trackingIds: string[]
beforeAll(async () => {
  product = await openTestProduct({ TRACKING_MISSES_PER_QUARTER_HOUR: '100000' })
  fixtures = await openFixtures(product)
  for (let sent = 0; sent < 5; sent += 1) await fixtures.doorstep()
  const [parcel] = await Promise.all(Array.from({ length: 10 }, () => fixtures.dukani('delivered')))
  const picker = { receiverName: 'Baraka Odera', receiverPhone: '0711555666', pickerNationalId: '12345678' }
  await fixtures.thika.put(`/api/agent/assign-picker/${parcel?._id}`, picker)
  const { body } = await fixtures.admin.get('/api/admin/deliveries?limit=500')
  trackingIds = (body as { trackingId: string }[]).map(({ trackingId }) => trackingId)
})
afterAll(() => product.close())

const everybody = (): Visitor[] => [
  product.stranger(),
  fixtures.client,
  fixtures.otherClient,
  fixtures.cbd,
  fixtures.thika,
  fixtures.kitengela,
  fixtures.admin,
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
