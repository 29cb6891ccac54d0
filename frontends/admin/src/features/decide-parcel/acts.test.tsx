// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { contract, type Delivery } from '@tuma/contracts/api'
import { fakeApi, people, renderScreen, sampleDelivery } from '@tuma/kit/testing'
import { expect, test } from 'vitest'
import { Acts } from './acts.tsx'

const show = (delivery: Delivery) => renderScreen(<Acts delivery={delivery} />, { as: people.admin })
const offered = () =>
  [...screen.queryAllByRole('button'), ...screen.queryAllByRole('link')].map(({ textContent }) => textContent)
const waits = sampleDelivery(1, { deliveryType: 'parcelDukani', status: 'delivered' })

test.each<[string, Delivery, string[]]>([
  ['waits', waits, ['Send back', 'Report missing', 'Put on hold', "Change receiver's phone"]],
  ['is to be brought', { ...waits, status: 'dropping' }, ["Change receiver's phone"]],
  [
    'is held by hand',
    { ...waits, held: ['damaged'] },
    ['Release: Damaged', 'Report missing', 'Put on hold', "Change receiver's phone"],
  ],
  [
    'has its payment doubted',
    { ...waits, held: ['payment_doubted'] },
    ['See its payment', 'Report missing', 'Put on hold', "Change receiver's phone"],
  ],
  ['goes back', { ...waits, leg: 'back' }, ['Report missing', 'Put on hold']],
  ['is lost', { ...waits, outcome: 'lost' }, ['Parcel found']],
  ['is with its receiver', { ...waits, status: 'collected' }, []],
])('for a parcel that %s the page offers exactly what the server allows', (_, delivery, buttons) => {
  show(delivery)
  expect(offered().sort()).toEqual([...buttons].sort())
})

test('putting on hold asks for a reason, and sends a note for colleagues and a message to the sender', async () => {
  fakeApi().answer(contract.trouble.hold, waits)
  const { person } = show(waits)
  await person.click(screen.getByRole('button', { name: 'Put on hold' }))
  const dialog = within(await screen.findByRole('dialog'))
  await person.click(dialog.getByRole('button', { name: 'Put on hold' }))
  await dialog.findByText('Please say what is wrong with it.')
  await person.selectOptions(dialog.getByLabelText('What is wrong'), 'Damaged')
  dialog.getByText('Only the shops and the office see it.')
  await person.type(dialog.getByLabelText(/Note for colleagues/), 'The rider dropped it.')
  await person.type(dialog.getByLabelText(/Message to the sender/), 'The box is open.')
  await person.click(dialog.getByRole('button', { name: 'Put on hold' }))
  await screen.findByText('The parcel is on hold.')
  const [{ input } = { input: null }] = fakeApi().received(contract.trouble.hold)
  const words = { note: 'The rider dropped it.', toSender: 'The box is open.' }
  expect(input).toEqual({ id: waits._id, code: 'damaged', ...words })
})

test('the receiver’s phone changes only with a reason', async () => {
  fakeApi().answer(contract.trouble.correctPhone, waits)
  const { person } = show(waits)
  await person.click(screen.getByRole('button', { name: "Change receiver's phone" }))
  const dialog = within(await screen.findByRole('dialog'))
  dialog.getByText(/^The phone is 0722333444 now\./)
  await person.type(dialog.getByLabelText('New phone'), '0799000123')
  await person.click(dialog.getByRole('button', { name: "Change receiver's phone" }))
  await dialog.findByText('Please say why.')
  await person.type(dialog.getByLabelText('Reason'), 'A digit was wrong.')
  await person.click(dialog.getByRole('button', { name: "Change receiver's phone" }))
  await screen.findByText('The receiver’s phone was changed.')
  const [{ input } = { input: null }] = fakeApi().received(contract.trouble.correctPhone)
  expect(input).toEqual({ id: waits._id, phone: '0799000123', reason: 'A digit was wrong.' })
})

test.each([
  ['Send back', contract.trouble.sendBack, {}, waits, 'The parcel goes back to the sender.'],
  ['Report missing', contract.trouble.reportLost, { lost: true }, waits, 'The parcel is reported missing.'],
  [
    'Parcel found',
    contract.trouble.reportLost,
    { lost: false },
    { ...waits, outcome: 'lost' },
    'The parcel is found and continues.',
  ],
] as const)('%s is done after a question', async (name, call, more, delivery, done) => {
  fakeApi().answer(call, waits)
  const { person } = show(delivery)
  await person.click(screen.getByRole('button', { name }))
  const sure = within(await screen.findByRole('alertdialog'))
  expect(fakeApi().received(call)).toEqual([])
  await person.click(sure.getByRole('button', { name }))
  await screen.findByText(done)
  expect(fakeApi().received(call)[0]?.input).toEqual({ id: waits._id, ...more })
})

test('a refusal shows the words of the server', async () => {
  fakeApi().refuse(contract.trouble.sendBack, 'parcel_held')
  const { person } = show(waits)
  await person.click(screen.getByRole('button', { name: 'Send back' }))
  await person.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Send back' }))
  await screen.findByText('Failed to send the parcel back')
})
