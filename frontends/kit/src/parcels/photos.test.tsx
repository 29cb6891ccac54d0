// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { contract } from '@tuma/contracts/api'
import { fakeApi, people, renderScreen, sampleDelivery } from '@tuma/kit/testing'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ParcelPhotos } from './photos.tsx'

const taken = (id: string) => ({ id, at: '2026-11-21T08:00:00.000Z' })
const damaged = sampleDelivery(1, { photos: [taken('p1'), taken('p2')] })
const picture = new File(['the picture'], 'photo.jpg', { type: 'image/jpeg' })
const addresses = () => [...document.querySelectorAll('img')].map(({ src }) => src)
const show = (delivery = damaged) => renderScreen(<ParcelPhotos delivery={delivery} />, { as: people.client })

let given: string[]
beforeEach(() => {
  given = []
  URL.createObjectURL = () => `blob:here/${given.push('made')}`
  URL.revokeObjectURL = (address) => void given.push(address)
})
afterEach(() => void vi.restoreAllMocks())

test('nothing is shown for a parcel without photos', () => {
  const { container } = show(sampleDelivery(2))
  expect(container.textContent).toBe('')
})

test('each is fetched once, shown small, and opens large with when it was taken', async () => {
  const api = fakeApi().answer(contract.trouble.photo, picture)
  const { person } = show()
  await expect.poll(addresses).toEqual(['blob:here/1', 'blob:here/2'])
  await person.click(screen.getByRole('button', { name: 'Enlarge photo 2 of 2' }))
  const large = screen.getByRole('dialog', { name: 'Photo 2 of 2' })
  expect(large.textContent).toContain('TM-0000-0000-0001')
  await within(large).findByRole('img', { name: 'Photo 2 of 2' })
  expect(api.received(contract.trouble.photo).map(({ input }) => input.photoId)).toEqual(['p1', 'p2'])
})

test('the arrow keys and the buttons lead from one to the next', async () => {
  fakeApi().answer(contract.trouble.photo, picture)
  const { person } = show()
  await person.click(await screen.findByRole('button', { name: 'Enlarge photo 1 of 2' }))
  await screen.findByRole('img', { name: 'Photo 1 of 2' })
  await person.keyboard('{ArrowRight}')
  await screen.findByRole('dialog', { name: 'Photo 2 of 2' })
  await person.click(screen.getByRole('button', { name: 'Next photo' }))
  await screen.findByRole('dialog', { name: 'Photo 1 of 2' })
})

test('one is saved under the name of its parcel', async () => {
  fakeApi().answer(contract.trouble.photo, picture)
  const names: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download)
  })
  const { person } = show()
  await person.click(await screen.findByRole('button', { name: 'Enlarge photo 1 of 2' }))
  await screen.findByRole('img', { name: 'Photo 1 of 2' })
  await person.click(screen.getByRole('button', { name: 'Download' }))
  expect(names).toEqual(['photo_TM-0000-0000-0001_1.jpg'])
})

test('one that cannot be fetched says so, and is asked for again', async () => {
  fakeApi().refuse(contract.trouble.photo, 'not_found')
  const { person } = show(sampleDelivery(1, { photos: [taken('p1')] }))
  const again = await screen.findByRole('button', { name: 'Try again: photo 1 of 1' })
  fakeApi().answer(contract.trouble.photo, picture)
  await person.click(again)
  await screen.findByRole('button', { name: 'Enlarge photo 1 of 1' })
})

test('its object URL is revoked when it is no longer shown', async () => {
  fakeApi().answer(contract.trouble.photo, picture)
  const { unmount } = show(sampleDelivery(1, { photos: [taken('p1')] }))
  await expect.poll(addresses).toEqual(['blob:here/1'])
  unmount()
  expect(given).toContain('blob:here/1')
})
