import type { MpesaRefusal, PastedNote } from '@tuma/contracts/vocabulary'
import { describe, expect, test } from 'vitest'
import { readPasted } from './read-pasted.ts'

const ours = { name: 'TUMA PARCELS', numbers: ['555123', '600100'] }
const read = (text: string) => readPasted(text, ours)
const taken = (text: string) => {
  const { read: paid } = read(text)
  return 'refused' in paid ? paid.refused : `${paid.code} ${paid.amount} ${paid.recipient} ${paid.paidAt}`
}
const sms = (code = 'UKL6H7T3GA', paid = 'Ksh350.00 paid to TUMA PARCELS.') =>
  `${code} Confirmed. ${paid} on 21/11/26 at 9:30 AM.New M-PESA balance is Ksh1,204.12. Transaction cost, Ksh0.00.`
const payment = 'UKL6H7T3GA 350 TUMA PARCELS 2026-11-21T06:30:00.000Z'
const fuliza =
  'UKL6H7T3GA Confirmed. Fuliza M-PESA amount is Ksh 71.68. Access Fee charged Ksh 0.72. Total Fuliza M-PESA outstanding amount is Ksh72.40 due on 01/07/27.'

describe('a payment to our till is taken', () => {
  test.each([
    [
      'with the tail of 2026',
      `${sms()} Amount you can transact within the day is 499,650.00. Download My OneApp on https://saf.cx/x`,
    ],
    ['with another tail of 2026', `${sms()}Start Investing today with Ziidi MMF & earn daily. Dial *334#`],
    ['with "confirmed." and no blank', sms().replace('Confirmed. ', 'confirmed.')],
    ['cut off after the time', 'UKL6H7T3GA Confirmed. Ksh350.00 paid to TUMA PARCELS. on 21/11/26 at 9:30 AM'],
    ['with non-breaking spaces', sms().replaceAll(' ', '\u00a0')],
    ['with narrow spaces before AM', sms().replace('9:30 AM', '9:30\u202fAM')],
    ['with seconds', sms().replace('9:30 AM', '9:30:15 AM')],
    ['with a clock of 24 hours and a year of four digits', sms().replace('26 at 9:30 AM', '2026 at 09:30')],
    ['with KES', sms().replace('Ksh350', 'KES 350')],
    ['with words in bold', sms().replace('UKL6H7T3GA Confirmed. Ksh350.00', '*UKL6H7T3GA Confirmed.* *Ksh350.00*')],
    ['with the till’s number behind its name', sms().replace('PARCELS.', 'PARCELS - 555123.')],
    ['in full-width letters', sms().replace('UKL6H7T3GA', 'ＵＫＬ６Ｈ７Ｔ３ＧＡ')],
  ])('as an SMS %s', (_what, text) => expect(taken(text)).toBe(payment))

  test.each([
    [
      'My OneApp',
      'UKL6H7T3GA Confirmed. KSH.350 paid to TUMA PARCELS, 555123 via My OneApp on 21st Nov 2026 at 9:30 am.',
    ],
    [
      'My OneApp, cents',
      'UKL6H7T3GA Confirmed. KSH.350.00 paid to TUMA PARCELS, 555123 via My OneApp on 21st Nov 2026 at 9:30 AM',
    ],
    [
      'My OneApp, the store’s number',
      'UKL6H7T3GA Confirmed. KSH.350 paid to TUMA PARCELS, 600100 via My OneApp on 21st Nov 2026 at 9:30 am.',
    ],
    [
      'My OneApp, another spelling of us',
      'UKL6H7T3GA Confirmed. KSH.350 paid to Tuma Parcels Thika, 555123 via My OneApp on 21st Nov 2026 at 9:30 am.',
    ],
    [
      'MySafaricom',
      'UKL6H7T3GA Confirmed. KSH. 350 paid to TUMA PARCELS (555123) via MySafaricom App on 21-11-2026 09:30.',
    ],
    [
      'MySafaricom, "sent"',
      'UKL6H7T3GA Confirmed. KSH. 350 sent to TUMA PARCELS (555123) via MySafaricom App on 21-11-2026 09:30.',
    ],
    [
      'MySafaricom, no number',
      'UKL6H7T3GA Confirmed. KSH. 350 paid to TUMA PARCELS via MySafaricom App on 21-11-2026 09:30.',
    ],
  ])('as %s shares it', (_app, text) => expect(taken(text)).toBe(payment))
  test('in the afternoon, by the clock of each app', () => {
    const app =
      'UKL6H7T3GA Confirmed. KSH.1,350 paid to TUMA PARCELS, 555123 via My OneApp on 21st Nov 2026 at 1:05 pm.'
    expect(taken(app)).toBe('UKL6H7T3GA 1350 TUMA PARCELS 2026-11-21T10:05:00.000Z')
    const other =
      'UKL6H7T3GA Confirmed. KSH. 1350 paid to TUMA PARCELS (555123) via MySafaricom App on 21-11-2026 13:05.'
    expect(taken(other)).toBe('UKL6H7T3GA 1350 TUMA PARCELS 2026-11-21T10:05:00.000Z')
  })

  test.each([
    ['a left-to-right mark', `\u200e${sms()}`],
    ['an isolate around it', `\u2068${sms()}\u2069`],
    ['a byte order mark', `\ufeff${sms()}`],
    ['a zero-width space inside', sms().replace('Confirmed', '\u200bConfirmed')],
    ['a joiner inside the code', sms().replace('UKL6', 'UK\u2060L6')],
    ['a variation selector', sms().replace(' Confirmed', '\ufe0f Confirmed')],
    ['a WhatsApp forward', `[21/11/2026, 09:31] Mum: ${sms()}`],
    ['a WhatsApp forward of Android', `21/11/2026, 09:31 - Mum: ${sms()}`],
    ['several lines of WhatsApp', `[21/11/26, 9:31:02 AM] Baba: nimelipa\n[21/11/26, 9:31:10 AM] Baba: ${sms()}`],
    ['the sender’s name', `M-PESA: ${sms()}`],
    ['the sender’s name on a line', `From: MPESA\n${sms()}`],
    ['curly quotes', `“${sms()}”`],
    ['an e-mail’s quote marks', `> ${sms().replace('. on', '.\n> on')}`],
    ['stars', sms().replace('UKL6H7T3GA', '*UKL6H7T3GA*')],
    ['words before it', `Hi, here is my payment: ${sms()} Thanks!`],
  ])('with %s around or inside', (_what, text) => expect(taken(text)).toBe(payment))
})

describe('what is no payment to our till is told apart', () => {
  test.each<[string, MpesaRefusal, string]>([
    ['another till, by its name', 'other_recipient', sms('UKL6H7T3GA', 'Ksh1,120.00 paid to PERSON FOUR 1.')],
    [
      'another till, by its number',
      'other_recipient',
      'UKL6H7T3GA Confirmed. KSH.350 paid to TUMA PARCELS, 999999 via My OneApp on 21st Nov 2026 at 9:30 am.',
    ],
    [
      'another till in MySafaricom',
      'other_recipient',
      'UKL6H7T3GA Confirmed. KSH. 350 paid to TUMA PARCELS (7263733) via MySafaricom App on 21-11-2026 09:30.',
    ],
    [
      'PayBill in MySafaricom',
      'paybill',
      'UKL6H7T3GA Confirmed. KSH. 750 sent to DANA PROPERTIES LTD (7263733) for account D16-05 via MySafaricom App on 21-11-2026 09:30.',
    ],
    [
      'PayBill to a number of ours',
      'paybill',
      'UKL6H7T3GA Confirmed. KSH. 750 sent to TUMA PARCELS (555123) for account D16-05 via MySafaricom App on 21-11-2026 09:30.',
    ],
    [
      'a person in My OneApp',
      'sent_to_person',
      'UKL6H7T3GA Confirmed. KSH.350 sent to JANE DOE, 0758***343 via My OneApp on 21st Nov 2026 at 9:30 am.',
    ],
    ['a person with +254', 'sent_to_person', sms('UKL6H7T3GA', 'Ksh1,030.00 sent to MSEE FULANI +254722222222')],
    [
      'Fuliza repaid',
      'fuliza',
      'UKL6H7T3GA Confirmed. Ksh 72.40 from your M-PESA has been used to fully pay your outstanding Fuliza M-PESA. Available Fuliza M-PESA limit is Ksh 1500.00.',
    ],
    [
      'received by a business',
      'money_received',
      'UKL6H7T3GA Confirmed. You have received Ksh350.00 from PETER O 0712***678 on 21/11/26 at 9:30 AM. New business balance is Ksh3,200.00.',
    ],
    [
      'a reversal',
      'reversed',
      'UKL6H7T3GA Confirmed. Transaction UKL6H7T3GB has been reversed. Your account balance is now Ksh500.00.',
    ],
  ])('%s', (_what, refused, text) =>
    expect(read(text).read).toMatchObject(
      refused === 'other_recipient' && 'code' in read(text).read ? { recipient: 'PERSON FOUR 1' } : { refused },
    ),
  )

  test.each<[PastedNote, string]>([
    [
      'withdrawal',
      'UKL6H7T3GA Confirmed.on 21/11/26 at 9:30 AMWithdraw Ksh350.00 from 3000431 - X logistics New M-PESA balance is Ksh574.15.',
    ],
    [
      'deposit',
      'UKL6H7T3GA Confirmed. On 21/11/26 at 9:30 AM Give Ksh350.00 cash to X logistics ltd New M-PESA balance is Ksh350.00.',
    ],
    ['airtime', 'UKL6H7T3GA confirmed.You bought Ksh350.00 of airtime for 254700000435 on 21/11/26 at 9:30 AM.'],
    ['savings', 'UKL6H7T3GA Confirmed. Ksh350.00 transfered to KCB M-PESA account on 21/11/26 at 9:30 AM.'],
    ['failed', 'Failed. You have insufficient funds in your M-PESA account to pay Ksh350.00 to TUMA PARCELS.'],
  ])('%s, with the specified sentence', (what, text) => {
    expect(read(text)).toMatchObject({ read: { refused: 'not_mpesa' }, receipt: null, found: [{ what }] })
  })

  test.each([
    ['half an SMS', 'act within the day is 499,180.00. Start Investing today with Ziidi MMF & earn daily. Dial *334#.'],
    ['prose', 'Hello, I have paid, please send my parcel.'],
    ['nothing', ' \u200b '],
  ])('%s is unknown', (_what, text) => {
    expect(read(text)).toMatchObject({ read: { refused: 'not_mpesa' }, receipt: null, found: [] })
  })
})

describe('a payment in another way leads to the receipt claim, with its M-Pesa reference', () => {
  test.each<[string, MpesaRefusal, string]>([
    [
      'SBM',
      'paid_by_bank',
      'Your M-Pesa payment of KES 350.00 to 555123 was successful on 21/11/26 9:30 AM. M-Pesa Ref: UKL6H7T3GA. SBM Bank. For queries contact us on 0709800000',
    ],
    [
      'a bank’s app',
      'paid_by_bank',
      'Dear Jane, KES 350.00 paid to Till 555123 TUMA PARCELS on 21-11-2026 09:30. Ref UKL6H7T3GA',
    ],
    [
      'another bank',
      'paid_by_bank',
      'Your Buy Goods transaction of KES 350 to TUMA PARCELS is complete. MPESA REF. UKL6H7T3GA. Equity Bank.',
    ],
    [
      'Airtel',
      'paid_by_airtel',
      'Txn ID 12345678901. You have paid Ksh350.00 to TUMA PARCELS till 555123. M-PESA Ref UKL6H7T3GA. Airtel Money.',
    ],
  ])('%s', (_what, refused, text) => {
    expect(read(text)).toMatchObject({ read: { refused }, receipt: 'UKL6H7T3GA', found: [] })
  })
  test('Airtel without such a reference proposes no receipt', () => {
    const text = 'Airtel Money: Ksh350 sent to till 555123 TUMA PARCELS. TID 12345678901.'
    expect(read(text)).toMatchObject({ read: { refused: 'paid_by_airtel' }, receipt: null })
  })
  test.each<[PastedNote, string]>([
    ['swahili', 'UKL6H7T3GA Imethibitishwa. Ksh350.00 imelipwa kwa TUMA PARCELS tarehe 21/11/26 saa 9:30 AM.'],
    ['receipt_only', ' ukl6h7t3ga '],
    ['unknown_form', 'UKL6H7T3GA Confirmed. Ksh350.00 has gone to TUMA PARCELS this morning.'],
  ])('a text that we can not read does the same: %s', (what, text) => {
    const answer = { read: { refused: 'not_mpesa' }, receipt: 'UKL6H7T3GA', found: [{ what }] }
    expect(read(text)).toMatchObject(answer)
  })
})

describe('several messages in one paste', () => {
  test('with a payment and its Fuliza notice, of one code, are one payment', () => {
    for (const text of [`${sms()}\n${fuliza}`, `${fuliza} ${sms()}`]) {
      expect(taken(text)).toBe(payment)
      expect(read(text).found).toEqual([])
    }
  })
  test('give the payment to our till, and say what every other message is', () => {
    const person = 'UKL6H7T3GB Confirmed. Ksh50.00 sent to JANE DOE 0711111111 on 21/11/26 at 9:20 AM.'
    const other = sms('UKL6H7T3GC', 'Ksh90.00 paid to KIOSK.')
    const text = `${person}\n${sms()}\n${other}\nUKL6H7T3GD Confirmed. Ksh5.00 is nothing we know.`
    expect(taken(text)).toBe(payment)
    expect(read(text).found).toEqual([
      { receipt: 'UKL6H7T3GB', what: 'sent_to_person' },
      { receipt: 'UKL6H7T3GC', what: 'other_recipient' },
    ])
  })
  test('with two payments to our till are too many, because the right one is not known', () => {
    expect(taken(`${sms()} ${sms('UKL6H7T3GB')}`)).toBe('several_messages')
    expect(taken(`${sms()} ${sms().replace('350.00', '360.00')}`)).toBe('several_messages')
  })
  test('with a payment and its reversal are refused as reversed', () => {
    const reversal = 'UKL6H7T3GZ Confirmed. Transaction UKL6H7T3GA has been reversed.'
    expect(taken(`${sms()} ${reversal}`)).toBe('reversed')
    expect(taken(`${reversal.replace('UKL6H7T3GA', 'UKL6H7T3GX')} ${sms()}`)).toBe(payment)
  })
  test('without a payment to our till name the one first that its payer can act on', () => {
    const paybill = sms('UKL6H7T3GB', 'Ksh50.00 paid to KPLC PREPAID. Account Number 12345678.')
    expect(read(`${fuliza}\n${paybill}`)).toMatchObject({
      read: { refused: 'paybill' },
      found: [{ receipt: 'UKL6H7T3GA', what: 'fuliza' }],
    })
  })
})
