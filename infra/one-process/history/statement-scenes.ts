import type { Mpesa } from '@tuma/mpesa'
import { done, type Stage, until } from './stage.ts'

/** Adds two rows of an unknown kind above the others. @param at a time as the till writes it */
const withUnknownRows = (statement: string, at: string): string => {
  const lines = statement.split('\r\n')
  const head = lines.findIndex((line) => line.startsWith('Receipt No.'))
  const row = (receipt: string) => `${receipt},${at},${at},A kind that nobody has seen,Completed,,-100.00,,true,,,,`
  return lines.toSpliced(head + 1, 0, row('UKRUNKNOWN'), row('UKRUNCLEAR')).join('\r\n')
}

/** One statement of the till is taken over, and some of its differences are explained. A second one is read only. */
export const statementScene = async ({ signedIn }: Stage, mpesa: Mpesa): Promise<void> => {
  const admin = await signedIn('admin')
  const address = '/api/admin/statements'
  const upload = (file: string): Promise<{ _id: string }> =>
    done(admin.ask('POST', address, file, { headers: { 'content-type': 'text/csv' } }))
  mpesa.ledger.settle(100_000)
  const statement = mpesa.statement()
  const [, at = ''] = /^\w{10},([^,]+),/m.exec(statement) ?? []
  const { _id } = await upload(withUnknownRows(statement, at))
  await done(admin.post(`${address}/${_id}/commit`, {}))
  const state = async () => (await done(admin.get(`${address}/${_id}/findings`))).state
  await until('a statement that is taken over', async () => (await state()) === 'applied')

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
