// @vitest-environment jsdom

import { screen, within } from '@testing-library/react'
import { contract } from '@tuma/contracts/api'
import { fakeApi, people, renderScreen, sampleDelivery } from '@tuma/kit/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { Deliveries } from './screen.tsx'

const path = '/Admin/deliveries'
const show = (search = '') => renderScreen(<Deliveries />, { as: people.admin, path, at: path + search })
const list = contract.adminDeliveries.list
const byStatus = { dropping: 1, uncollected: 2, sorting: 3, inTransit: 4, delivered: 5, collected: 6 }
const newest = sampleDelivery(1)
const getRow = async (trackingId: string) => (await screen.findByText(trackingId)).closest('tr') as HTMLElement

beforeEach(() => {
  fakeApi()
    .answer(contract.adminDeliveries.counts, { total: 21, byStatus })
    .answer(list, [newest], { 'x-total-count': '1' })
})

describe('above all parcels', () => {
  test('are counts by status, and each shows only those parcels', async () => {
    const { person, router } = show()
    await person.click(await screen.findByRole('button', { name: 'Collected 6' }))
    expect(router.state.location.search).toBe('?status=collected')
    await screen.findByRole('button', { name: 'Collected 6', pressed: true })
    expect(screen.getByText('In progress').textContent).toBe('In progress 10')
    await person.click(screen.getByRole('button', { name: /^All/ }))
    expect(router.state.location.search).toBe('')
  })

  test('is a file of the rows shown, which the browser downloads itself', async () => {
    show('?status=collected&type=doorstep')
    const link = (await screen.findByRole('link', { name: 'Download CSV' })) as HTMLAnchorElement
    expect(link.pathname + link.search).toBe('/api/admin/deliveries.csv?status=collected&type=doorstep')
    expect(link.hasAttribute('download')).toBe(true)
  })

  test('is the name of the rider whose parcels these are, which can be removed alone', async () => {
    fakeApi().answer(contract.agent.riders, [{ _id: 'r1', name: 'Juma Ali', phone: '254712000111' }])
    const { person, router } = show('?status=inTransit&rider=r1')
    const rider = await screen.findByRole('button', { name: 'Rider: Juma Ali, remove the filter' })
    expect(rider.textContent?.trim()).toBe('Rider: Juma Ali')
    expect(fakeApi().received(list)[0]?.input).toEqual({ status: 'inTransit', rider: 'r1' })
    const file = (await screen.findByRole('link', { name: 'Download CSV' })) as HTMLAnchorElement
    expect(file.search).toBe('?status=inTransit&rider=r1')
    await person.click(rider)
    expect(router.state.location.search).toBe('?status=inTransit')
  })

  test('is the reason why these parcels are shown, and the way back to all', async () => {
    const { person, router } = show('?needs=waiting')
    await screen.findByText('At a shop for more than 3 days')
    expect(fakeApi().received(list)[0]?.input).toEqual({ needs: 'waiting' })
    await person.click(screen.getByRole('button', { name: 'Clear filters' }))
    expect(router.state.location.search).toBe('')
  })
})

describe('filters', () => {
  test('are in the address, and a reload asks for the same parcels', async () => {
    show('?status=collected&type=doorstep&search=TM-7K3M&from=2026-11-01&to=2026-11-21')
    await screen.findByText('TM-0000-0000-0001')
    expect(fakeApi().received(list)[0]?.input).toEqual({
      status: 'collected',
      type: 'doorstep',
      search: 'TM-7K3M',
      from: '2026-11-01',
      to: '2026-11-21',
    })
    expect((screen.getByLabelText('Status') as HTMLSelectElement).value).toBe('collected')
  })

  test('go into the address when chosen, and Back undoes the last choice', async () => {
    const { person, router } = show()
    await person.selectOptions(await screen.findByLabelText('Status'), 'Collected')
    expect(router.state.location.search).toBe('?status=collected')
    await person.type(screen.getByLabelText('Tracking ID, name or phone'), 'TM-0000')
    await expect.poll(() => router.state.location.search).toBe('?status=collected&search=TM-0000')
    await expect.poll(() => fakeApi().received(list).at(-1)?.input).toEqual({ status: 'collected', search: 'TM-0000' })
    await router.navigate(-1)
    await expect.poll(() => router.state.location.search).toBe('')
    await expect.poll(() => (screen.getByLabelText('Tracking ID, name or phone') as HTMLInputElement).value).toBe('')
  })

  test('include on hold and how the parcel ended, one of them at a time', async () => {
    const { person, router } = show()
    await person.selectOptions(await screen.findByLabelText('Problems'), 'On hold')
    expect(router.state.location.search).toBe('?held=yes')
    await person.selectOptions(screen.getByLabelText('Problems'), 'Returned')
    expect(router.state.location.search).toBe('?outcome=returned')
    await expect.poll(() => fakeApi().received(list).at(-1)?.input).toEqual({ outcome: 'returned' })
    await person.selectOptions(screen.getByLabelText('Problems'), 'Any')
    expect(router.state.location.search).toBe('')
  })

  test.each(['0712 345 678', 'Wanjiku'])('%s, a phone or a name, is never in the address', async (typed) => {
    const { person, router } = show()
    await person.type(await screen.findByLabelText('Tracking ID, name or phone'), typed)
    await expect.poll(() => fakeApi().received(list).at(-1)?.input).toEqual({ search: typed })
    await person.selectOptions(screen.getByLabelText('Status'), 'Collected')
    await expect.poll(() => fakeApi().received(list).at(-1)?.input).toEqual({ search: typed, status: 'collected' })
    expect(router.state.location.search).toBe('?status=collected')
    await router.navigate(-1)
    await expect.poll(() => screen.getByLabelText<HTMLSelectElement>('Status').value).toBe('')
    expect(screen.getByLabelText<HTMLInputElement>('Tracking ID, name or phone').value).toBe(typed)
    await person.click(screen.getByRole('button', { name: 'Clear filters' }))
    await expect.poll(() => (screen.getByLabelText('Tracking ID, name or phone') as HTMLInputElement).value).toBe('')
  })

  test('without results say so, and one press clears them', async () => {
    fakeApi().answer(list, ({ input }) => (input.status ? [] : [newest]))
    const { person, router } = show('?status=sorting')
    await screen.findByText('No matching deliveries found.')
    await person.click(screen.getByRole('button', { name: 'Clear filters' }))
    await screen.findByText('TM-0000-0000-0001')
    expect(router.state.location.search).toBe('')
  })

  test('with the dates in the wrong order send no request', async () => {
    show('?from=2026-11-21&to=2026-11-01')
    await screen.findByText('The first date must not be after the last.')
    expect(fakeApi().received(list)).toEqual([])
  })
})

test('further pages are added to the rows shown', async () => {
  fakeApi().answer(list, ({ input }) => (input.cursor ? [sampleDelivery(2)] : [newest]), {
    'x-next-cursor': 'page2',
    'x-total-count': '2',
  })
  const { person } = show()
  await screen.findByText('1 of 2 shown')
  await person.click(screen.getByRole('button', { name: 'Show more' }))
  await screen.findByText('TM-0000-0000-0002')
  expect(screen.getByText('TM-0000-0000-0001')).toBeTruthy()
})

test('the count is shown as far as the server counted', async () => {
  fakeApi().answer(list, [newest], { 'x-next-cursor': 'page2', 'x-total-count': '1000', 'x-total-more': 'true' })
  show()
  await screen.findByText('1 of 1,000+ shown')
})

test('each parcel links to its detail', async () => {
  show()
  const link = within(await getRow('TM-0000-0000-0001')).getByRole('link', {
    name: 'View, TM-0000-0000-0001',
  }) as HTMLAnchorElement
  expect(link.pathname).toBe('/Admin/delivery/doorstep/d1')
})

describe('editing the status', () => {
  const open = async () => {
    const shown = show()
    await shown.person.click(
      within(await getRow('TM-0000-0000-0001')).getByRole('button', { name: 'Edit, TM-0000-0000-0001' }),
    )
    const dialog = await screen.findByRole('dialog')
    return { ...shown, dialog, update: within(dialog).getByRole('button', { name: /Updat/ }) as HTMLButtonElement }
  }

  test('offers the four statuses that an admin may set; Update is disabled while the status is unchanged', async () => {
    const { person, dialog, update } = await open()
    const select = within(dialog).getByLabelText('New status')
    expect(
      within(select)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['Uncollected', 'Sorting', 'In Transit', 'Delivered'])
    expect(update.disabled).toBe(true)
    await person.selectOptions(select, 'In Transit')
    expect(update.disabled).toBe(false)
    await person.selectOptions(select, 'Uncollected')
    expect(update.disabled).toBe(true)
    await person.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  })

  test('to In Transit warns where no rider is assigned, and says that the receiver gets an SMS', async () => {
    const { person, dialog } = await open()
    const select = within(dialog).getByLabelText('New status')
    await person.selectOptions(select, 'Sorting')
    expect(within(dialog).queryByText(/gets an SMS|No rider is assigned/)).toBeNull()
    await person.selectOptions(select, 'In Transit')
    within(dialog).getByText(/^No rider is assigned/)
    within(dialog).getByText(/^Kiprop Cheruiyot gets an SMS, unless/)
  })

  test('to In Transit does not warn where a rider is assigned', async () => {
    fakeApi().answer(list, [{ ...newest, rider: { _id: 'r1', name: 'Juma Ali', phone: '254700111222' } }])
    const { person, dialog } = await open()
    await person.selectOptions(within(dialog).getByLabelText('New status'), 'In Transit')
    within(dialog).getByText(/gets an SMS, unless/)
    expect(within(dialog).queryByText(/^No rider is assigned/)).toBeNull()
  })

  test('focuses the field first, not the close button', async () => {
    const { dialog } = await open()
    expect(document.activeElement).toBe(within(dialog).getByLabelText('New status'))
  })

  test('sends status and tracking ID once, confirms that, and updates the row', async () => {
    const answer = fakeApi().hold(contract.adminDeliveries.setStatus, { ...newest, status: 'inTransit' })
    const { person, dialog, update } = await open()
    await person.selectOptions(within(dialog).getByLabelText('New status'), 'In Transit')
    await person.click(update)
    expect(update.disabled).toBe(true)
    fakeApi().answer(list, [{ ...newest, status: 'inTransit' }])
    answer()
    await screen.findByText('Status updated to In Transit successfully!')
    expect(fakeApi().received(contract.adminDeliveries.setStatus)).toHaveLength(1)
    expect(fakeApi().received(contract.adminDeliveries.setStatus)[0]?.input).toEqual({
      id: 'd1',
      status: 'inTransit',
      trackingId: 'TM-0000-0000-0001',
    })
    await expect.poll(async () => (await getRow('TM-0000-0000-0001')).textContent).toContain('In Transit')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('that fails shows an alert, and the choice stays', async () => {
    fakeApi().fail(contract.adminDeliveries.setStatus)
    const { person, dialog, update } = await open()
    await person.selectOptions(within(dialog).getByLabelText('New status'), 'Sorting')
    await person.click(update)
    await screen.findByRole('alertdialog', { name: 'Failed to update status. Please try again.' })
    await person.click(screen.getByRole('button', { name: 'OK' }))
    expect((within(dialog).getByLabelText('New status') as HTMLSelectElement).value).toBe('sorting')
    await person.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  })
})

describe('deleting', () => {
  const press = async () => {
    const shown = show()
    await shown.person.click(
      within(await getRow('TM-0000-0000-0001')).getByRole('button', { name: 'Delete, TM-0000-0000-0001' }),
    )
    const question = await screen.findByRole('dialog', { name: 'Delete TM-0000-0000-0001?' })
    return {
      ...shown,
      question: within(question),
      answer: (name: string) => shown.person.click(within(question).getByRole('button', { name })),
    }
  }

  test('asks first; Cancel leaves everything as it is', async () => {
    const { answer } = await press()
    await answer('Cancel')
    expect(fakeApi().received(contract.adminDeliveries.remove)).toEqual([])
  })

  test('confirms the deletion, and the parcel leaves the list', async () => {
    fakeApi().answer(contract.adminDeliveries.remove, { message: '' })
    const { answer } = await press()
    fakeApi().answer(list, [])
    await answer('Delete')
    await screen.findByText('Delivery deleted successfully!')
    await screen.findByText('No matching deliveries found.')
    expect(fakeApi().received(contract.adminDeliveries.remove)[0]?.input).toEqual({ id: newest._id, note: '' })
  })

  test('offers a reason, which is sent', async () => {
    fakeApi().answer(contract.adminDeliveries.remove, { message: '' })
    const { answer, person, question } = await press()
    await person.selectOptions(question.getByLabelText(/^Reason/), 'Sent twice')
    await person.type(question.getByLabelText(/^Note/), 'Both for one order.')
    await answer('Delete')
    await screen.findByText('Delivery deleted successfully!')
    const why = { reason: 'sent_twice', note: 'Both for one order.' }
    expect(fakeApi().received(contract.adminDeliveries.remove)[0]?.input).toEqual({ id: newest._id, ...why })
  })

  test('names what is under way: the holder of the parcel, and the money not paid yet', async () => {
    const rider = { _id: 'r1', name: 'Salim Hassan', phone: '254711000111' }
    const owed = { paymentMethod: 'payOnDelivery', paid: false, totalAmount: 220 } as const
    fakeApi().answer(list, [sampleDelivery(1, { deliveryType: 'doorstep', status: 'inTransit', rider, ...owed })])
    const { question } = await press()
    question.getByText('This parcel is still on its way')
    question.getByText('Rider Salim Hassan has the parcel.')
    question.getByText('Ksh 220 is not paid yet.')
  })

  test('that fails shows an alert', async () => {
    fakeApi().fail(contract.adminDeliveries.remove)
    const { answer, person } = await press()
    await answer('Delete')
    await screen.findByRole('alertdialog', { name: 'Failed to delete delivery. Please try again.' })
    await person.click(screen.getByRole('button', { name: 'OK' }))
  })
})

test('a search for the full ID of a deleted parcel shows who deleted it, when and why', async () => {
  const trackingId = 'TM-7K3M-Q2XV-90TB'
  const by = { kind: 'user', role: 'admin', id: 'a1', name: 'Makena Kirui' }
  fakeApi()
    .answer(list, [])
    .answer(contract.adminDeliveries.deleted, [
      {
        ...{ trackingId, deliveryId: 'd9', deliveryType: 'doorstep', at: '2026-11-20T08:00:00.000Z', by },
        ...{ reason: 'sent_twice', note: 'Both for one order.' },
      },
    ])
  show(`?search=${trackingId}`)
  await screen.findByText(`${trackingId} is deleted`)
  screen.getByText('Deleted by Admin Makena Kirui on 20 Nov 2026: Sent twice. Both for one order.')
})

test('a list and counts that cannot be fetched say so once and are asked for again', async () => {
  fakeApi().fail(list).fail(contract.adminDeliveries.counts)
  const { person } = show()
  await screen.findByText('Failed to fetch deliveries')
  await expect.poll(() => fakeApi().received(contract.adminDeliveries.counts).length).toBeGreaterThan(0)
  expect(await screen.findAllByRole('button', { name: 'Try Again' })).toHaveLength(1)
  fakeApi().answer(list, [newest])
  await person.click(screen.getByRole('button', { name: 'Try Again' }))
  await screen.findByText('TM-0000-0000-0001')
})
