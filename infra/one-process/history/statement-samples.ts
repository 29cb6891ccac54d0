import type { Mpesa } from '@tuma/mpesa'
import type { Visitor } from '../api/visitor.ts'
import { done, type SampleContext, until } from './sample-context.ts'

/** Adds two rows of an unknown kind above the others. @param at a time as the till writes it */
const withUnknownRows = (statement: string, at: string): string => {
  const lines = statement.split('\r\n')
  const head = lines.findIndex((line) => line.startsWith('Receipt No.'))
  const row = (receipt: string) => `${receipt},${at},${at},A kind that nobody has seen,Completed,,-100.00,,true,,,,`
  return lines.toSpliced(head + 1, 0, row('UKRUNKNOWN'), row('UKRUNCLEAR')).join('\r\n')
}

/** The same file, in which reversals were completed a second later. */
const withLaterReversals = (statement: string): string =>
  statement.replaceAll(/^(\w{10}),([^,]+:)(\d\d),(?=[^\r\n]*Transaction Reversal)/gm, (_, receipt, minute, second) => {
    const later = `${(Number(second) + 1) % 60}`.padStart(2, '0')
    return `${receipt},${minute}${later},`
  })

/**
 * One statement of the till is imported, and some of its differences are explained. Another gives a reversal a later
 * time. A third one is read only.
 */
export const createStatementSamples = async ({ signedIn }: SampleContext, mpesa: Mpesa): Promise<void> => {
  const admin = await signedIn('admin')
  const address = '/api/admin/statements'
  const upload = (file: string): Promise<{ _id: string }> =>
    done(admin.ask('POST', address, file, { headers: { 'content-type': 'text/csv' } }))
  mpesa.ledger.settle(100_000)
  const statement = mpesa.statement()
  const [, at = ''] = /^\w{10},([^,]+),/m.exec(statement) ?? []
  const takeOver = async (file: string) => {
    const { _id } = await upload(file)
    await done(admin.post(`${address}/${_id}/commit`, {}))
    const state = async () => (await done(admin.get(`${address}/${_id}/findings`))).state
    const applied = async () => (await state()) === 'applied'
    await until('a statement that is taken over', applied)
    return { id: _id, applied }
  }
  const unknown = await takeOver(withUnknownRows(statement, at))
  await takeOver(withLaterReversals(statement))

  for (const tab of ['unclaimed', 'unclear']) {
    const [found]: { _id: string }[] = await until(`a difference that is ${tab}`, async () => {
      const rows = await done(admin.get(`/api/admin/differences?tab=${tab}&limit=100`))
      return rows.length > 0 ? rows : null
    })
    await done(admin.post(`/api/admin/differences/${found?._id}/explain`, { reason: 'The shop next door' }))
  }
  await treatAndUndoKind(admin, unknown)
  await readAgainAsPayment(admin, at)
  mpesa.ledger.settle(50_000)
  await upload(mpesa.statement())
}

type Imported = { readonly id: string; readonly applied: () => Promise<boolean> }

/** The row that is still unclear is booked as an admin says, and then removed from the books again. */
const treatAndUndoKind = async (admin: Visitor, { id, applied }: Imported): Promise<void> => {
  const kinds = '/api/admin/statements/kinds'
  const open = async () => (await done(admin.get(kinds))).find(({ open }: { open: number }) => open === 1)
  const { name, direction } = await until('a kind of one unclear row', open)
  const { _id } = await done(admin.post(kinds, { name, direction, as: 'charge' }))
  await done(admin.post(`/api/admin/statements/${id}/commit`, {}))
  await until('a statement that is imported again', applied)
  await done(admin.post(`${kinds}/${_id}/undo`, {}))
  await until('a row that is unclear again', open)
  await done(admin.post(kinds, { name, direction, as: 'charge' }))
}

/** One layout does not say what a row is, and another says that it is a customer's payment. */
const readAgainAsPayment = async (admin: Visitor, at: string): Promise<void> => {
  const head = 'Receipt No.,Completion Time,Details,Transaction Status,Paid In,Withdrawn'
  const row = `UKRSEENTWO,${at},A gift from 254711***222 - WANJIKU,Completed,50.00,`
  for (const file of [`${head}\n${row}`, `${head},Transaction Type\n${row},Customer Merchant Payment`]) {
    const headers = { 'content-type': 'text/csv' }
    const { _id } = await done(admin.ask('POST', '/api/admin/statements', file, { headers }))
    await done(admin.post(`/api/admin/statements/${_id}/commit`, { isOurs: true }))
    await until('a statement of one row that is taken over', async () => {
      const { state } = await done(admin.get(`/api/admin/statements/${_id}/findings`))
      return state === 'applied'
    })
  }
}
