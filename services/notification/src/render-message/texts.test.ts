import { describe, expect, test } from 'vitest'
import { mailTexts, type SmsTemplate, smsTexts } from './texts.ts'
import { smsTextsInSwahili } from './texts-swahili.ts'

const parcel = {
  trackingId: 'TM-7K3M-Q2XV-90TB',
  trackingLink: 'https://parcels.tuma.co.ke/t/TM-7K3M-Q2XV-90TB',
  where: 'Githurai Ndani Supermarket, GITHURAI NDANI',
  toShop: 'Githurai Ndani Supermarket',
  bringTo: { name: 'Namanga Road Electronics' },
  contactPhone: '+254 700 000 000',
}

/** In SMS in Swahili, and so the longest link. */
const inSwahili = '?l=sw'
/** With everything in it, each as long as possible, at the site's own address. */
const whole = {
  ...{
    ...parcel,
    trackingLink: `https://tuma.co.ke/t/${parcel.trackingId}${inSwahili}`,
    code: '412137',
    until: '2026-12-28',
  },
  decisionLink: `https://tuma.co.ke/t/${parcel.trackingId}/0123456789${inSwahili}`,
}
const ofItsWay = [
  ...['stillWaiting', 'senderAsked', 'goesBack', 'comesBackUnfetched', 'comesBackAsDecided', 'comesBackByOffice'],
  ...['backAtShop', 'newCodeToSender', 'returned', 'offHold'],
] as SmsTemplate[]
test.each(ofItsWay)('%s is one SMS, with everything in it', (template) => {
  for (const texts of [smsTexts, smsTextsInSwahili]) {
    const text = texts[template](whole)
    expect(text).toMatch(/^Tuma: [\x20-\x5A\x61-\x7A]*$/)
    expect(text.length).toBeLessThanOrEqual(160)
  }
})

test('a reminder says before which day to collect, and a decision has its link', () => {
  expect(smsTexts.stillWaiting(whole)).toMatch(/Collect it before 28 Dec\. Your code: 412137\.$/)
  expect(smsTextsInSwahili.stillWaiting(whole)).toMatch(/Kichukue kabla ya 28 Des\. Code yako: 412137\.$/)
  for (const texts of [smsTexts, smsTextsInSwahili]) expect(texts.senderAsked(whole)).toContain(whole.decisionLink)
})

const each = [...Object.entries(smsTexts), ...Object.entries(smsTextsInSwahili)]
test.each(each)('%s is one SMS of plain characters that names the parcel, in either language', (_template, write) => {
  const text = write(parcel)
  expect(text).toMatch(/^Tuma:? [\x20-\x5A\x61-\x7A]*$/)
  expect(text.length).toBeLessThanOrEqual(160)
  expect(text).toContain(parcel.trackingId)
})

test('a link to the page in Swahili leaves room for the rest of the SMS', () => {
  const linked = { ...parcel, trackingLink: parcel.trackingLink + inSwahili, from: 'x'.repeat(20), code: '412137' }
  for (const template of ['requestedToSender', 'requestedToReceiver', 'inTransit', 'numberGiven'] as const) {
    const text = smsTextsInSwahili[template](linked)
    expect(text).toMatch(/^Tuma: [\x20-\x5A\x61-\x7A]*$/)
    expect(text).toContain(linked.trackingLink)
    expect(text.length).toBeLessThanOrEqual(160)
  }
})

test('the sender is named by one word where we know them, else as a sender, and the longest name fits', () => {
  const from = 'x'.repeat(20)
  for (const texts of [smsTexts, smsTextsInSwahili]) {
    const text = texts.requestedToReceiver({ ...parcel, from })
    expect(text).toContain(`Tuma: ${from} `)
    expect(text.length).toBeLessThanOrEqual(160)
  }
  expect(smsTexts.requestedToReceiver({ ...parcel, from: 'Wanjiku' })).toMatch(/^Tuma: Wanjiku is sending you a parcel/)
  expect(smsTextsInSwahili.requestedToReceiver({ ...parcel, from: 'Wanjiku' })).toMatch(/^Tuma: Wanjiku anakutumia/)
  expect(smsTexts.requestedToReceiver(parcel)).toMatch(/^Tuma: a sender is sending you a parcel/)
  expect(smsTextsInSwahili.requestedToReceiver(parcel)).toMatch(/^Tuma: mtumaji anakutumia kifurushi/)
})

describe('the first message', () => {
  const link = `https://tuma.co.ke/t/${parcel.trackingId}`
  const first = { ...parcel, from: 'Achieng', toShop: 'Thika Arcade Bookshop', trackingLink: link }
  test('shows the receiver where the parcel goes, what to pay, and what comes next', () => {
    expect(smsTexts.requestedToReceiver(first)).toBe(
      `Tuma: Achieng is sending you a parcel to Thika Arcade Bookshop. Nothing to pay. We SMS you a code when it arrives. Track: ${link}`,
    )
    expect(smsTexts.requestedToReceiver({ ...first, toShop: undefined, due: 1850 })).toBe(
      `Tuma: Achieng is sending you a parcel. A rider brings it. Pay Ksh 1,850 (M-Pesa or cash). Track: ${link}`,
    )
  })
  test('drops the code first, then the sum, then the shop, to stay one SMS', () => {
    const written = [20, 30, 45, 90].map((length) =>
      smsTexts.requestedToReceiver({ ...first, toShop: 'x'.repeat(length) }),
    )
    expect(written.map((text) => [text.includes('We SMS'), text.includes('Nothing'), text.includes('xxx')])).toEqual([
      ...[
        [true, true, true],
        [false, true, true],
        [false, true, true],
        [false, false, false],
      ],
    ])
    for (const text of written) expect(text.length).toBeLessThanOrEqual(160)
  })
  test('shows the sender what was paid, where to bring the parcel, and how to find that shop', () => {
    const day = { opens: '08:00', closes: '18:00' }
    const about = { landmark: 'Opp. Nation Centre', hours: Array(7).fill(day), closedDays: [], closedToday: false }
    const bringTo = { name: 'Moi Avenue Stationers', about }
    expect(smsTexts.requestedToSender({ ...first, bringTo, paid: 250 })).toBe(
      `Tuma: booked, Ksh 250 paid. Bring ${parcel.trackingId} to Moi Avenue Stationers (Opp. Nation Centre), Daily 08-18. Track: ${link}`,
    )
    expect(smsTexts.requestedToSender({ ...first, bringTo: { name: 'Tuma House' }, due: 1850 })).toBe(
      `Tuma: booked. The receiver pays Ksh 1,850. Bring ${parcel.trackingId} to Tuma House. Track: ${link}`,
    )
  })
  test('says that staff have the parcel already', () => {
    expect(smsTexts.requestedToSender({ ...first, bringTo: undefined, paid: 250 })).toBe(
      `Tuma: we have your parcel ${parcel.trackingId}, Ksh 250 paid. Track: ${link}`,
    )
  })
})

describe('at the counter', () => {
  const [cash, atDoor] = [
    { ...whole, paid: 150 },
    { ...whole, due: 100_500 },
  ]
  test('the sender reads in one SMS what the agent took in, and what was paid or what the receiver pays', () => {
    expect(smsTexts.takenIn(cash)).toBe(
      'Tuma took in your parcel TM-7K3M-Q2XV-90TB for Githurai Ndani Supermarket. Paid Ksh 150 (cash). Not right? Call +254 700 000 000.',
    )
    expect(smsTexts.takenInByMpesa(cash)).toContain('Paid Ksh 150 (M-Pesa).')
    expect(smsTextsInSwahili.takenInByMpesa(cash)).toContain('Ksh 150 zimelipwa (M-Pesa).')
    expect(smsTextsInSwahili.takenIn({ ...atDoor, toShop: undefined })).toBe(
      'Tuma imepokea kifurushi chako TM-7K3M-Q2XV-90TB cha kwenda Githurai Ndani Supermarket, GITHURAI NDANI. Mpokeaji analipa Ksh 100,500. Si sawa? Piga +254 700 000 000.',
    )
    for (const one of [cash, atDoor])
      for (const texts of [smsTexts, smsTextsInSwahili]) {
        const text = texts.takenInByMpesa(one)
        expect(texts.takenIn(one).length).toBeLessThanOrEqual(160)
        expect(text).toMatch(/^Tuma [\x20-\x5A\x61-\x7A]*$/)
        expect(text.length).toBeLessThanOrEqual(160)
      }
  })
  test('the sender reads that it is cancelled, and what cash they got back', () => {
    const written = [smsTexts, smsTextsInSwahili].map((texts) => [texts.cancelledPaidBack(cash), texts.cancelled(cash)])
    expect(written).toEqual([
      [
        'Tuma: parcel TM-7K3M-Q2XV-90TB is cancelled. You got Ksh 150 back.',
        'Tuma: parcel TM-7K3M-Q2XV-90TB is cancelled.',
      ],
      [
        'Tuma: kifurushi TM-7K3M-Q2XV-90TB kimeghairiwa. Umerudishiwa Ksh 150.',
        'Tuma: kifurushi TM-7K3M-Q2XV-90TB kimeghairiwa.',
      ],
    ])
  })
})

test('the SMS names the number to call, and asks for no call where there is none', () => {
  for (const [texts, call] of [
    [smsTexts, 'Call +254 700 000 000.'],
    [smsTextsInSwahili, 'Piga +254 700 000 000.'],
  ] as const)
    for (const template of ['numberChanged', 'collectedWithoutCode', 'takenIn'] as const) {
      expect(texts[template](parcel)).toContain(call)
      expect(texts[template]({ ...parcel, contactPhone: '' })).not.toMatch(/call|piga/i)
    }
})

test('only messages about a parcel that is not on hold say that it comes or waits', () => {
  const onItsWay = /ready|collect it|waiting for you|waits for you|on its way to you|kinakusubiri|kuja kwako|kichukue/i
  for (const texts of [smsTexts, smsTextsInSwahili])
    for (const template of Object.keys(texts) as SmsTemplate[])
      expect([template, onItsWay.test(texts[template](whole))]).toEqual([
        template,
        ['inTransit', 'waitingAtShop', 'stillWaiting', 'offHold'].includes(template),
      ])
})

test('a receiver who pays at the door reads the sum before, in two SMS at most', () => {
  for (const texts of [smsTexts, smsTextsInSwahili]) {
    const text = texts.inTransit({ ...parcel, due: 100_500 })
    expect(text).toContain(' Ksh 100,500')
    expect(text).toMatch(/^Tuma: [\x20-\x5A\x61-\x7A]*$/)
    expect(text.length).toBeLessThanOrEqual(320)
    expect(texts.inTransit(parcel)).not.toContain('Ksh')
  }
})

describe('the message that a parcel waits at a shop', () => {
  const day = { opens: '08:00', closes: '18:00' }
  const hours = [day, day, day, day, day, { opens: '09:00', closes: '13:00' }, null]
  const shop = { landmark: 'Opposite Equity Bank', hours, closedDays: [], closedToday: false }
  const write = (where: string, about?: typeof shop, code?: string) =>
    [smsTexts, smsTextsInSwahili].map((texts) => texts.waitingAtShop({ ...parcel, where, shop: about, code }))

  test('shows how to find the shop and when it is open', () =>
    expect(write('Arcade Bookshop, THIKA', shop)).toEqual([
      'Tuma: parcel TM-7K3M-Q2XV-90TB is waiting for you at Arcade Bookshop, THIKA (Opposite Equity Bank), Mon-Fri 08-18, Sat 09-13.',
      'Tuma: kifurushi TM-7K3M-Q2XV-90TB kinakusubiri Arcade Bookshop, THIKA (Opposite Equity Bank), Jtatu-Ijumaa 08-18, Jmosi 09-13.',
    ]))
  test('drops hours first, then the landmark, and never the shop, to stay one SMS', () => {
    const landmark = 'By Naivas'
    for (const text of write('Githurai Stage Shop, GITHURAI NDANI', { ...shop, landmark }, '412137')) {
      expect(text).toContain(`GITHURAI NDANI (${landmark})`)
      expect(text).toContain(' 412137. ')
    }
    expect(write('Githurai Stage Shop, GITHURAI NDANI', { ...shop, landmark }, '412137')[0]).not.toContain('Mon')
    const max = { ...shop, landmark: 'x'.repeat(60) }
    expect(write(parcel.where, max, '412137')).toEqual(write(parcel.where, undefined, '412137'))
  })
  test.each(['Shop, A', 'Arcade Bookshop, THIKA', parcel.where])('is one SMS of plain characters: %s', (where) => {
    for (const text of [...write(where, shop), ...write(where, shop, '412137')]) {
      expect(text).toMatch(/^Tuma: [\x20-\x5A\x61-\x7A]*$/)
      expect(text.length).toBeLessThanOrEqual(160)
    }
  })
  test('is the same without words of the shop', () =>
    expect(write('Shop, A', { ...shop, landmark: null as never, hours: null as never })).toEqual(write('Shop, A')))
})

test('the email to a new address says what its link changes, and that nothing changes without it', () => {
  const mail = mailTexts.changeEmail({
    link: 'https://tuma.test/verify-email/abc',
    expiresAt: '2026-11-21T21:30:00.000Z',
    askedAt: '2026-11-21T21:05:00.000Z',
  })
  expect(mail.subject).toBe('Confirm your new email for Tuma')
  expect(mail.text).toContain('\nhttps://tuma.test/verify-email/abc\n')
  expect(mail.text).toContain('The account then keeps its old email address.')
  expect(mail.text).not.toContain('register')
})

const asked = { askedAt: '2026-11-21T21:05:00.000Z' }
const verify = { link: 'https://tuma.test/verify-email/abc', expiresAt: '2026-11-22T21:05:00.000Z' }

test.each([
  ['verify', mailTexts.verify({ ...verify, ...asked })],
  ['changeEmail', mailTexts.changeEmail({ ...verify, ...asked })],
  [
    'addressTaken by a registration',
    mailTexts.addressTaken({ ...asked, owner: 'wanjiku.k', changesEmail: false, site: 'https://tuma.test' }),
  ],
  [
    'addressTaken by a change',
    mailTexts.addressTaken({ ...asked, owner: 'wanjiku.k', changesEmail: true, site: 'https://tuma.test' }),
  ],
])('%s says when it was asked for, in both languages', (which, mail) => {
  const [english = '', swahili = ''] = mail.text.split('Habari,')
  for (const half of [english, swahili]) {
    if (which.startsWith('addressTaken')) expect(half).toContain('"wanjiku.\u2060k"')
    expect(half).toMatch(/\nhttps:\/\/tuma\.test\/\S+\n/)
  }
  expect(english).toContain('on 22 Nov 2026, 00:05 (Nairobi)')
  expect(swahili).toContain('tarehe 22 Nov 2026, 00:05 (Nairobi)')
})

test('every email with a link has it in both languages', () => {
  const link = { link: 'https://tuma.test/resetpassword/abc', expiresAt: '2026-11-21T21:30:00.000Z' }
  for (const { text } of [mailTexts.reset(link), mailTexts.emailChangeAsked({ site: 'https://tuma.test' })])
    expect(text.split('Habari,').map((half) => half.match(/\nhttps:\/\/tuma\.test\/\S+\n/g)?.length)).toEqual([1, 1])
})

test('an email says until when its link works, in Nairobi’s time', () => {
  const mail = mailTexts.reset({ link: 'https://tuma.test/resetpassword/abc', expiresAt: '2026-11-21T21:30:00.000Z' })
  expect(mail.subject).toBe('Reset your Tuma password')
  expect(mail.text).toContain('\nhttps://tuma.test/resetpassword/abc\n')
  expect(mail.text).toContain('until 22 Nov 2026, 00:30 (Nairobi)')
})
