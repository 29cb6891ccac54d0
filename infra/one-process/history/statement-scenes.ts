import type { Mpesa } from '@tuma/mpesa'
import { done, type Stage, until } from './stage.ts'

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

/** One statement of the till is taken over, and some of its differences are explained. Another says a later time of a reversal. A third one is read only. */
export const statementScene = async ({ signedIn }: Stage, mpesa: Mpesa): Promise<void> => {
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
    await until('a statement that is taken over', async () => (await state()) === 'applied')
  }
  await takeOver(withUnknownRows(statement, at))
  await takeOver(withLaterReversals(statement))

  for (const tab of ['unclaimed', 'unclear']) {
    const [found]: { _id: string }[] = await until(`a difference that is ${tab}`, async () => {
      const rows = await done(admin.get(`/api/admin/differences?tab=${tab}&limit=100`))
      return rows.length > 0 ? rows : null
    })
    await done(admin.post(`/api/admin/differences/${found?._id}/explain`, { reason: 'The shop next door' }))
  }
  mpesa.ledger.settle(50_000)
  await upload(mpesa.statement())
}
