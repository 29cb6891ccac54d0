// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { contract, type ScanAnswer } from '@tuma/contracts/api'
import { CannotSave } from '@tuma/kit/outbox'
import { chooseLanguage, createMemoryRouter } from '@tuma/kit/runtime'
import { fakeApi, people, renderRouter, sampleDelivery, sampleTabCounts, scan } from '@tuma/kit/testing'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { OutboxContext } from '../../saved-steps/index.ts'
import { FindKeys } from '../find-parcel/find-keys.tsx'
import { openFakeOutbox } from './fake-outbox.ts'
import { ScanIn } from './screen.tsx'

/** The browser's own reader and camera are the browser tests' to try (infra/e2e/scan-in). */
vi.mock('../find-parcel/zxing-reader.ts', () => ({}))

const [id, otherId, sticker] = ['TM-7K3M-Q2XV-90TB', 'TM-AAAA-BBBB-CCC1', 'TM-5555-6666-7777']
const row = (trackingId: string, shape = {}) =>
  sampleDelivery(1, { trackingId, deliveryType: 'parcelDukani', _id: `d${trackingId.slice(-1)}`, ...shape })
const answers = (...given: Partial<ScanAnswer>[]) => {
  const byCode = new Map(given.map((answer) => [answer.trackingId, answer]))
  fakeApi().answer(contract.scanning.scanIn, ({ input: { codes, look } }) => {
    expect(look).toBe(true)
    return (codes as { code: string }[]).map(({ code }) => {
      const known = byCode.get(code) ?? { verdict: 'unknown' }
      return { code, sentence: '', trackingId: code, verdict: 'unknown', ...known }
    })
  })
}
const arrived = (trackingId: string): Partial<ScanAnswer> => ({
  ...{ trackingId, verdict: 'arrived' },
  delivery: row(trackingId),
})

let outbox = openFakeOutbox()
beforeEach(() => {
  outbox = openFakeOutbox()
  const counts = sampleTabCounts({ inTransitBy: { shop: 20, riders: 0 } })
  fakeApi().answer(contract.counter.tabCounts, counts).answer(contract.counter.find, [])
})
afterEach(() => {
  vi.unstubAllGlobals()
  chooseLanguage('en')
})

const WithOutbox = () => (
  <OutboxContext value={outbox}>
    <FindKeys />
  </OutboxContext>
)
const show = async () => {
  const children = [
    { path: '/Agent/scan', element: <ScanIn /> },
    { path: '/Agent/find', element: <p>Found</p> },
  ]
  const router = createMemoryRouter([{ element: <WithOutbox />, children }], { initialEntries: ['/Agent/scan'] })
  const shown = renderRouter(router, people.agent)
  await screen.findByRole('heading', { level: 1 })
  return shown
}
const lines = () =>
  within(screen.getByRole('region', { name: /scanned/ }))
    .queryAllByRole('listitem')
    .map(({ textContent }) => textContent)
const verdict = () => document.querySelector<HTMLElement>('.scan-verdict')

test('a shop without a camera is told how to go on', async () => {
  await show()
  await screen.findByText('Use a scanner or type the last four.')
  await screen.findByText('Nothing scanned yet.')
  expect(screen.getByRole('heading', { name: '0 scanned' })).toBeTruthy()
  await screen.findByText('0 of 20 arrived')
})

test.each([id, `HTTPS://TUMA.TEST/T/${id}`])('a hand scanner’s %s goes to the list, not to Find', async (text) => {
  answers(arrived(id))
  const { router } = await show()
  scan(text)
  await screen.findByText('Arrived', { selector: '.scan-line-says' })
  expect(screen.getByText('1 of 20 arrived')).toBeTruthy()
  expect(router.state.location.pathname).toBe('/Agent/scan')
  expect(fakeApi().received(contract.counter.find)).toEqual([])
})

test.each(['Enter', 'Tab', null] as const)('scans that end with %s are each a line, the newest first', async (end) => {
  answers(arrived(id), { ...arrived(otherId), verdict: 'takenIn' })
  await show()
  scan(id, end)
  await screen.findByText('Arrived', { selector: '.scan-line-says' })
  scan(`https://tuma.test/t/${otherId}`, end)
  await screen.findByText('Taken in', { selector: '.scan-line-says' })
  expect(lines().map((line) => line?.slice(0, id.length))).toEqual([otherId, id])
})

test('a hand scanner’s code of other goods is said to be none of ours', async () => {
  await show()
  scan('6164001234567')
  await screen.findByText('Not a Tuma code', { selector: '.scan-word' })
  expect(lines()).toEqual([])
})

test('a scan into the field of the last four leaves the field as it was', async () => {
  answers(arrived(id))
  const { person } = await show()
  const field = screen.getByLabelText<HTMLInputElement>('Last four of the ID')
  await person.click(field)
  await person.paste('9')
  scan(id)
  await screen.findByText('Arrived', { selector: '.scan-line-says' })
  expect(field.value).toBe('9')
})

describe('a line', () => {
  test('says what followed and where it goes, leads to the parcel, and is undone with one press', async () => {
    const receiver = { ...row(id).receiver, location: 'THIKA', pickupAgent: 'Thika Arcade' }
    answers({ ...arrived(id), delivery: row(id, { receiver }) })
    const { person } = await show()
    scan(id)
    const link = await screen.findByRole('link', { name: id })
    expect(link.getAttribute('href')).toBe('/Agent/delivery/parcelDukani/dB')
    expect(lines()).toEqual([`${id}ArrivedTo THIKA, Thika ArcadeUndo ${id}10`])
    await person.click(screen.getByRole('button', { name: `Undo ${id}` }))
    await screen.findByText('90TB is off the list.')
    expect(lines()).toEqual([])
  })
  test('without an answer says that the scan is saved', async () => {
    fakeApi().disconnect(contract.scanning.scanIn)
    await show()
    scan(id)
    await screen.findByText('No network. Saved on this phone.', { selector: '.scan-line-says' })
    expect(verdict()?.dataset.tone).toBe('look')
    expect(screen.getByRole('heading', { name: '1 scanned' })).toBeTruthy()
  })
  test('whose look failed says that the scan is saved, and blames no network', async () => {
    fakeApi().fail(contract.scanning.scanIn)
    await show()
    scan(id)
    await screen.findByText('Saved on this phone.', { selector: '.scan-line-says' })
  })
  test('that a browser cannot store is said in red', async () => {
    answers(arrived(id))
    outbox.add = async () => Promise.reject(new CannotSave('full'))
    await show()
    scan(id)
    await screen.findByText('This phone is full. Find a network first.')
    expect(verdict()?.dataset.tone).toBe('stop')
    expect(screen.getByRole('heading', { name: '0 scanned' })).toBeTruthy()
  })
})

describe('the verdict', () => {
  const until = '2026-11-30T11:20:00.000Z'
  const shop = { location: 'KITENGELA', address: 'Kitengela Mall' }
  const neighbour = { location: 'NAIROBI CBD', address: 'Kirinyaga Road Shop' }
  const held = { ...row(id), held: ['missing' as const, 'closed' as const] }
  test.each([
    [{ verdict: 'takenIn' }, 'good', 'Taken in', ''],
    [{ verdict: 'takenInForRider', until }, 'good', 'Taken in', 'Give it to a rider by 14:20'],
    [{ verdict: 'arrived' }, 'good', 'Arrived', ''],
    [{ verdict: 'arrivedUnsent', shop }, 'look', 'Arrived', 'Kitengela Mall had not sent it'],
    [{ verdict: 'onHold', hold: 'missing', delivery: held }, 'stop', 'On hold', 'Missing'],
    [{ verdict: 'forOtherShop', shop }, 'stop', 'For KITENGELA', 'not for you'],
    [{ verdict: 'forOtherShop', shop: neighbour }, 'stop', 'For Kirinyaga Road Shop', 'not for you'],
    [{ verdict: 'withRider', rider: 'Salim' }, 'look', 'With rider Salim', ''],
    [{ verdict: 'cancelled' }, 'stop', 'Cancelled', 'Give it back'],
    [{ verdict: 'unknown' }, 'stop', 'Not a Tuma code', ''],
  ] as const)('%j is %s, and reads “%s” “%s”', async (said, tone, word, rest) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-30T08:00:00.000Z') })
    answers({ trackingId: id, ...said } as Partial<ScanAnswer>)
    await show()
    scan(id)
    await expect.poll(() => verdict()?.dataset.tone).toBe(tone)
    expect(verdict()?.querySelector('.scan-word')?.textContent?.trim()).toBe(word)
    expect(verdict()?.querySelector('.scan-rest')?.textContent?.trim()).toBe(`90TB ${rest}`.trim())
    vi.useRealTimers()
  })

  test('is a sentence for a screen reader, and in Swahili', async () => {
    chooseLanguage('sw')
    answers({ ...arrived(id), verdict: 'arrivedUnsent', shop })
    await show()
    scan(id)
    const sentence = '90TB. Kimefika. Kitengela Mall hawakuwa wamekituma'
    await expect.poll(() => screen.getAllByRole('status').map((one) => one.textContent)).toContain(sentence)
  })
})

describe('a free sticker', () => {
  const free: Partial<ScanAnswer> = { trackingId: sticker, verdict: 'freeSticker' }
  test('waits in plain sight for its parcel, and goes on the next one', async () => {
    answers(free, { ...arrived(id), verdict: 'takenIn' })
    await show()
    scan(sticker)
    await screen.findByText('Scan the parcel for sticker 7777.')
    scan(id)
    await screen.findByText('Sticker 7777 is on it')
    expect(screen.queryByText('Scan the parcel for sticker 7777.')).toBeNull()
    expect(screen.getByText('Sticker added')).toBeTruthy()
  })
  test('can be left', async () => {
    answers(free)
    const { person } = await show()
    scan(sticker)
    await person.click(await screen.findByRole('button', { name: 'Cancel sticker' }))
    expect(screen.queryByText('Scan the parcel for sticker 7777.')).toBeNull()
  })
})

describe('the last four', () => {
  const type = async (typed: string) => {
    const shown = await show()
    await shown.person.type(screen.getByLabelText('Last four of the ID'), `${typed}{Enter}`)
    return shown
  }
  test('find the parcel among those of the shop', async () => {
    fakeApi().answer(contract.counter.find, [row(otherId), row(id)])
    answers(arrived(id))
    await type('9otb')
    await screen.findByText('Arrived', { selector: '.scan-line-says' })
    expect(fakeApi().received(contract.counter.find)[0]?.input.search).toBe('90TB')
    expect(screen.getByLabelText<HTMLInputElement>('Last four of the ID').value).toBe('')
  })
  test('of several parcels ask which', async () => {
    const twin = 'TM-0000-0000-90TB'
    fakeApi().answer(contract.counter.find, [row(id), row(twin, { _id: 'd9' })])
    answers(arrived(twin))
    const { person } = await type('90TB')
    await screen.findByText('Which one ends in 90TB?')
    await person.click(screen.getByRole('button', { name: new RegExp(twin) }))
    await screen.findByRole('link', { name: twin })
  })
  test('of no parcel are said so', async () => {
    await type('ZZZZ')
    await screen.findByText('No parcel of your shop ends in ZZZZ.')
  })
  test('that are not four are asked for again', async () => {
    await type('90T')
    await screen.findByText('Type the last four letters and digits of the ID.')
    expect(fakeApi().received(contract.counter.find)).toEqual([])
  })
  test('are not needed where the whole id is typed', async () => {
    answers(arrived(id))
    await type(id)
    await screen.findByRole('link', { name: id })
    expect(fakeApi().received(contract.counter.find)).toEqual([])
  })
})

describe('with a camera', () => {
  const stop = vi.fn()
  const camera = (pictures: string[][], torch = false) => {
    stop.mockClear()
    const applyConstraints = vi.fn(async () => undefined)
    const track = { stop, getCapabilities: () => ({ torch }), applyConstraints }
    const getUserMedia = async () => ({ getTracks: () => [track] })
    vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { mediaDevices: { getUserMedia } }))
    vi.stubGlobal(
      'BarcodeDetector',
      class {
        static getSupportedFormats = async () => ['qr_code']
        async detect() {
          return ((pictures.length > 1 ? pictures.shift() : pictures[0]) ?? []).map((rawValue) => ({ rawValue }))
        }
      },
    )
    return applyConstraints
  }
  test('all codes are taken, one after the other and several of one picture', async () => {
    camera([[`https://tuma.test/t/${id}`], [], [otherId, sticker]])
    answers(arrived(id), arrived(otherId), { ...arrived(sticker), verdict: 'takenIn' })
    await show()
    await expect.poll(() => lines().length).toBe(3)
    expect(stop).not.toHaveBeenCalled()
  })
  test('it goes off while the page is hidden, and when it is switched off', async () => {
    camera([[]])
    const { person } = await show()
    await expect.poll(() => document.querySelector('video')?.srcObject).toBeTruthy()
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
    document.dispatchEvent(new Event('visibilitychange'))
    await expect.poll(() => stop.mock.calls.length).toBe(1)
    hidden.mockRestore()
    document.dispatchEvent(new Event('visibilitychange'))
    await person.click(screen.getByRole('button', { name: 'Camera off' }))
    await expect.poll(() => stop.mock.calls.length).toBe(2)
    expect(document.querySelector('video')).toBeNull()
    await person.click(screen.getByRole('button', { name: 'Camera on' }))
    await expect.poll(() => document.querySelector('video')?.srcObject).toBeTruthy()
  })
  test('its lamp is switched on, where it has one', async () => {
    const applyConstraints = camera([[]], true)
    const { person } = await show()
    await person.click(await screen.findByRole('button', { name: 'Light', pressed: false }))
    await screen.findByRole('button', { name: 'Light', pressed: true })
    expect(applyConstraints).toHaveBeenCalledWith({ advanced: [{ torch: true }] })
  })
})
