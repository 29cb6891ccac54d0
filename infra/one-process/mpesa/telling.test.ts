import { readC2bConfirmation, readStatusResult, readStkCallback } from '@tuma/payment/daraja'
import { readMessage } from '@tuma/payment/message'
import { describe, expect, test } from 'vitest'
import { openMerchant, prompt } from './merchant.ts'

const about = 'ab'.repeat(16)
const byHand = { phone: '254787654321', name: 'Jane Wanjiku', amount: 1250 }

describe('payments to the till', () => {
  test('are reported once we have registered', async () => {
    const { mpesa, daraja, called } = await openMerchant({ habits: { payerNames: 'all' } })
    await mpesa.handset.payByHand(byHand)
    expect(await called('confirmation')).toEqual([])
    expect(await daraja.register?.()).toEqual({ outcome: 'registered' })

    const { receipt, sms } = (await mpesa.handset.payByHand(byHand)) ?? { receipt: '', sms: '' }
    const [told] = await called('confirmation')
    expect(readC2bConfirmation(told?.body)).toEqual({
      kind: 'till',
      receipt,
      cents: 125_000,
      paidAt: '2026-11-24T12:30:05.000Z',
      shortCode: '555123',
      account: null,
      payerName: 'JANE WANJIKU',
      balanceCents: mpesa.ledger.payment(receipt)?.balanceCents,
      phone: null,
      phoneEnd: '321',
      phoneHash: null,
    })
    expect(readMessage(sms)).toMatchObject({ kind: 'till', code: receipt, amount: 1250, codeDateAgrees: true })
  })
  test('of a paybill name the account', async () => {
    const { mpesa, daraja, called } = await openMerchant({ merchant: { till: null }, settings: { DARAJA_C2B: 'v1' } })
    await daraja.register?.()
    await mpesa.handset.payByHand({ ...byHand, account: 'TMA-1234' })
    const [told] = await called('confirmation')
    expect(readC2bConfirmation(told?.body)).toMatchObject({
      kind: 'paybill',
      account: 'TMA-1234',
      shortCode: '600100',
      phoneHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
  })
  test('may name the store, and no payer', async () => {
    const { mpesa, daraja, called, settings } = await openMerchant({
      habits: { confirmationNames: 'store', payerNames: 'none' },
    })
    await daraja.register?.()
    await mpesa.handset.payByHand(byHand)
    const [told] = await called('confirmation')
    const read = readC2bConfirmation(told?.body)
    expect(read).toMatchObject({ shortCode: '600100', payerName: null })
    expect(settings.ourCodes).toContain(read?.shortCode)
  })
  test('keep their cents', async () => {
    const { mpesa, daraja, called } = await openMerchant()
    await daraja.register?.()
    await mpesa.handset.payByHand({ ...byHand, amount: 13.75 })
    const [told] = await called('confirmation')
    expect(readC2bConfirmation(told?.body)?.cents).toBe(1375)
  })
  test('a prompt is reported twice, under one receipt', async () => {
    const { mpesa, daraja, called } = await openMerchant()
    await daraja.register?.()
    mpesa.script.prompts({ result: '0', confirmation: { times: 2 } })
    await daraja.push(prompt)
    const callback = readStkCallback((await called('prompt'))[0]?.body)
    const told = (await called('confirmation')).map(({ body }) => readC2bConfirmation(body)?.receipt)
    if (callback?.kind !== 'paid') throw new Error('It is paid.')
    expect(told).toEqual([callback.receipt, callback.receipt])
  })
  test('registering succeeds once; an absent M-Pesa and a repeated registration get different outcomes', async () => {
    const { mpesa, daraja } = await openMerchant()
    mpesa.script.next('register', 'unavailable')
    expect(await daraja.register?.()).toEqual({ outcome: 'away' })
    expect(await daraja.register?.()).toEqual({ outcome: 'registered' })
    expect(await daraja.register?.()).toEqual({ outcome: 'refused', code: '500.003.1001', already: true })
  })
})

describe('a question about a receipt', () => {
  const answerTo = async (
    { daraja, called }: Awaited<ReturnType<typeof openMerchant>>,
    receipt: string,
    kind: 'status' | 'status-late' = 'status',
  ) => {
    expect(await daraja.status?.({ receipt, about })).toMatchObject({ outcome: 'requested' })
    const [answer] = await called(kind)
    expect(answer?.callback ?? { kind, about }).toEqual({ kind, about })
    return answer ? readStatusResult(answer.body) : null
  }
  test('is answered at its own address', async () => {
    const merchant = await openMerchant()
    const { receipt } = (await merchant.mpesa.handset.payByHand(byHand)) ?? { receipt: '' }
    expect(await answerTo(merchant, receipt)).toMatchObject({
      kind: 'transaction',
      state: 'completed',
      receipt,
      cents: 125_000,
      creditedTo: '600100',
      payerName: 'JANE WANJIKU',
      phone: byHand.phone,
      finishedAt: '2026-11-24T12:30:05.000Z',
    })
  })
  test('with repeated keys in its answer', async () => {
    const merchant = await openMerchant({ habits: { statusRepeatsKeys: true } })
    const { receipt } = (await merchant.mpesa.handset.payByHand(byHand)) ?? { receipt: '' }
    expect(await answerTo(merchant, receipt)).toMatchObject({ payerName: 'JANE WANJIKU', creditedTo: null })
  })
  test('about an invented receipt', async () => {
    expect(await answerTo(await openMerchant(), 'UKO0000000')).toMatchObject({ kind: 'no_such_transaction' })
  })
  test('with another password says nothing about the payment', async () => {
    const merchant = await openMerchant({ settings: { DARAJA_INITIATOR_PASSWORD: 'another' } })
    expect(await answerTo(merchant, 'UKO0000000')).toMatchObject({ kind: 'no_answer', code: '2001' })
  })
  test('may be reported as given up first, and still be answered', async () => {
    const merchant = await openMerchant({ habits: { statusTelling: 'late_first' } })
    const { receipt } = (await merchant.mpesa.handset.payByHand(byHand)) ?? { receipt: '' }
    expect(await answerTo(merchant, receipt, 'status-late')).toMatchObject({ kind: 'no_answer' })
    expect(await merchant.called('status')).toEqual([])
    await merchant.mpesa.callbackSender.deliverHeld()
    const [answer] = await merchant.called('status')
    expect(readStatusResult(answer?.body)).toMatchObject({ kind: 'transaction', receipt })
  })
  test('may stay without an answer', async () => {
    expect(await answerTo(await openMerchant({ habits: { statusTelling: 'never' } }), 'UKO0000000')).toBeNull()
  })
  test.each([true, false])('about a reversed payment: it shows there, or does not (%s)', async (reversalsShow) => {
    const merchant = await openMerchant({ habits: { reversalsShow } })
    const { receipt } = (await merchant.mpesa.handset.payByHand(byHand)) ?? { receipt: '' }
    const reversal = merchant.mpesa.handset.reverse(receipt)
    expect(await answerTo(merchant, receipt)).toMatchObject({ state: reversalsShow ? 'reversed' : 'completed' })
    expect(readMessage(reversal.sms)).toEqual({ refused: 'reversed' })
  })
  test.each(['html', 'cut', 'hang', 'unavailable', 'spike'] as const)(
    'that Daraja does not take: %s',
    async (fault) => {
      const { mpesa, daraja } = await openMerchant(fault === 'hang' ? { patienceMs: 50 } : {})
      mpesa.script.next('status', fault)
      expect(await daraja.status?.({ receipt: 'UKO0000000', about })).toEqual({ outcome: 'away' })
    },
  )
})

/** Cells are separated by commas, except inside quotes. */
const getCells = (line: string): string[] =>
  [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)]
    .map(([, cell = '']) => cell.replace(/^"|"$/g, '').replaceAll('""', '"'))
    .slice(0, 13)
const getCents = (text: string | undefined) => Math.round(Number((text ?? '').replaceAll(',', '')) * 100)

test('the statement, the callbacks, the confirmations and the answers report the same money', async () => {
  const { mpesa, daraja, called, later } = await openMerchant()
  await daraja.register?.()
  mpesa.script.prompts({ amount: 350, result: '0' })
  mpesa.script.prompts({ amount: 351, result: '1032' })
  mpesa.script.prompts({ amount: 2500, result: '0', callback: { when: 'never' } })
  for (const [amount, phone] of [
    [350, '254712345671'],
    [351, '254712345672'],
    [2500, '254712345673'],
  ] as const) {
    await daraja.push({ ...prompt, amount, phone })
    later(30)
  }
  const { receipt = '' } = (await mpesa.handset.payByHand(byHand)) ?? {}
  later(30)
  mpesa.ledger.settle(1000_00)
  mpesa.handset.reverse(receipt)

  const [header = '', ...lines] = mpesa.statement().trimEnd().split('\r\n').slice(6)
  const names = getCells(header)
  const rows = lines.map((line) => Object.fromEntries(getCells(line).map((cell, at) => [names[at], cell])))
  expect(rows.map((row) => row['Reason Type'])).toEqual([
    'Transaction Reversal',
    'Organization Settlement',
    'Pay merchant Charge',
    'Customer Merchant Payment',
    'Pay merchant Charge',
    'Customer Buy Goods Online',
    'Pay merchant Charge',
    'Customer Buy Goods Online',
  ])
  // From the oldest row on, each balance is the one before plus what moved.
  let balance = 0
  for (const row of rows.toReversed()) {
    balance += getCents(row['Paid In'] || row.Withdrawn)
    expect(getCents(row.Balance)).toBe(balance)
  }
  expect(balance).toBe(mpesa.ledger.balanceCents())
  expect(rows.find((row) => row.Withdrawn === '-13.75')).toBeDefined()

  const paidIn = rows
    .filter((row) => row['Paid In'] !== '')
    .map((row) => [row['Receipt No.'], getCents(row['Paid In'])])
  const confirmed = (await called('confirmation')).map(({ body }) => readC2bConfirmation(body))
  expect(confirmed.map((one) => [one?.receipt, one?.cents]).reverse()).toEqual(paidIn)
  const callbacks = (await called('prompt')).map(({ body }) => readStkCallback(body))
  expect(callbacks).toMatchObject([
    { kind: 'paid', receipt: paidIn.at(-1)?.[0], cents: 35_000 },
    { reason: 'cancelled' },
  ])
  for (const [paid, cents] of paidIn) {
    await daraja.status?.({ receipt: String(paid), about })
    const answer = (await called('status')).at(-1)
    expect(readStatusResult(answer?.body)).toMatchObject({ receipt: paid, cents })
  }
})
