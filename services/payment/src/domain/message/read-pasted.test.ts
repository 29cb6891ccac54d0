import { setFlagsFromString } from 'node:v8'
import { type MpesaRefusal, mpesaRefusals } from '@tuma/contracts/vocabulary'
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { getCodeBeginning, getSentence } from './mpesa-message.ts'
import { type ReadPasted, readMessage, readPasted } from './read-pasted.ts'

const till =
  'UKL6H7T3GA Confirmed. Ksh350.00 paid to TUMA PARCELS. on 21/11/26 at 9:30 AM.New M-PESA balance is Ksh123.12. ' +
  'Transaction cost, Ksh0.00. Amount you can transact within the day is 499,895.00. Win with Fuliza, dial *334#'

const toVerdict = (read: ReadPasted['read']) => ('refused' in read ? read.refused : read.kind)

describe('a payment to a till', () => {
  test('tells its code, amount, recipient and time', () => {
    expect(readMessage(till)).toEqual({
      kind: 'till',
      code: 'UKL6H7T3GA',
      amount: 350,
      recipient: 'TUMA PARCELS',
      paidAt: '2026-11-21T06:30:00.000Z',
      codeDateAgrees: true,
    })
  })

  test.each([
    ['a comma between the thousands', till.replace('Ksh350.00', 'Ksh12,350.00'), { amount: 12350 }],
    ['no comma between the thousands', till.replace('Ksh350.00', 'Ksh12350.00'), { amount: 12350 }],
    ['one shilling', till.replace('Ksh350.00', 'Ksh1.00'), { amount: 1 }],
    ['no cents', till.replace('Ksh350.00', 'Ksh350'), { amount: 350 }],
    ['cents, which do not count', till.replace('Ksh350.00', 'KSH 350.99'), { amount: 350 }],
    ['full stops inside the name', till.replace('TUMA PARCELS', 'F.M STORES'), { recipient: 'F.M STORES' }],
    ['an apostrophe in the name', till.replace('TUMA PARCELS', "NDUNG'U 2"), { recipient: "NDUNG'U 2" }],
    ['line breaks and double spaces', till.replaceAll(' ', ' \n '), { recipient: 'TUMA PARCELS', amount: 350 }],
    ['spaces around it', `\n  ${till}  \n`, { code: 'UKL6H7T3GA', amount: 350 }],
    ['small letters', till.toLowerCase(), { code: 'UKL6H7T3GA', amount: 350 }],
    ['congratulations before it', `Congratulations! ${till}`, { code: 'UKL6H7T3GA' }],
    ['no space before AM', till.replace('9:30 AM', '9:30AM'), { paidAt: '2026-11-21T06:30:00.000Z' }],
    ['midnight', till.replace('9:30 AM', '12:00 AM'), { paidAt: '2026-11-20T21:00:00.000Z' }],
    ['noon', till.replace('9:30 AM', '12:05 PM'), { paidAt: '2026-11-21T09:05:00.000Z' }],
    ['a year of four digits', till.replace('21/11/26', '21/11/2026'), { paidAt: '2026-11-21T06:30:00.000Z' }],
    ['another day than its code', till.replace('21/11/26', '20/11/26'), { codeDateAgrees: false }],
  ])('is read with %s', (_what, message, expected) => {
    expect(readMessage(message)).toMatchObject({ kind: 'till', ...expected })
  })

  test.each([
    ['has no cents and no shillings', till.replace('Ksh350.00', 'Ksh0.50')],
    ['was made on a day that does not exist', till.replace('21/11/26', '31/11/26')],
    ['was made at an hour that does not exist', till.replace('9:30 AM', '13:30 PM')],
    ['was made at an hour before the first', till.replace('9:30 AM', '0:30 AM')],
    ['was made at a minute that does not exist', till.replace('9:30 AM', '9:61 AM')],
    ['is larger than a number can hold', till.replace('Ksh350.00', `Ksh${'9'.repeat(400)}`)],
    ['has no date', till.replace('on 21/11/26 at 9:30 AM', '')],
    ['has no code', till.slice(11)],
    ['has a code whose month does not exist', till.replace('UKL', 'UZL')],
  ])('is refused when it %s', (_why, message) => {
    expect(toVerdict(readMessage(message))).toBe('not_mpesa')
  })
})

/** The shapes that M-Pesa's confirmations are seen in: the number is the kind of payment, the letter a variant of it. */
const shapes: [string, string, MpesaRefusal | 'till'][] = [
  [
    '1 till',
    'UJK6H7T3GA Confirmed. Ksh70.00 paid to NAME. on 20/10/26 at 4:21 PM.New M-PESA balance is Ksh123.12.',
    'till',
  ],
  [
    '2 PayBill',
    'UJK6H7T3GB Confirmed. Ksh1000.00 sent to NAME for account 123123 on 20/10/26 at 4:26 PM New M-PESA balance is Ksh1.00.',
    'paybill',
  ],
  [
    '2b PayBill',
    'UJK6H7T3GC Confirmed. Ksh50.00 paid to KPLC PREPAID. Account Number 12345678. on 20/10/26 at 4:26 PM.',
    'paybill',
  ],
  [
    '3 person',
    'UJK6H7T3GD Confirmed. Ksh50.00 sent to JANE DOE 0711111111 on 20/10/26 at 4:26 PM. New M-PESA balance is Ksh1.00.',
    'sent_to_person',
  ],
  [
    '3 person, masked',
    'UJK6H7T3GD Confirmed. Ksh50.00 sent to JANE DOE 0712***678 on 20/10/26 at 4:26 PM.',
    'sent_to_person',
  ],
  ['3 person, no phone', 'UJK6H7T3GD Confirmed. Ksh50.00 sent to JANE DOE on 20/10/26 at 4:26 PM.', 'sent_to_person'],
  [
    '4 received',
    'UJK6H7T3GE Confirmed.You have received Ksh300.00 from JANE DOE 0712121212 on 20/10/26 at 4:26 PM New M-PESA balance is Ksh1.00.',
    'money_received',
  ],
  [
    '4 received',
    'Congratulations! UJK6H7T3GE Confirmed.You have received Ksh300.00 from JANE DOE 0712121212 on 20/10/26 at 4:26 PM',
    'money_received',
  ],
  [
    '5 merchant side',
    'UJ26H7T3GF Confirmed.on 2/10/26 at 12:05 AMKSH1,050.00 received from 2547******635 JANE DOE. New Account balance is KSH2,000.00. Transaction cost, Ksh1.00',
    'money_received',
  ],
  [
    '6 reversal',
    'UJK6H7T3GG Confirmed. Transaction UJK6H7T3GA has been reversed. Your account balance is now Ksh70.00.',
    'reversed',
  ],
  [
    '6 reversal',
    'UJK6H7T3GG confirmed. Reversal of transaction UJK6H7T3GA has been successfully reversed on 20/10/26 at 4:26 PM',
    'reversed',
  ],
  [
    '7 Fuliza',
    'UFQNY935Z8 Confirmed. Fuliza M-PESA amount is Ksh 613.00. Access Fee charged Ksh 6.13. Total Fuliza M-PESA outstanding amount is Ksh889.36 due on 26/07/26.',
    'fuliza',
  ],
  [
    '8 Swahili',
    'UID2H6JK4L Imethibitishwa. Ksh7,500.00 imetumwa kwa JANE DOE 0733111222 tarehe 12/9/26 saa 2:15 PM. Salio lako jipya la M-PESA ni Ksh58,100.00.',
    'not_mpesa',
  ],
  [
    'balance',
    'UJK6H7T3GH Confirmed. Your account balance was: M-PESA Account : Ksh1,234.00 on 20/10/26 at 4:26 PM.',
    'balance',
  ],
  ['balance', 'Your M-PESA balance is Ksh1,234.00 on 20/10/26 at 4:26 PM.', 'balance'],
  ['something else', 'Hello, I have paid, please send my parcel.', 'not_mpesa'],
  ['nothing', '   ', 'not_mpesa'],
]

describe('the shapes that people paste', () => {
  test.each(shapes)('%s: %s', (_shape, message, verdict) => expect(toVerdict(readMessage(message))).toBe(verdict))

  test('three in one paste are read for the payment to our till, whichever comes first', () => {
    const ours = { name: 'TUMA PARCELS', numbers: [] }
    const messages = shapes.map(([, message]) => message).filter((message) => / confirmed/i.test(message))
    for (const first of messages) {
      if (/TUMA|reversed/i.test(first)) continue
      const { read, found } = readPasted([first, till, shapes[2]?.[1]].join('\n'), ours)
      expect(read).toMatchObject({ code: 'UKL6H7T3GA' })
      expect(found.length).toBeGreaterThan(0)
    }
  })
  test('the same message twice is the same payment', () => {
    expect(toVerdict(readMessage(till + till))).toBe('till')
  })
  test('a paste may have 4,000 characters, and no more', () => {
    expect(toVerdict(readMessage(till.padEnd(4000, '.')))).toBe('till')
    expect(toVerdict(readMessage(till.padEnd(4001, '.')))).toBe('too_long')
    expect(toVerdict(readMessage('\ufdfa'.repeat(3000)))).toBe('too_long')
  })
  test('a paste may have 20 messages, and no more', () => {
    const person = 'UJK6H7T3GD Confirmed. Ksh50.00 sent to JANE on 20/10/26 at 4:26 PM. '
    expect(toVerdict(readMessage(person.repeat(20)))).toBe('sent_to_person')
    expect(toVerdict(readMessage(person.repeat(21)))).toBe('several_messages')
  })
  test('100 kB of any text is too long', () => {
    for (const noise of [till.repeat(400), 'Ksh'.repeat(34_000), ' '.repeat(100_000)])
      expect(toVerdict(readMessage(noise))).toBe('too_long')
  })
  test('the end of a payment’s message does not make it another kind', () => {
    for (const tail of ['Your account balance is low. Fuliza M-PESA', 'Transaction UJK6H7T3GA has been reversed'])
      expect(toVerdict(readMessage(`${till} ${tail}`))).toBe('till')
  })
})

/** A message with pieces cut out, repeated, moved, or replaced. */
const mangled = fc
  .record({
    message: fc.constantFrom(till, ...shapes.map(([, message]) => message)),
    cuts: fc.array(
      fc.record({
        from: fc.nat(260),
        length: fc.nat(60),
        put: fc.oneof(fc.string(), fc.constantFrom(till, ' on ', 'Ksh', '')),
      }),
      { maxLength: 6 },
    ),
  })
  .map(({ message, cuts }) =>
    cuts.reduce((text, { from, length, put }) => text.slice(0, from) + put + text.slice(from + length), message),
  )

describe('any pasted text', () => {
  test('is a valid payment or is refused, and never a fault', () => {
    const verdicts = new Set<string>()
    fc.assert(
      fc.property(fc.oneof(mangled, fc.string({ unit: 'binary', maxLength: 5000 })), (text) => {
        const read = readMessage(text)
        verdicts.add(toVerdict(read))
        if ('refused' in read) return read.refused in mpesaRefusals
        expect(read.code).toMatch(/^[A-Z][A-L][1-9A-V][0-9A-Z]{7}$/)
        expect(Number.isSafeInteger(read.amount) && read.amount >= 1).toBe(true)
        expect(new Date(read.paidAt).toISOString()).toBe(read.paidAt)
        return read.recipient.length > 0
      }),
      { numRuns: 3000 },
    )
    expect([...verdicts]).toEqual(expect.arrayContaining(['till', 'not_mpesa', 'paybill']))
  })

  test.each([
    'Ksh1',
    ' on 1/1/26 at',
    ' for account',
    'UJK6H7T3G ',
    ' ',
    '1',
    'Account Number . ',
    'reversed ',
    '*bold words of a chat, in bold letters_ ',
  ])('is read in linear time, even if it repeats %j', (piece) => {
    const hostile = (length: number, end: string) =>
      `UKL6H7T3GA Confirmed. Ksh1.00 paid to ${piece.repeat(length)}`.slice(0, length - end.length) + end
    for (const end of ['x', ' on 21/11/26 at 9:30 AM']) {
      expect(stepsBackIn(() => readMessage(hostile(4000, end)))).toBeLessThan(40 * 4000)
      expect(stepsBackIn(() => readMessage(hostile(100_000, end)))).toBe(0)
    }
  })
})

/**
 * V8's own engine with a limit, for its tests: a regular expression that gives up, as if nothing matched, after so many
 * steps back.
 */
const givingUp = (() => {
  setFlagsFromString('--allow-natives-syntax')
  const make = new Function('pattern', 'flags', 'limit', 'return %NewRegExpWithBacktrackLimit(pattern, flags, limit)')
  setFlagsFromString('--no-allow-natives-syntax')
  return make as (pattern: string, flags: string, limit: number) => RegExp
})()

/** Repeated parts get a group of their own, because V8 does not count the steps of a simple run. */
const repeated = /(\\.|\[(?:\\.|[^\]])*\]|[^()\\[\]|^$*+?{}])(?=[*+]|\{\d)/g

/** How often it steps back in a text to try another match, to the next power of two: the same on every machine. */
const getStepsBack = (pattern: RegExp, text: string): number => {
  // The empty end always matches, so no match means that it gave up.
  const counted = `[^]*?(?:${pattern.source.replace(repeated, '($1)')})|`
  let steps = 1
  while (!givingUp(counted, pattern.flags.replace('g', ''), steps).test(text)) steps *= 2
  return steps
}

/** The steps of all regular expressions that `use` runs: a badly written one grows faster than the text. */
const stepsBackIn = (use: () => void): number => {
  const searches: [pattern: RegExp, text: string][] = []
  const { exec } = RegExp.prototype
  const spy = vi.spyOn(RegExp.prototype, 'exec').mockImplementation(function (this: RegExp, text) {
    searches.push([this, text.slice(this.lastIndex)])
    return exec.call(this, text)
  })
  use()
  spy.mockRestore()
  return searches.reduce((sum, search) => sum + getStepsBack(...search), 0)
}

test('a badly written expression is found by its steps', () => {
  expect(stepsBackIn(() => `${' '.repeat(2000)}x`.replace(/\s+$/, ''))).toBeGreaterThan(1_000_000)
  expect(stepsBackIn(() => `${' '.repeat(2000)}x`.replace(/\s+/, ''))).toBeLessThan(10)
})

test('a payment written as our own sentence is read as the same payment', () => {
  const minute = fc.integer({ min: Date.UTC(2006, 0, 1, 12) / 60_000, max: Date.UTC(2031, 11, 31) / 60_000 })
  fc.assert(
    fc.property(
      minute,
      fc.integer({ min: 1, max: 500_000 }),
      fc.constantFrom('TUMA PARCELS', 'F.M STORES'),
      (at, amount, recipient) => {
        const paidAt = new Date(at * 60_000).toISOString()
        const eatDay = new Date((at + 180) * 60_000).toISOString().slice(0, 10)
        const paid = { code: `${getCodeBeginning(eatDay)}6H7T3GA`, amount, recipient, paidAt }
        expect(readMessage(getSentence(paid))).toEqual({ kind: 'till', ...paid, codeDateAgrees: true })
      },
    ),
  )
})

test('the sentence looks like the message', () => {
  expect(
    getSentence({ code: 'UKL6H7T3GA', amount: 12350, recipient: 'TUMA PARCELS', paidAt: '2026-11-21T06:30:00.000Z' }),
  ).toBe('UKL6H7T3GA Confirmed. Ksh12,350.00 paid to TUMA PARCELS. on 21/11/26 at 9:30 AM.')
})

test.each([
  ['2026-11-20T21:05:00.000Z', '21/11/26 at 12:05 AM'],
  ['2026-11-21T08:59:00.000Z', '21/11/26 at 11:59 AM'],
  ['2026-11-21T09:05:00.000Z', '21/11/26 at 12:05 PM'],
])('the sentence says of %s that it is %s', (paidAt, said) => {
  expect(getSentence({ code: 'UKL6H7T3GA', amount: 350, recipient: 'TUMA PARCELS', paidAt })).toContain(` on ${said}.`)
})
