// @vitest-environment jsdom

import { screen } from '@testing-library/react'
import { contract, type TrackedDelivery } from '@tuma/contracts/api'
import { fakeApi, people, renderScreen } from '@tuma/kit/testing'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { FindParcel } from './find-parcel.tsx'
import { trackingIdIn } from './read-code.ts'

/** WebAssembly and a camera are the browser tests' to try (infra/e2e/agent-counter). */
vi.mock('./zxing-reader.ts', () => ({ BarcodeDetector: readerOf([[itsAddress]]) }))

const parcel: TrackedDelivery = {
  _id: 'd1',
  trackingId: 'TM-7K3M-Q2XV-90TB',
  deliveryType: 'parcelDukani',
  status: 'delivered',
  sender: { name: 'Wanjiku Kamau', phone: '0712345678', location: 'THIKA' },
  receiver: { name: 'Kiprop Cheruiyot', phone: '0722333444', location: 'NAIROBI CBD' },
  history: [],
  createdAt: '2026-11-20T08:00:00.000Z',
  updatedAt: '2026-11-20T08:00:00.000Z',
}
const someoneElses = { ...parcel, _id: undefined }
const itsAddress = 'https://tuma.test/trackDelivery?id=TM-7K3M-Q2XV-90TB'

const show = () => renderScreen(<FindParcel />, { as: people.agent, path: '/Agent', at: '/Agent' })
const typeAndFind = async (typed: string) => {
  const shown = show()
  if (typed) await shown.person.type(await screen.findByLabelText('Tracking ID'), typed)
  await shown.person.click(await screen.findByRole('button', { name: 'Find' }))
  return shown
}
const notFound = 'Parcel not found. Please check the Tracking ID.'

test.each(['TM-7K3M-Q2XV-90TB', 'tm 7k3m q2xv 9otb', itsAddress])(
  '%j, typed or read by a hand scanner that types, jumps to the parcel',
  async (typed) => {
    fakeApi().answer(contract.deliveries.track, parcel)
    const { router } = await typeAndFind(typed)
    await expect.poll(() => router.state.location.pathname).toBe('/Agent/delivery/parcelDukani/d1')
    expect(fakeApi().received(contract.deliveries.track)[0]?.input).toEqual({ trackingId: 'TM-7K3M-Q2XV-90TB' })
  },
)

test('a parcel of another shop is not found', async () => {
  fakeApi().answer(contract.deliveries.track, someoneElses)
  const { router } = await typeAndFind('TM-7K3M-Q2XV-90TB')
  await screen.findByText(notFound)
  expect(router.state.location.pathname).toBe('/Agent')
})

test('neither is one that does not exist', async () => {
  fakeApi().refuse(contract.deliveries.track, 'parcel_not_found')
  await typeAndFind('TM-7K3M-Q2XV-90TB')
  await screen.findByText(notFound)
})

test('what is no tracking id is not asked for', async () => {
  fakeApi().answer(contract.deliveries.track, parcel)
  await typeAndFind('7K3M')
  await screen.findByText(notFound)
  expect(fakeApi().received(contract.deliveries.track)).toEqual([])
})

test('an empty field asks for a tracking id', async () => {
  await typeAndFind('')
  await screen.findByText('Please enter a Tracking ID')
})

test.each(['https://tuma.test/trackDelivery', 'https://elsewhere.test/?id=nonsense', 'WIFI:S:shop;;', ''])(
  'a code that holds %j is no parcel',
  (read) => expect(trackingIdIn(read)).toBeNull(),
)

/** What the browser's own reader sees in each picture, as the codes in it; null while there is no picture yet. */
const readerOf = (pictures: (string[] | null)[], formats = ['qr_code']) =>
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
    vi.stubGlobal('BarcodeDetector', readerOf(pictures))
  }

  test('the code on a receipt jumps to its parcel, and the camera goes off', async () => {
    camera([null, [], ['WIFI:S:shop;;'], [itsAddress]])
    fakeApi().answer(contract.deliveries.track, parcel)
    const { person, router } = show()
    await person.click(await screen.findByRole('button', { name: 'Scan with the camera' }))
    await expect.poll(() => router.state.location.pathname).toBe('/Agent/delivery/parcelDukani/d1')
    await expect.poll(() => stop.mock.calls.length).toBe(1)
  })

  test("another shop's receipt closes the camera and says that the parcel is not found", async () => {
    camera([[itsAddress]])
    fakeApi().answer(contract.deliveries.track, someoneElses)
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
    await screen.findByText('The camera cannot be used here. Please type the Tracking ID.')
  })
})

describe('without one', () => {
  const picture = new File(['…'], 'receipt.jpg', { type: 'image/jpeg' })
  const take = async (codes: string[] | null, formats?: string[]) => {
    vi.stubGlobal('BarcodeDetector', readerOf([codes], formats))
    const shown = show()
    await shown.person.click(await screen.findByRole('button', { name: 'Scan with the camera' }))
    await screen.findByText('The camera cannot be used here. Please type the Tracking ID.')
    await shown.person.upload(screen.getByLabelText('Take a picture instead', { selector: 'input' }), picture)
    return shown
  }

  test('a picture of the code does as well', async () => {
    fakeApi().answer(contract.deliveries.track, parcel)
    const { router } = await take([itsAddress])
    await expect.poll(() => router.state.location.pathname).toBe('/Agent/delivery/parcelDukani/d1')
  })

  test('one without a code is said to have none', async () => {
    await take(['WIFI:S:shop;;'])
    await screen.findByText('We found no Tracking ID in this picture. Please take another one, or type it.')
  })

  test('neither is a broken one read', async () => {
    await take(null)
    await screen.findByText('The picture could not be read. Please type the Tracking ID.')
  })

  test('a browser whose own reader knows no such codes is given ours', async () => {
    fakeApi().answer(contract.deliveries.track, parcel)
    const { router } = await take(['never asked'], ['ean_13'])
    await expect.poll(() => router.state.location.pathname).toBe('/Agent/delivery/parcelDukani/d1')
  })
})
