import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { doorstepRequest, dukaniRequest, newRider, pickerForm, profile, registration, supportMessage } from './index.ts'

const toSentences = (schema: z.ZodMiniType, value: unknown): Record<string, string> => {
  const parsed = z.safeParse(schema, value)
  return parsed.success
    ? {}
    : Object.fromEntries(parsed.error.issues.map(({ path, message }) => [path.join('.'), message]))
}
const sender = { name: 'Wanjiku Kamau', phone: '0712345678', location: 'NAIROBI CBD', dropoffAgent: 'Moi Avenue' }
const doorstep = {
  sender,
  receiver: {
    name: 'Otieno Ouma',
    phone: '0711111111',
    pickupLocation: 'THIKA',
    pickupAddress: 'Section 9',
    moreDetails: 'Blue gate',
  },
  parcelDescription: 'Shoes',
  paymentMethod: 'payNow',
  paymentReferenceId: 'PAY-123456',
}
const dukani = {
  sender,
  receiver: { name: 'Otieno Ouma', phoneNumber: '0711111111', location: 'THIKA', pickupAgent: 'Blue Post kiosk' },
  parcelDescription: 'Shoes',
  paymentReferenceId: 'PAY-123456',
}

const withHiddenSigns = [
  ['Ad\u00admin Tuma', / has a hidden sign after “Ad”\. Please delete it\.$/],
  ['Wanjiku\u200b Kamau', / has a hidden sign after “Wanjiku”\. Please delete it\.$/],
  ['\u202eumaK Wanjiku', / has a hidden sign at the beginning\. Please delete it\.$/],
] as const
const ofTwoAlphabets = ['\u0405upport Tuma', 'Wanjiku K\u0430mau', 'Ot\u03afeno \u039fuma']

test.each([...withHiddenSigns, ...ofTwoAlphabets.map((name) => [name, /: use one alphabet in each word\.$/] as const)])(
  'every field for a name refuses invisible marks and words of two alphabets: %j',
  (name, sentence) => {
    const person = { name, phone: '0712345678', email: 'client@tuma.test', message: 'Where is it?' }
    const receiver = { ...doorstep.receiver, name }
    for (const [schema, value, field] of [
      [doorstepRequest, { ...doorstep, sender: { ...sender, name } }, 'sender.name'],
      [doorstepRequest, { ...doorstep, receiver }, 'receiver.name'],
      [dukaniRequest, { ...dukani, sender: { ...sender, name } }, 'sender.name'],
      [dukaniRequest, { ...dukani, receiver: { ...dukani.receiver, name } }, 'receiver.name'],
      [registration, { ...person, username: 'wanjiku', password: 'siri-yangu' }, 'name'],
      [profile, { name }, 'name'],
      [newRider, person, 'name'],
      [pickerForm, { pickerName: name, pickerPhone: person.phone, pickerNationalId: '12345678' }, 'pickerName'],
      [supportMessage, person, 'name'],
    ] as const)
      expect(toSentences(schema, value)).toEqual({
        [field]: expect.stringMatching(sentence),
      })
  },
)

describe('a doorstep request', () => {
  test('is complete', () => expect(toSentences(doorstepRequest, doorstep)).toEqual({}))
  test('takes either spelling of the sender fields', () => {
    const { phone: phoneNumber, location: fromLocation, ...rest } = sender
    expect(toSentences(doorstepRequest, { ...doorstep, sender: { ...rest, phoneNumber, fromLocation } })).toEqual({})
  })
  test('names what is missing', () => {
    expect(
      toSentences(doorstepRequest, {
        ...doorstep,
        sender: { ...sender, phone: undefined },
        receiver: { ...doorstep.receiver, moreDetails: ' ' },
      }),
    ).toEqual({
      'sender.phone': "Sender's phone is required.",
      'receiver.moreDetails': 'More details is required.',
    })
  })
  test('that is paid now needs a payment, one that is paid on delivery a product price', () => {
    expect(toSentences(doorstepRequest, { ...doorstep, paymentReferenceId: '' })).toEqual({
      paymentReferenceId: 'Please complete the payment first.',
    })
    expect(
      toSentences(doorstepRequest, { ...doorstep, paymentMethod: 'payOnDelivery', paymentReferenceId: '' }),
    ).toEqual({ productPrice: 'Product price is required.' })
    expect(
      toSentences(doorstepRequest, {
        ...doorstep,
        paymentMethod: 'payOnDelivery',
        paymentReferenceId: '',
        productPrice: 0,
      }),
    ).toEqual({})
  })
  const onDelivery = { ...doorstep, paymentMethod: 'payOnDelivery', paymentReferenceId: null }
  test.each([-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 1e300, '-1', '1.5', '1e3', '12345678', 'ten', true, {}])(
    'takes no product price of %s',
    (productPrice) => {
      expect(toSentences(doorstepRequest, { ...onDelivery, productPrice })).toHaveProperty('productPrice')
    },
  )
  test.each([
    ['800', 800],
    [' 800 ', 800],
    ['0800', 800],
    ['0', 0],
  ])('reads the product price %j of a form as %i', (productPrice, read) => {
    expect(z.parse(doorstepRequest, { ...onDelivery, productPrice })).toMatchObject({ productPrice: read })
  })
  test.each(['', ' ', null, undefined])('reads a product price of %j as none', (productPrice) => {
    expect(toSentences(doorstepRequest, { ...onDelivery, productPrice })).toEqual({
      productPrice: 'Product price is required.',
    })
  })
  test.each(['', null, -1, 'ten'])('that is paid now is complete with a product price of %j', (productPrice) => {
    expect(toSentences(doorstepRequest, { ...doorstep, productPrice })).toEqual({})
  })
  test('takes a fee as a form has it, and no other text', () => {
    expect(z.parse(doorstepRequest, { ...doorstep, deliveryFee: '350' })).toMatchObject({ deliveryFee: 350 })
    for (const deliveryFee of ['', null]) expect(toSentences(doorstepRequest, { ...doorstep, deliveryFee })).toEqual({})
    for (const deliveryFee of [-1, 'ten'])
      expect(toSentences(doorstepRequest, { ...doorstep, deliveryFee })).toHaveProperty('deliveryFee')
  })
  test('wants two names for the receiver', () => {
    expect(toSentences(doorstepRequest, { ...doorstep, receiver: { ...doorstep.receiver, name: 'Otieno' } })).toEqual({
      'receiver.name': 'Please enter at least two names.',
    })
  })
  test('refuses control characters and very long texts', () => {
    expect(toSentences(doorstepRequest, { ...doorstep, parcelDescription: 'a\u0000b' })).toHaveProperty(
      'parcelDescription',
    )
    expect(toSentences(doorstepRequest, { ...doorstep, parcelDescription: 'a'.repeat(10_000) })).toHaveProperty(
      'parcelDescription',
    )
  })
})

test('a dukani request is paid now', () => {
  expect(toSentences(dukaniRequest, dukani)).toEqual({})
  expect(toSentences(dukaniRequest, { ...dukani, paymentReferenceId: undefined })).toHaveProperty('paymentReferenceId')
})

test('registration takes exactly two names, a URL-safe username and no role', () => {
  const person = {
    name: 'Wanjiku Kamau',
    username: 'wanjiku',
    email: 'w@example.com',
    phone: '0712345678',
    password: 'secret',
  }
  expect(toSentences(registration, person)).toEqual({})
  expect(toSentences(registration, { ...person, name: 'Wanjiku' })).toEqual({
    name: 'Please enter both your first and last name.',
  })
  expect(toSentences(registration, { ...person, username: 'a/b' })).toHaveProperty('username')
  expect(toSentences(registration, { ...person, password: '12345' })).toEqual({ password: 'Minimum 6 characters' })
  expect(z.parse(registration, { ...person, role: 'admin' })).not.toHaveProperty('role')
  expect(toSentences(registration, { ...person, email: { $ne: '' } })).toEqual({ email: 'Email is required.' })
})

test('a profile takes two names or more', () => {
  for (const name of ['Wambui Njeri', 'Wambui Njeri Otieno']) expect(toSentences(profile, { name })).toEqual({})
  expect(toSentences(profile, { name: 'Wambui' })).toEqual({ name: 'Please enter at least two names.' })
})

test('a picker has one name or more, and any national ID of 1 to 20 letters and digits', () => {
  const picker = { pickerName: 'Otieno', pickerPhone: '0712345678' }
  for (const pickerNationalId of ['7', 'A-12345', '12345678901234567890'])
    expect(toSentences(pickerForm, { ...picker, pickerNationalId })).toEqual({})
  for (const pickerNationalId of ['', '-', '12 34', '123456789012345678901'])
    expect(toSentences(pickerForm, { ...picker, pickerNationalId })).toHaveProperty('pickerNationalId')
})
