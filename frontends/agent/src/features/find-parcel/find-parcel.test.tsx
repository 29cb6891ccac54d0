// @vitest-environment jsdom

import { screen } from '@testing-library/react'
import { contract } from '@tuma/contracts/api'
import { confirm, createMemoryRouter } from '@tuma/kit/runtime'
import { fakeApi, people, renderRouter, renderScreen, sampleDelivery, scan } from '@tuma/kit/testing'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { FindKeys } from './find-keys.tsx'
import { FindParcel } from './find-parcel.tsx'
import { FindParcels } from './screen.tsx'

/** WebAssembly and a camera are the browser tests' to try (infra/e2e/agent-counter). */
vi.mock('./zxing-reader.ts', () => ({ BarcodeDetector: createReader([[itsAddress]]) }))

const parcel = sampleDelivery(1, { _id: 'd1', trackingId: 'TM-7K3M-Q2XV-90TB', deliveryType: 'parcelDukani' })
const another = sampleDelivery(2, { deliveryType: 'parcelDukani' })
const itsAddress = 'https://tuma.test/trackDelivery?id=TM-7K3M-Q2XV-90TB'

const show = () => renderScreen(<FindParcel />, { as: people.agent, path: '/Agent', at: '/Agent' })
const typeAndFind = async (typed: string) => {
  const shown = show()
  if (typed) await shown.person.type(await screen.findByLabelText('Find a parcel'), typed)
  await shown.person.click(await screen.findByRole('button', { name: 'Find' }))
  return shown
}
const notFound = 'Parcel not found. Please check the Tracking ID.'

test.each(['TM-7K3M-Q2XV-90TB', 'tm 7k3m q2xv 9otb', itsAddress])(
  '%j, typed or read by a hand scanner that types, jumps to the parcel',
  async (typed) => {
    fakeApi().answer(contract.counter.find, [parcel])
    const { router } = await typeAndFind(typed)
    await expect.poll(() => router.state.location.pathname).toBe('/Agent/delivery/parcelDukani/d1')
    expect(fakeApi().received(contract.counter.find)[0]?.input).toEqual({ search: typed, limit: '2' })
  },
)

test('a parcel of another shop is not found', async () => {
  fakeApi().answer(contract.counter.find, [])
  const { router } = await typeAndFind('TM-7K3M-Q2XV-90TB')
  await screen.findByText(notFound)
  expect(router.state.location.pathname).toBe('/Agent')
})

test.each(['90tb', 'wanjiku ka', '0712 345'])('%j is looked for as it is', async (typed) => {
  fakeApi().answer(contract.counter.find, [parcel])
  const { router } = await typeAndFind(typed)
  await expect.poll(() => router.state.location.pathname).toBe('/Agent/delivery/parcelDukani/d1')
  expect(fakeApi().received(contract.counter.find)[0]?.input.search).toBe(typed)
  expect(router.state.location.state).toEqual({ back: '/Agent', means: 'typed' })
})

test('several matches are listed, and the search is not in the address', async () => {
  fakeApi().answer(contract.counter.find, [parcel, another])
  const { router } = await typeAndFind('wanjiku')
  await expect.poll(() => router.state.location.pathname).toBe('/Agent/find')
  expect([router.state.location.search, router.state.location.state]).toEqual(['', { search: 'wanjiku' }])
})

test('a name that fits nothing is said so', async () => {
  fakeApi().answer(contract.counter.find, [])
  await typeAndFind('nobody')
  await screen.findByText('No parcel of your shop matches that.')
})

test('two different ids are not looked for', async () => {
  fakeApi().answer(contract.counter.find, [parcel])
  await typeAndFind(`${parcel.trackingId} ${another.trackingId}`)
  await screen.findByText('You entered two Tracking IDs. Enter one.')
  expect(fakeApi().received(contract.counter.find)).toEqual([])
})

test('an empty field asks for something to look for', async () => {
  await typeAndFind('')
  await screen.findByText('Please enter a Tracking ID, name, phone or place')
  expect(fakeApi().received(contract.counter.find)).toEqual([])
})

test('looking that fails says so', async () => {
  fakeApi().fail(contract.counter.find)
  await typeAndFind('90TB')
  await screen.findByText('We could not search for the parcel.')
})

describe('the list of what was found', () => {
  const showFound = (state?: object) =>
    renderScreen(<FindParcels />, { as: people.agent, path: '/Agent/find', at: '/Agent/find', state })

  test('has each parcel with its next step, and the search in the field', async () => {
    const rows = [{ ...parcel, nextStep: { step: 'drop', mine: true } as const }, another]
    fakeApi().answer(contract.counter.find, rows)
    showFound({ search: 'wanjiku' })
    await screen.findByRole('button', { name: 'Dropped' })
    expect(screen.getAllByRole('link', { name: /^TM-/ })).toHaveLength(2)
    expect(screen.getByDisplayValue('wanjiku')).toBeTruthy()
    expect(screen.getByText('Parcels of your shop that match “wanjiku”, newest first.')).toBeTruthy()
  })

  test('disappears when the next search finds nothing, so that no wrong parcel can be tapped', async () => {
    fakeApi().answer(contract.counter.find, [parcel, another])
    const { person } = showFound({ search: 'wanjiku' })
    await screen.findByRole('link', { name: parcel.trackingId })
    fakeApi().answer(contract.counter.find, [])
    const field = screen.getByLabelText('Find a parcel')
    await person.clear(field)
    await person.type(field, 'nobody{Enter}')
    await expect.poll(() => screen.queryAllByRole('link', { name: /^TM-/ })).toEqual([])
    await screen.findByText('No parcel of your shop matches that.', { selector: '.t-state *' })
    expect(screen.queryByText(/that match “wanjiku”/)).toBeNull()
    const now = await screen.findByLabelText('Find a parcel')
    await expect.poll(() => document.activeElement).toBe(now)
  })

  test('has the newest before anything is looked for, and the focus in the field for who came by a key', async () => {
    fakeApi().answer(contract.counter.find, [another])
    showFound({ typing: true })
    const field = await screen.findByLabelText('Find a parcel')
    await screen.findByRole('link', { name: another.trackingId })
    expect(screen.getAllByLabelText('Find a parcel')).toEqual([field])
    expect(document.activeElement).toBe(field)
    expect(fakeApi().received(contract.counter.find)[0]?.input.search).toBeUndefined()
  })
})

describe('from every screen', () => {
  const screens = (at: string) => {
    fakeApi().answer(contract.counter.find, [])
    const children = [
      { path: '/Agent', element: <FindParcel /> },
      { path: '/Agent/profile', element: <input aria-label="Name" /> },
      { path: '/Agent/find', element: <FindParcels /> },
      { path: '/Agent/delivery/:type/:id', element: <p>Delivery Details</p> },
    ]
    return renderRouter(
      createMemoryRouter([{ element: <FindKeys />, children }], { initialEntries: [at] }),
      people.agent,
    )
  }

  test.each(['/', '{Control>}k{/Control}'])('%s leads to the field', async (keys) => {
    const { person } = screens('/Agent')
    const field = await screen.findByLabelText('Find a parcel')
    await person.keyboard(keys)
    await expect.poll(() => document.activeElement).toBe(field)
    expect((field as HTMLInputElement).value).toBe('')
  })

  test('and without a field on the screen, to the screen that has one', async () => {
    const { person, router } = screens('/Agent/profile')
    await screen.findByLabelText('Name')
    await person.keyboard('/')
    await expect.poll(() => router.state.location.pathname).toBe('/Agent/find')
    const field = await screen.findByLabelText('Find a parcel')
    await expect.poll(() => document.activeElement).toBe(field)
  })

  test.each([parcel.trackingId, `HTTPS://TUMA.TEST/T/${parcel.trackingId}`])(
    'a scan of %s opens its parcel, also from a field that has the focus',
    async (text) => {
      const { person, router } = screens('/Agent/profile')
      fakeApi().answer(contract.counter.find, [parcel])
      await person.click(await screen.findByLabelText('Name'))
      await person.paste('Wanjiku')
      scan(text)
      expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Wanjiku')
      await screen.findByText('Delivery Details')
      expect(router.state.location.pathname).toBe('/Agent/delivery/parcelDukani/d1')
      expect(fakeApi().received(contract.counter.find).at(-1)?.input.search).toBe(parcel.trackingId)
    },
  )

  test('a scan of an address leads to its parcel, not by its slashes to the field', async () => {
    screens('/Agent')
    await screen.findByLabelText('Find a parcel')
    fakeApi().answer(contract.counter.find, [parcel])
    scan(`https://tuma.test/t/${parcel.trackingId}`, null)
    expect(document.activeElement).toBe(document.body)
    await screen.findByText('Delivery Details')
  })

  test('a scan answers an open question with no', async () => {
    screens('/Agent/profile')
    await screen.findByLabelText('Name')
    fakeApi().answer(contract.counter.find, [parcel])
    const answer = confirm({ title: 'Put these in transit?' })
    scan(parcel.trackingId)
    expect(await answer).toBe(false)
    await screen.findByText('Delivery Details')
  })

  test('a scan of a parcel of another shop lists that nothing fits', async () => {
    const { router } = screens('/Agent/profile')
    await screen.findByLabelText('Name')
    scan(parcel.trackingId)
    await screen.findByText('No parcel of your shop matches that.')
    expect(router.state.location.pathname).toBe('/Agent/find')
    expect(screen.getByDisplayValue(parcel.trackingId)).toBeTruthy()
  })

  test('but a slash that is typed is typed', async () => {
    const { person, router } = screens('/Agent/profile')
    await person.type(await screen.findByLabelText('Name'), 'a/b')
    expect((screen.getByLabelText('Name') as HTMLInputElement).value).toBe('a/b')
    expect(router.state.location.pathname).toBe('/Agent/profile')
  })
})

/** What the browser's own reader sees in each picture, as the codes in it; null while there is no picture yet. */
const createReader = (pictures: (string[] | null)[], formats = ['qr_code']) =>
  class {
    static getSupportedFormats = async () => formats
    async detect() {
      const codes = pictures.length > 1 ? pictures.shift() : pictures[0]
      if (!codes) throw new DOMException('no picture', 'InvalidStateError')
      return codes.map((rawValue) => ({ rawValue }))
    }
  }
afterEach(() => vi.unstubAllGlobals())

describe('with a camera', () => {
  const stop = vi.fn()
  const camera = (pictures: (string[] | null)[], allowed = true) => {
    stop.mockClear()
    const getUserMedia = async () => {
      if (!allowed) throw new DOMException('denied', 'NotAllowedError')
      return { getTracks: () => [{ stop }] }
    }
    vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { mediaDevices: { getUserMedia } }))
    vi.stubGlobal('BarcodeDetector', createReader(pictures))
  }

  test('the code on a receipt jumps to its parcel, and the camera goes off', async () => {
    camera([null, [], ['WIFI:S:shop;;'], [itsAddress]])
    fakeApi().answer(contract.counter.find, [parcel])
    const { person, router } = show()
    await person.click(await screen.findByRole('button', { name: 'Scan with the camera' }))
    await expect.poll(() => router.state.location.pathname).toBe('/Agent/delivery/parcelDukani/d1')
    await expect.poll(() => stop.mock.calls.length).toBe(1)
  })

  test("another shop's receipt closes the camera and says that the parcel is not found", async () => {
    camera([[itsAddress]])
    fakeApi().answer(contract.counter.find, [])
    const { person } = show()
    await person.click(await screen.findByRole('button', { name: 'Scan with the camera' }))
    await screen.findByText(notFound)
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.getByDisplayValue('TM-7K3M-Q2XV-90TB')).toBeTruthy()
  })

  test('closing the dialog switches the camera off', async () => {
    camera([[]])
    const { person } = show()
    await person.click(await screen.findByRole('button', { name: 'Scan with the camera' }))
    await expect.poll(() => document.querySelector('video')?.srcObject).toBeTruthy()
    await person.click(await screen.findByRole('button', { name: 'Close' }))
    await expect.poll(() => stop.mock.calls.length).toBe(1)
  })

  test('a camera that may not be used sends people back to typing', async () => {
    camera([[]], false)
    const { person } = show()
    await person.click(await screen.findByRole('button', { name: 'Scan with the camera' }))
    await screen.findByText('The camera does not work here. Please type the Tracking ID.')
  })
})

describe('without one', () => {
  const picture = new File(['…'], 'receipt.jpg', { type: 'image/jpeg' })
  const take = async (codes: string[] | null, formats?: string[]) => {
    vi.stubGlobal('BarcodeDetector', createReader([codes], formats))
    const shown = show()
    await shown.person.click(await screen.findByRole('button', { name: 'Scan with the camera' }))
    await screen.findByText('The camera does not work here. Please type the Tracking ID.')
    await shown.person.upload(screen.getByLabelText('Take a picture instead', { selector: 'input' }), picture)
    return shown
  }

  test('a picture of the code does as well', async () => {
    fakeApi().answer(contract.counter.find, [parcel])
    const { router } = await take([itsAddress])
    await expect.poll(() => router.state.location.pathname).toBe('/Agent/delivery/parcelDukani/d1')
  })

  test('one without a code is said to have none', async () => {
    await take(['WIFI:S:shop;;'])
    await screen.findByText('No Tracking ID in this picture. Take another picture, or type the ID.')
  })

  test('neither is a broken one read', async () => {
    await take(null)
    await screen.findByText('We could not read the picture. Please type the Tracking ID.')
  })

  test('a browser whose own reader knows no such codes is given ours', async () => {
    fakeApi().answer(contract.counter.find, [parcel])
    const { router } = await take(['never asked'], ['ean_13'])
    await expect.poll(() => router.state.location.pathname).toBe('/Agent/delivery/parcelDukani/d1')
  })
})
