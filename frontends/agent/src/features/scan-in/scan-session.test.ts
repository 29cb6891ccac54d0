import type { Delivery, ScanAnswer } from '@tuma/contracts/api'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { openFakeOutbox } from './fake-outbox.ts'
import type { Look } from './look-at-code.ts'
import { ScanSession } from './scan-session.ts'
import { hasArrived, isCounted, listScanned } from './scanned-list.ts'
import type { Verdict } from './use-verdict.ts'

const [parcel, another, sticker] = ['TM-7K3M-Q2XV-90TB', 'TM-AAAA-BBBB-CCC1', 'TM-5555-6666-7777']
const row = (trackingId: string) => ({ _id: `row of ${trackingId}`, trackingId }) as Delivery
const answer = (code: string, verdict: ScanAnswer['verdict'], isOurs = true): ScanAnswer => ({
  ...{ code, verdict, sentence: '', trackingId: code },
  ...(isOurs && { delivery: row(code) }),
})

let clock = Date.parse('2026-11-30T08:00:00.000Z')
const now = () => new Date(clock).toISOString()
const later = (ms: number) => {
  clock += ms
}
/** What is said of each code, until a test says otherwise. */
let looks: Record<string, ScanAnswer>
beforeEach(() => {
  looks = {
    [parcel]: answer(parcel, 'takenIn'),
    [another]: answer(another, 'arrived'),
    [sticker]: answer(sticker, 'freeSticker', false),
  }
})

const open = ({
  look = async (code: string): Promise<Look> => looks[code] ?? 'failed',
  outbox = openFakeOutbox(),
} = {}) => {
  const said: Verdict[] = []
  const asked = vi.fn(look)
  const session = new ScanSession({ outbox, look: asked, say: (verdict) => said.push(verdict), now })
  outbox.subscribe(() => session.hearOutbox())
  const lines = () => listScanned(session.read().scans, outbox.steps())
  /** One after the other, as people scan. */
  const scan = async (...codes: string[]) => {
    for (const code of codes) {
      await session.take(code)
      later(500)
    }
  }
  const words = () => said.map((one) => (one.says === 'answer' ? one.answer.verdict : one.says))
  const stored = () => outbox.steps().map(({ kind, target, input }) => [kind, target, input])
  return { session, outbox, lines, scan, words, stored, asked }
}

describe('a scanned parcel', () => {
  test('is looked at at once, and is a step that waits ten seconds', async () => {
    const { scan, words, outbox, asked } = open()
    const at = now()
    await scan(`HTTPS://TUMA.TEST/T/${parcel}`)
    expect(words()).toEqual(['takenIn'])
    expect(asked).toHaveBeenCalledWith(parcel)
    const [step] = outbox.steps()
    expect(step).toMatchObject({ kind: 'scanIn', target: parcel, doneAt: at, state: 'waiting' })
    expect(step?.input).toEqual({ code: parcel })
    expect(Date.parse(step?.notBefore ?? '') - Date.parse(at)).toBe(10_000)
  })
  test('is first in the list, above those before it', async () => {
    const { scan, lines } = open()
    await scan(parcel, another)
    expect(lines().map(({ id }) => id)).toEqual([another, parcel])
    expect(lines().filter(isCounted)).toHaveLength(2)
    expect(lines().filter(hasArrived)).toHaveLength(1)
  })
  test('that is scanned again while its step waits is already here, and has one step', async () => {
    const { scan, words, stored } = open()
    await scan(parcel, parcel)
    expect(words()).toEqual(['takenIn', 'alreadyHere'])
    expect(stored()).toHaveLength(1)
  })
  test('that is in one picture twice has one step', async () => {
    const { session, stored } = open()
    await Promise.all([session.take(parcel), session.take(`https://tuma.test/t/${parcel}`)])
    expect(stored()).toHaveLength(1)
  })
  test('whose verdict records nothing is in the list, but sends nothing and does not count', async () => {
    looks[parcel] = answer(parcel, 'collected')
    const { scan, lines, stored } = open()
    await scan(parcel, parcel)
    expect(stored()).toEqual([])
    expect(lines().map(({ id, undoUntil }) => [id, undoUntil])).toEqual([[parcel, null]])
    expect(lines().filter(isCounted)).toEqual([])
  })
  test('is off the list when its scan is undone, and can be scanned again', async () => {
    const { scan, session, lines, words } = open()
    await scan(parcel)
    const key = lines()[0]?.key ?? ''
    expect(await session.undo(key)).toBe(true)
    expect(lines()).toEqual([])
    await scan(parcel)
    expect(words()).toEqual(['takenIn', 'takenIn'])
  })
  test('stays on the list when it was sent before it was undone', async () => {
    const { scan, session, outbox, lines } = open()
    await scan(parcel)
    const key = lines()[0]?.key ?? ''
    outbox.finish(key, [answer(parcel, 'takenIn')])
    expect(await session.undo(key)).toBe(false)
    expect(lines().map(({ id, undoUntil }) => [id, undoUntil])).toEqual([[parcel, null]])
  })
})

describe('without an answer to the look', () => {
  const unanswered = async () => 'unanswered' as const

  test('the parcel is saved, and the verdict is said once when the outbox has it', async () => {
    const { scan, outbox, words, lines } = open({ look: unanswered })
    await scan(parcel)
    expect(words()).toEqual(['saved'])
    expect(lines()[0]?.state).toBe('noNetwork')
    outbox.finish(lines()[0]?.key ?? '', [answer(parcel, 'onHold')])
    outbox.finish('another', [])
    expect(words()).toEqual(['saved', 'onHold'])
    expect(lines()[0]).toMatchObject({ state: 'answered', answer: { verdict: 'onHold' } })
  })
})

test('a browser that cannot store a step says so, and lists nothing', async () => {
  const full = { ...openFakeOutbox(), add: async () => Promise.reject(new Error('full')) }
  const { scan, words, lines } = open({ outbox: full })
  await scan(parcel)
  expect(words()).toEqual(['notStored'])
  expect(lines()).toEqual([])
})

test('a code of something else is said to be none of ours, without asking', async () => {
  const { scan, words, lines, asked } = open()
  await scan('WIFI:S:shop;;')
  expect(words()).toEqual(['unknown'])
  expect(lines()).toEqual([])
  expect(asked).not.toHaveBeenCalled()
})

test('steps from before the page was opened are in the list', async () => {
  const outbox = openFakeOutbox()
  await open({ outbox }).scan(parcel, another)
  outbox.finish(outbox.steps()[0]?.key ?? '', [answer(parcel, 'takenIn')])
  const { lines } = open({ outbox })
  expect(lines().map(({ id, state }) => [id, state])).toEqual([
    [another, 'saved'],
    [parcel, 'answered'],
  ])
})

test('a step that the server refused says why', async () => {
  const outbox = openFakeOutbox()
  await open({ outbox }).scan(parcel)
  const [step] = outbox.steps()
  const refused = { ...step, state: 'needsYou', answer: { code: 'not_found', message: 'Not found.' } } as typeof step
  expect(listScanned([], refused ? [refused] : [])[0]).toMatchObject({ state: 'refused', refusal: 'Not found.' })
})

describe('a free sticker', () => {
  const boundTo = (id: string) => ['bindSticker', id, { deliveryId: `row of ${id}`, sticker }]

  test('goes on the parcel that is scanned next', async () => {
    const { scan, words, stored, session, lines } = open()
    await scan(sticker)
    expect(session.read().sticker).toBe(sticker)
    expect(lines()).toEqual([])
    await scan(parcel)
    expect(session.read().sticker).toBeNull()
    expect(stored()).toContainEqual(boundTo(parcel))
    expect(stored().map(([kind]) => kind)).toEqual(['scanIn', 'bindSticker'])
    expect(words()).toEqual(['freeSticker', 'sticker'])
  })
  test('goes on the parcel that was scanned before it', async () => {
    const { scan, words, stored } = open()
    await scan(parcel, sticker)
    expect(stored()).toContainEqual(boundTo(parcel))
    expect(words()).toEqual(['takenIn', 'sticker'])
  })
  test('goes on the parcel that is in the same picture', async () => {
    const { session, stored } = open()
    await Promise.all([session.take(sticker), session.take(parcel)])
    expect(stored()).toContainEqual(boundTo(parcel))
  })
  test('goes on the next parcel where the one before has a sticker already', async () => {
    looks[another] = answer(another, 'takenIn')
    const second = 'TM-5555-6666-8888'
    looks[second] = answer(second, 'freeSticker', false)
    const { scan, stored } = open()
    await scan(parcel, sticker, second, another)
    expect(stored().filter(([kind]) => kind === 'bindSticker')).toEqual([
      boundTo(parcel),
      ['bindSticker', another, { deliveryId: `row of ${another}`, sticker: second }],
    ])
  })
  test('goes on a parcel that has another one only where it was scanned first', async () => {
    looks[parcel] = { ...answer(parcel, 'takenIn'), delivery: { ...row(parcel), sticker: 'XYZ1' } }
    const { scan, session, stored } = open()
    await scan(parcel, sticker)
    expect(session.read().sticker).toBe(sticker)
    await scan(parcel)
    expect(stored()).toContainEqual(boundTo(parcel))
  })
  test('does not go on a parcel that arrived, or that was scanned more than a minute ago', async () => {
    const { scan, session } = open()
    await scan(another, sticker)
    expect(session.read().sticker).toBe(sticker)
    session.leaveSticker()
    await scan(parcel)
    later(60_000)
    await scan(sticker)
    expect(session.read().sticker).toBe(sticker)
  })
  test('goes on a parcel whose scan still waits, when that is scanned again', async () => {
    const { scan, stored } = open()
    await scan(parcel, another, sticker, parcel)
    expect(stored()).toContainEqual(boundTo(parcel))
  })
  test('waits on when the next code is of another shop’s parcel', async () => {
    looks[another] = answer(another, 'forOtherShop', false)
    const { scan, session, words } = open()
    await scan(sticker, another)
    expect(session.read().sticker).toBe(sticker)
    expect(words()).toEqual(['freeSticker', 'forOtherShop'])
  })
  test('goes on a parcel on hold, which is said so', async () => {
    looks[parcel] = answer(parcel, 'onHold')
    const { scan, words, stored } = open()
    await scan(sticker, parcel)
    expect(stored()).toContainEqual(boundTo(parcel))
    expect(words()).toEqual(['freeSticker', 'sticker', 'onHold'])
  })
  test('that is left goes on no parcel', async () => {
    const { scan, session, stored } = open()
    await scan(sticker)
    session.leaveSticker()
    await scan(parcel)
    expect(stored().map(([kind]) => kind)).toEqual(['scanIn'])
  })
})
