import { describe, expect, test } from 'vitest'
import { wire } from '../testing/africas-talking-stub.ts'
import { asked, eventually, notificationForEachTest } from '../testing/notification-for-each-test.ts'

const phones = ['254712345678', '254110345678', '254733345678']
const landline = '254202345678'
const noneLeftOut = { notMobile: 0, optedOut: 0, hadOne: 0 }

describe('a campaign', () => {
  const { notification, report, stub, passes, open, readTypes } = notificationForEachTest(true)
  const send = (to: readonly string[], quietDays = 0, by = asked()) =>
    notification().sendCampaign({ asked: by, phones: [...to], quietDays, message: 'Karibu!' })
  const audience = (quietDays: number) => notification().audience({ phones: [...phones, landline], quietDays })

  test('goes to all who can have it, and shows its result', async () => {
    await notification().optOut({ asked: asked(), phone: '254110345678' })
    stub().willAnswer(wire.answering({ '+254733345678': 406 }))
    expect(await send([...phones, landline])).toEqual({
      ...{ people: 2, accepted: 1, refused: 1, unanswered: 0, optedOut: 0 },
    })
    expect(stub().sentTo().flat()).toEqual(['+254712345678', '+254733345678'])
  })

  test('leaves out phones with a campaign in so many days, and none when they are over', async () => {
    await send(phones.slice(0, 1))
    expect(await audience(2)).toEqual({ ...noneLeftOut, people: 2, notMobile: 1, hadOne: 1 })
    expect(await audience(0)).toEqual({ ...noneLeftOut, people: 3, notMobile: 1 })
    await send(phones, 2)
    expect(stub().sentTo().flat()).toEqual(phones.map((phone) => `+${phone}`))
    expect(await send(phones, 2)).toMatchObject({ people: 0, accepted: 0 })
    passes(49)
    expect((await audience(2)).people).toBe(3)
  })

  test('goes again only to phones that the day’s SMS did not reach', async () => {
    await open({ environment: { SMS_MARKETING_BUDGET: '2' } })
    expect(await send(phones)).toMatchObject({ people: 3, accepted: 2, refused: 1 })
    passes(24)
    expect(await send(phones, 7)).toMatchObject({ people: 1, accepted: 1 })
    expect(stub().sentTo().flat().sort()).toEqual(phones.map((phone) => `+${phone}`).sort())
  })

  test('that is asked for again has the same answer and is sent once, though all have had it by then', async () => {
    const by = asked({ requestHash: 'h1' })
    const first = await send(phones, 7, by)
    expect(await send(phones, 7, by)).toEqual(first)
    await open()
    expect(await send(phones, 7, by)).toEqual(first)
    expect(stub().sentTo().flat()).toHaveLength(3)
    await expect(send(phones, 7, { ...by, requestHash: 'h2' })).rejects.toMatchObject({ code: 'key_reused' })
  })

  test('with too many recipients for one event goes in parts, and is one row in the list', async () => {
    await open({ environment: { AT_BATCH: '1000' } })
    const many = Array.from({ length: 1001 }, (_, n) => `2547${String(10_000_000 + n)}`)
    const by = asked()
    expect(await send(many, 0, by)).toMatchObject({ people: 1001, accepted: 1001 })
    expect(await send(many, 0, by)).toMatchObject({ people: 1001, accepted: 1001 })
    expect((await readTypes()).filter((type) => type === 'CampaignRequested')).toHaveLength(2)
    const { rows, total } = await notification().campaigns({ limit: 5, cursor: null })
    expect([total, rows[0]?.people, rows[0]?.accepted, rows[0]?.by]).toEqual([1, 1001, 1001, 'admin-1'])
  })

  test('counts what has arrived, as far as the provider has reported', async () => {
    await send(phones.slice(0, 2))
    await report('ATXid_254712345678', 'Success')
    await report('ATXid_254110345678', 'Failed')
    await eventually(async () =>
      expect((await notification().campaigns({ limit: 5, cursor: null })).rows[0]).toMatchObject({
        ...{ people: 2, attempted: 2, accepted: 2, arrived: 1, undelivered: 1 },
      }),
    )
  })
})

describe('a phone that has opted out', () => {
  const { notification } = notificationForEachTest(false)
  test('is found by any digits of its number, in the local or the international form', async () => {
    for (const phone of phones) await notification().optOut({ asked: asked(), phone })
    const found = async (search: string) =>
      (await notification().optOuts({ limit: 5, cursor: null, search })).rows.map(({ phone }) => phone)
    expect(await found('0712 345')).toEqual(['254712345678'])
    expect(await found('+254 110')).toEqual(['254110345678'])
    expect((await found('5678')).sort()).toEqual([...phones].sort())
    expect(await found('999')).toEqual([])
  })
})
