// @vitest-environment jsdom

import { screen, waitFor, within } from '@testing-library/react'
import { type Booking, contract, type KnownCustomer } from '@tuma/contracts/api'
import { chooseLanguage, signOut } from '@tuma/kit/runtime'
import { fakeApi, liveConnections, people, renderScreen, sampleDelivery, scan } from '@tuma/kit/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { NewParcel } from './screen.tsx'

const shops = [
  { _id: 's1', locationName: 'NAIROBI CBD', pickupPoints: ['Moi Avenue Shop'], price: 120 },
  { _id: 's2', locationName: 'THIKA', pickupPoints: ['Thika Arcade', 'Makongeni Stores'], price: 150 },
]
const doors = [
  { _id: 'p1', place: 'WESTLANDS', price: 250, deliveryType: 'same-day' as const },
  { _id: 'p2', place: 'WESTLANDS', price: 400, deliveryType: 'express' as const },
]
const kiprop = {
  receiver: { name: 'Kiprop Cheruiyot', phone: '254722333444' },
  to: { shop: { location: 'THIKA', address: 'Thika Arcade' } },
  parcelDescription: 'Shoes',
}
const njeri = {
  receiver: { name: 'Njeri', phone: '254733444555' },
  to: { door: { place: 'WESTLANDS', tier: 'express' as const, address: 'Sarit, 2nd floor', moreDetails: 'Gate B' } },
  parcelDescription: 'Documents',
}
const wanjiku: KnownCustomer = { name: 'Wanjiku', receivers: [kiprop, njeri] }
const unknown: KnownCustomer = { name: null, receivers: [] }

const voidUntil = '2026-11-21T10:15:00.000Z'
const serverTime = { 'x-server-time': '2026-11-21T10:00:00.000Z' }
const taken = sampleDelivery(0, {
  ...{ trackingId: 'TM-A1B2-C3D4-7WBX', deliveryType: 'parcelDukani', pricingTier: null, deliveryFee: 150 },
  ...{ totalAmount: 150, sender: { name: 'Wanjiku' }, counter: { how: 'cash', voidUntil } },
})

const contact = {
  ...{ prompts: true, till: { name: 'TUMA PARCELS', number: '555123' }, demonstration: false },
  ...{ phone: '254700123456', email: 'hello@tuma.test', address: 'Nairobi' },
}
const waiting: Booking = {
  ...{ bookingId: 'b1', state: 'open', openedAt: '2026-11-21T10:00:00.000Z', deliveryType: 'parcelDukani' },
  ...{ sender: { name: 'Halima', phone: '0799888777' }, receiver: { name: 'Kiprop', phone: '0722333444' } },
  ...{ to: { place: 'THIKA', shop: 'Thika Arcade' }, total: 150, paid: 0, parcel: null },
  asked: {
    ...{ how: 'prompt', state: 'waiting', promptId: 'p1', phone: '0799888777' },
    at: '2026-11-21T10:00:00.000Z',
  },
}
const refused: Booking = {
  ...waiting,
  asked: waiting.asked && { ...waiting.asked, state: 'refused', code: 'cancelled', message: 'Cancelled.' },
}

beforeEach(() => {
  fakeApi()
    .answer(contract.locations.shops, shops, serverTime)
    .answer(contract.locations.prices, doors)
    .answer(contract.counterParcels.today, { parcels: 0, cash: 0, mpesa: 0 })
    .answer(contract.counterParcels.known, ({ input }) => (input.phone === '254712345678' ? wanjiku : unknown))
    .answer(contract.agent.sending, [])
    .answer(contract.counterParcels.takeIn, { status: 201, body: taken })
    .answer(contract.bookings.list, [])
    .answer(contract.locations.contact, contact)
})

const show = () => renderScreen(<NewParcel />, { as: people.agent, path: '/Agent/new', at: '/Agent/new' })
type Person = ReturnType<typeof show>['person']
const getField = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label)
const getButton = (name: string | RegExp) => screen.getByRole('button', { name })
const booked = () => fakeApi().received(contract.counterParcels.takeIn)

/** The phone has the focus already. */
const typePhone = async (person: Person, phone: string): Promise<void> => {
  await expect.poll(() => document.activeElement).toBe(await screen.findByLabelText("Customer's phone"))
  await person.keyboard(phone)
}
const chooseTo = async (person: Person, typed: string, name: string): Promise<void> => {
  await person.click(screen.getByRole('combobox', { name: 'Where to' }))
  await person.keyboard(typed)
  await person.click(await screen.findByRole('option', { name }))
}
const thika = ['thi arc', 'Thika Arcade, THIKA, Ksh 150'] as const
const fillIn = async (person: Person, to: readonly [typed: string, name: string] = thika): Promise<void> => {
  await typePhone(person, '0799888777')
  await person.type(getField("Customer's name"), 'Halima')
  await person.type(getField("Receiver's phone"), '0722333444')
  await person.type(getField("Receiver's name"), 'Kiprop')
  await chooseTo(person, ...to)
  await person.click(getButton('Clothes'))
}
const westlands = ['west exp', 'WESTLANDS door, express 90 min, Ksh 400'] as const
const payCash = async (person: Person): Promise<void> =>
  person.click(await screen.findByRole('button', { name: 'Cash received' }))

test('a known customer is booked by their phone and three presses', async () => {
  const { person } = show()
  await typePhone(person, '0712345678')
  await person.click(await screen.findByRole('button', { name: /Kiprop Cheruiyot/ }))
  expect(getField("Customer's name").value).toBe('Wanjiku')
  expect(getField("Receiver's phone").value).toBe('0722333444')
  await person.click(await screen.findByRole('button', { name: 'Take Ksh 150' }))
  await payCash(person)
  await screen.findByText('Ksh 150 cash taken')
  expect(booked().map(({ input }) => input)).toEqual([
    {
      sender: { name: 'Wanjiku', phone: '0712345678' },
      receiver: { name: 'Kiprop Cheruiyot', phone: '0722333444' },
      to: { shop: { location: 'THIKA', address: 'Thika Arcade' } },
      ...{ parcelDescription: 'Shoes', deliveryFee: 150, pay: { how: 'cash' } },
    },
  ])
  expect(screen.getByText('7WBX')).toBeTruthy()
})

test('a door of before fills in its tier, address and details', async () => {
  const { person } = show()
  await typePhone(person, '0712345678')
  await person.click(await screen.findByRole('button', { name: /Njeri/ }))
  await screen.findByRole('button', { name: 'Take Ksh 400' })
  expect(screen.getByRole<HTMLInputElement>('combobox').value).toBe(westlands[1])
  expect([getField('Address').value, getField(/More details/).value]).toEqual(['Sarit, 2nd floor', 'Gate B'])
})

test('another customer’s phone takes back the name and the receiver of the one before', async () => {
  const { person } = show()
  await typePhone(person, '0712345678')
  await person.click(await screen.findByRole('button', { name: /Kiprop Cheruiyot/ }))
  await person.clear(getField("Customer's phone"))
  await person.type(getField("Customer's phone"), '0799888777')
  await expect.poll(() => getField("Receiver's name").value).toBe('')
  expect(getField("Customer's name").value).toBe('')
  expect(screen.queryByRole('button', { name: /Kiprop/ })).toBeNull()
})

test('a new customer is booked, with one name each', async () => {
  const { person } = show()
  await fillIn(person)
  await person.click(getButton('Take Ksh 150'))
  await screen.findByText('Halima sends to Kiprop: Thika Arcade, THIKA.')
  expect(screen.queryByRole('button', { name: /Receiver pays/ })).toBeNull()
  await payCash(person)
  await screen.findByText('Ksh 150 cash taken')
  expect(booked()[0]?.input).toMatchObject({ sender: { name: 'Halima' }, parcelDescription: 'Clothes' })
})

test('the receiver pays at the door, for the product too, and is called on arrival', async () => {
  const atDoor = { ...taken, deliveryFee: 400, totalAmount: 1900, counter: { how: 'on_delivery' as const, voidUntil } }
  fakeApi().answer(contract.counterParcels.takeIn, { status: 201, body: atDoor })
  const { person } = show()
  await fillIn(person, westlands)
  await person.type(getField('Address'), 'Sarit, 2nd floor')
  await person.click(getButton('Take Ksh 400'))
  await person.clear(await screen.findByLabelText('Product price (Ksh)'))
  await person.type(getField('Product price (Ksh)'), '1500')
  await person.click(getButton('Receiver pays Ksh 1,900'))
  await screen.findByText('The receiver pays Ksh 1,900')
  expect(booked()[0]?.input).toMatchObject({
    to: {
      door: { place: 'WESTLANDS', tier: 'express', address: 'Sarit, 2nd floor', moreDetails: 'Call on arrival' },
    },
    pay: { how: 'on_delivery', productPrice: 1500 },
  })
})

test('a door needs an address before it is paid', async () => {
  const { person } = show()
  await fillIn(person, westlands)
  await person.click(getButton('Take Ksh 400'))
  await screen.findByText('Pickup address is required.')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('the keyboard alone chooses where to', async () => {
  const { person } = show()
  await screen.findByLabelText("Customer's phone")
  const box = screen.getByRole<HTMLInputElement>('combobox', { name: 'Where to' })
  await person.click(box)
  await person.keyboard('westlands')
  await expect.poll(() => screen.queryAllByRole('option').length).toBe(2)
  await person.keyboard('{ArrowDown}{Enter}')
  expect(box.value).toBe(westlands[1])
  expect(box.getAttribute('aria-expanded')).toBe('false')
  await person.keyboard('{Backspace}')
  expect(box.value).toBe('')
})

describe('what is refused keeps what was typed:', () => {
  test('another price is shown, and taken by the next press', async () => {
    const { person } = show()
    await fillIn(person)
    fakeApi().refuse(contract.counterParcels.takeIn, 'fee_changed')
    fakeApi().answer(
      contract.locations.shops,
      shops.map((shop) => ({ ...shop, price: 180 })),
    )
    await person.click(getButton('Take Ksh 150'))
    await payCash(person)
    await screen.findByText('The price is Ksh 180 now. Tell the customer.')
    fakeApi().answer(contract.counterParcels.takeIn, { status: 201, body: { ...taken, deliveryFee: 180 } })
    await payCash(person)
    await screen.findByText('Ksh 180 cash taken')
    expect(booked().map(({ input }) => input.deliveryFee)).toEqual([150, 180])
    const [first, second] = booked().map(({ headers }) => headers.get('idempotency-key'))
    expect(first).not.toBe(second)
  })

  test('without a network, and the next press sends the same', async () => {
    const { person } = show()
    await fillIn(person)
    fakeApi().disconnect(contract.counterParcels.takeIn)
    await person.click(getButton('Take Ksh 150'))
    await payCash(person)
    await within(await screen.findByRole('dialog')).findByRole('alert')
    expect(getField("Receiver's name").value).toBe('Kiprop')
    fakeApi().answer(contract.counterParcels.takeIn, { status: 201, body: taken })
    await payCash(person)
    await screen.findByText('Ksh 150 cash taken')
    expect(new Set(booked().map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1)
  })

  test('at the field that it is about', async () => {
    const { person } = show()
    await fillIn(person)
    const sentence = 'Please check this phone.'
    fakeApi().refuse(contract.counterParcels.takeIn, 'bad_input', { field: 'receiver.phone', message: sentence })
    await person.click(getButton('Take Ksh 150'))
    await payCash(person)
    await screen.findByText(sentence)
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
    expect(getField("Receiver's phone").getAttribute('aria-invalid')).toBe('true')
  })
})

test('two presses book one parcel', async () => {
  const { person } = show()
  await fillIn(person)
  const letGo = fakeApi().hold(contract.counterParcels.takeIn, { status: 201, body: taken })
  await person.click(getButton('Take Ksh 150'))
  await person.dblClick(await screen.findByRole('button', { name: 'Cash received' }))
  letGo()
  await screen.findByText('Ksh 150 cash taken')
  expect(booked()).toHaveLength(1)
})

describe('once a parcel is booked', () => {
  const book = async () => {
    const shown = show()
    await typePhone(shown.person, '0712345678')
    await shown.person.click(await screen.findByRole('button', { name: /Kiprop Cheruiyot/ }))
    await shown.person.click(await screen.findByRole('button', { name: 'Take Ksh 150' }))
    await payCash(shown.person)
    await screen.findByText('Ksh 150 cash taken')
    return shown
  }

  test('the label has the focus, and its size is remembered', async () => {
    fakeApi().answer(contract.counter.label, new File(['%PDF-'], 'label.pdf', { type: 'application/pdf' }))
    const { person } = await book()
    await expect.poll(() => document.activeElement).toBe(getButton('Print label'))
    await person.keyboard('{Enter}')
    await person.click(await screen.findByRole('menuitem', { name: '58 mm roll' }))
    await person.click(getButton('Next customer'))
    await typePhone(person, '0712345678')
    await person.click(await screen.findByRole('button', { name: /Kiprop Cheruiyot/ }))
    await person.click(await screen.findByRole('button', { name: 'Take Ksh 150' }))
    await payCash(person)
    await person.click(await screen.findByRole('button', { name: 'Print label' }))
    await expect
      .poll(() =>
        fakeApi()
          .received(contract.counter.label)
          .map(({ input }) => input.size),
      )
      .toEqual(['58', '58'])
  })

  test('the next customer finds an empty form with the focus in the phone', async () => {
    const { person } = await book()
    await person.click(getButton('Next customer'))
    await typePhone(person, '07')
    expect([getField("Customer's name").value, getField("Receiver's name").value]).toEqual(['', ''])
    expect(screen.queryByText(/You started/)).toBeNull()
  })

  test('it can be cancelled for a while, and the cash goes back', async () => {
    fakeApi().answer(contract.counterParcels.void, { trackingId: taken.trackingId, cashBack: 150 })
    const { person } = await book()
    expect(screen.getByText(/You can cancel it until/)).toBeTruthy()
    await person.click(getButton('Cancel parcel'))
    const dialog = within(await screen.findByRole('dialog', { name: 'Cancel parcel TM-A1B2-C3D4-7WBX?' }))
    expect(dialog.getByText('Give Ksh 150 back to Wanjiku.')).toBeTruthy()
    await person.click(dialog.getByRole('button', { name: 'Cancel parcel' }))
    await dialog.findByText('Reason is required.')
    await person.click(dialog.getByRole('button', { name: 'Customer changed their mind' }))
    await person.click(dialog.getByRole('button', { name: 'Cancel parcel' }))
    const said = within(await screen.findByRole('alertdialog', { name: 'Parcel TM-A1B2-C3D4-7WBX is cancelled.' }))
    expect(said.getByText('Give Ksh 150 back.')).toBeTruthy()
    await person.click(said.getByRole('button'))
    await expect.poll(() => document.activeElement).toBe(await screen.findByLabelText("Customer's phone"))
    expect(fakeApi().received(contract.counterParcels.void)[0]?.input).toEqual({
      id: taken._id,
      reason: 'Customer changed their mind',
    })
  })

  test('too late, the dialog says so and keeps the reason', async () => {
    fakeApi().refuse(contract.counterParcels.void, 'too_late_to_void')
    const { person } = await book()
    await person.click(getButton('Cancel parcel'))
    const dialog = within(await screen.findByRole('dialog'))
    await person.type(dialog.getByLabelText('Reason'), 'Wrong shop')
    await person.click(dialog.getByRole('button', { name: 'Cancel parcel' }))
    await dialog.findByText("It can't be cancelled here any more. Call the office.")
    expect(dialog.getByLabelText<HTMLInputElement>('Reason').value).toBe('Wrong shop')
  })
})

describe('a sticker', () => {
  const sticker = 'TM-7K3M-Q2XV-90TB'
  /** Before anything is typed: the keys of these tests have another clock than the scanner's. */
  const scanFirst = async (text = sticker): Promise<void> => {
    await screen.findByLabelText("Customer's phone")
    scan(text)
    await screen.findByText('Sticker 90TB is on this parcel.')
  }

  test('that a hand scanner reads before the booking is sent with the parcel', async () => {
    const { person } = show()
    await scanFirst(`HTTPS://TUMA.TEST/T/${sticker}`)
    await fillIn(person)
    await person.click(getButton('Take Ksh 150'))
    await payCash(person)
    await screen.findByText('Ksh 150 cash taken')
    expect(booked()[0]?.input.sticker).toBe(sticker)
  })

  test('that is typed is kept, and nothing is paid by that press', async () => {
    const { person } = show()
    await fillIn(person)
    await person.click(getButton('Scan a sticker'))
    await person.click(await screen.findByLabelText('Sticker'))
    await person.paste(sticker)
    await person.click(getButton('Use this sticker'))
    await screen.findByText('Sticker 90TB is on this parcel.')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(getButton('Take Ksh 150')).toBeTruthy()
  })

  test('that is read while the place has the focus leaves the place chosen', async () => {
    const { person } = show()
    await person.click(await screen.findByLabelText("Customer's phone"))
    await person.paste('0712345678')
    await person.click(await screen.findByRole('button', { name: /Kiprop Cheruiyot/ }))
    await person.click(screen.getByRole('combobox', { name: 'Where to' }))
    await scanFirst()
    await screen.findByRole('button', { name: 'Take Ksh 150' })
  })

  test('that is on another parcel is refused with its sentence, and can be taken away', async () => {
    fakeApi().refuse(contract.counterParcels.takeIn, 'sticker_used')
    const { person } = show()
    await scanFirst()
    await fillIn(person)
    await person.click(getButton('Take Ksh 150'))
    await payCash(person)
    await screen.findByText('This sticker is on another parcel.')
    await person.keyboard('{Escape}')
    await person.click(await screen.findByRole('button', { name: 'Use no sticker' }))
    await screen.findByRole('button', { name: 'Scan a sticker' })
    expect(getField("Receiver's name").value).toBe('Kiprop')
  })

  test('is put on the booked parcel, and the next customer begins without one', async () => {
    fakeApi().answer(contract.stickers.add, { ...taken, sticker: '90TB' })
    const { person } = show()
    await scanFirst()
    await fillIn(person)
    await person.click(getButton('Take Ksh 150'))
    await payCash(person)
    await person.click(await screen.findByRole('button', { name: 'Scan a sticker' }))
    await person.click(await screen.findByLabelText('Sticker'))
    await person.paste(sticker)
    await person.click(getButton('Add sticker'))
    await screen.findByText('Sticker 90TB is on parcel TM-A1B2-C3D4-7WBX.')
    expect(fakeApi().received(contract.stickers.add)[0]?.input).toEqual({ id: taken._id, sticker })
    await person.click(getButton('Next customer'))
    await screen.findByRole('button', { name: 'Scan a sticker' })
    expect(screen.queryByText(/is on this parcel/)).toBeNull()
  })
})

describe('the draft', () => {
  const typeName = async (person: Person) => {
    await typePhone(person, '0799888777')
    await person.type(getField("Customer's name"), 'Halima')
  }

  test('outlives a reload', async () => {
    const { person, unmount } = show()
    await typeName(person)
    unmount()
    show()
    expect((await screen.findByLabelText<HTMLInputElement>("Customer's name")).value).toBe('Halima')
  })

  test('is not in the way of the next customer, and can be continued', async () => {
    const { person, router } = show()
    await typeName(person)
    await router.navigate('/Agent')
    await expect.poll(() => screen.queryByLabelText("Customer's name")).toBeNull()
    await router.navigate('/Agent/new')
    await screen.findByText('You started a parcel for Halima.')
    expect(getField("Customer's name").value).toBe('')
    await person.click(getButton('Continue it'))
    await expect.poll(() => getField("Customer's name").value).toBe('Halima')
    expect(getField("Customer's phone").value).toBe('0799888777')
  })

  test('is of one account', async () => {
    const { person, unmount } = show()
    await typeName(person)
    unmount()
    renderScreen(<NewParcel />, { as: { ...people.agent, _id: 'user9' }, path: '/Agent/new', at: '/Agent/new' })
    expect((await screen.findByLabelText<HTMLInputElement>("Customer's name")).value).toBe('')
  })

  test('goes at logout', async () => {
    fakeApi().answerRaw(contract.users.logout, {})
    const { person, unmount } = show()
    await typeName(person)
    unmount()
    await signOut()
    expect(Object.values(sessionStorage).join()).not.toContain('Halima')
  })
})

test('the parcels of the day are beside the form, each a link', async () => {
  fakeApi()
    .answer(contract.counterParcels.today, { parcels: 1, cash: 150, mpesa: 0 })
    .answer(contract.agent.sending, [taken, sampleDelivery(1)])
  show()
  const list = within(await screen.findByRole('region', { name: 'Just taken in' }))
  expect(list.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/Agent/delivery/parcelDukani/d0',
  ])
  await list.findByText('1 parcel today, Ksh 150: cash 150')
})

test('an agent without a shop awaits one', async () => {
  renderScreen(<NewParcel />, { as: { ...people.agent, location: null, address: null } })
  await screen.findByText('Await Location allocation...')
  expect(screen.queryByLabelText("Customer's phone")).toBeNull()
})

test('lists that did not come can be asked for again', async () => {
  fakeApi().fail(contract.locations.prices)
  const { person } = show()
  await screen.findByText('We could not load shops and prices.')
  fakeApi().answer(contract.locations.prices, doors)
  await person.click(getButton('Try Again'))
  await waitFor(() => expect(screen.queryByText('We could not load shops and prices.')).toBeNull())
})

test('all of it is in Swahili', async () => {
  chooseLanguage('sw')
  const { person } = show()
  await person.type(await screen.findByLabelText('Simu ya mteja'), '0712345678')
  await person.click(await screen.findByRole('button', { name: /Njeri/ }))
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Kinaenda wapi' }).value).toBe(
    'WESTLANDS mlangoni, haraka, dakika 90, Ksh 400',
  )
  await person.click(getButton('Chukua Ksh 400'))
  await person.click(await screen.findByRole('button', { name: 'Nimepokea pesa taslimu' }))
  await screen.findByText('Ksh 150 taslimu zimechukuliwa')
})

describe('M-Pesa', () => {
  const byPrompt = async (person: Person): Promise<void> => {
    fakeApi()
      .answer(contract.counterParcels.takeIn, { status: 202, body: { bookingId: 'b1', promptId: 'p1' } })
      .answer(contract.bookings.get, waiting)
      .answer(contract.bookings.list, [waiting])
    await fillIn(person)
    await person.click(getButton('Take Ksh 150'))
    await person.click(await screen.findByRole('button', { name: 'M-Pesa on 0799888777' }))
    await screen.findByRole('heading', { name: 'Waiting for payment' })
  }
  test('asks the customer’s phone, and lets the queue go on', async () => {
    const { person } = show()
    await byPrompt(person)
    expect(booked()[0]?.input).toMatchObject({ pay: { how: 'prompt' } })
    await screen.findByText('Ksh 150 asked on 0799888777. The customer enters the PIN.')
    await person.click(getButton('Next customer'))
    await screen.findByText('Halima to Kiprop')
    expect(getField("Customer's phone").value).toBe('')
  })
  test('leaves a browser its connections, however many customers wait', async () => {
    show()
    const others = Array.from({ length: 7 }, (_, n) => ({
      ...{ ...waiting, bookingId: `b${n}` },
      asked: waiting.asked && { ...waiting.asked, promptId: `of ${n}` },
    }))
    fakeApi().answer(contract.bookings.list, others)
    expect(await screen.findAllByText('Halima to Kiprop')).toHaveLength(7)
    expect(liveConnections().filter(({ url }) => url.includes('of'))).toEqual([])
  })
  test('shows the parcel’s last four once it is paid', async () => {
    const { person } = show()
    await byPrompt(person)
    const parcel = { id: 'd1', trackingId: 'TM-A1B2-C3D4-7WBX' }
    fakeApi().answer(contract.bookings.get, { ...waiting, state: 'booked', paid: 150, parcel })
    await screen.findByText('7WBX', {}, { timeout: 30_000 })
    expect(getButton('Print label')).toBeTruthy()
  })
  test('says that requests are off, and leaves cash and the till', async () => {
    fakeApi().answer(contract.locations.contact, { ...contact, prompts: false })
    const { person } = show()
    await fillIn(person)
    await person.click(getButton('Take Ksh 150'))
    await screen.findByText(/^M-Pesa requests are off/)
    expect(screen.queryByRole('button', { name: /^M-Pesa on/ })).toBeNull()
    expect([getButton('Cash received'), getButton('Paid to till')]).toHaveLength(2)
  })
  test('takes the receipt of a payment to the till', async () => {
    const { person } = show()
    await fillIn(person)
    await person.click(getButton('Take Ksh 150'))
    await person.click(await screen.findByRole('button', { name: 'Paid to till' }))
    await person.type(getField('Receipt number'), 'UKN6H7T3GZ')
    await person.click(getButton('Book with this receipt'))
    await expect
      .poll(() => booked()[0]?.input)
      .toMatchObject({ pay: { how: 'till', receipt: 'UKN6H7T3GZ', payer: '0799888777' } })
  })
  test('offers another way after the PIN was refused, and keeps the list where the press is refused', async () => {
    fakeApi().answer(contract.bookings.list, [refused]).refuse(contract.bookings.change, 'prompt_open')
    const { person } = show()
    await screen.findByText(/cancelled on the phone/)
    await person.click(getButton('Ask again'))
    await screen.findByText(/already has a request/)
    fakeApi().answer(contract.bookings.change, { status: 201, body: taken })
    await person.click(getButton('Took cash'))
    const changes = () => fakeApi().received(contract.bookings.change)
    await expect.poll(() => changes().at(-1)?.input).toEqual({ id: 'b1', pay: { how: 'cash' } })
  })
  test('says that money came for a parcel that could not be booked', async () => {
    const failed = { code: 'unknown_shop', message: 'We have no such shop.' }
    fakeApi().answer(contract.bookings.list, [{ ...refused, state: 'failed', paid: 150, failed }])
    show()
    await screen.findByText('Paid Ksh 150, but not booked: We have no such shop. The office pays it back.')
    expect(screen.queryByRole('button', { name: 'Took cash' })).toBeNull()
  })
})
