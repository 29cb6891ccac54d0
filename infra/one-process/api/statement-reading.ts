import type { Visitor } from './visitor.ts'

/** The findings of a file, or why it is refused. */
export type StatementReading = (
  lines: readonly string[],
  options?: { readonly eol?: string },
  // biome-ignore lint/suspicious/noExplicitAny: findings are compared as the API answers them
) => Promise<any>

/**
 * Sends files as an admin. `{CODE}`, `{CODE2}` … in their lines become receipts that no other file has; `{code}` is the
 * first of them in small letters.
 */
export const openStatementReading = (admin: Visitor): StatementReading => {
  let receipts = 36 ** 5
  const openCodes = () => {
    const codes = new Map<string, string>()
    return (word: string): string => {
      const known = codes.get(word)
      if (known) return known
      receipts += 1
      const code = `UKQ${receipts.toString(36).toUpperCase().padStart(7, '0')}`
      codes.set(word, code)
      return code
    }
  }
  return async (lines, { eol = '\n' } = {}) => {
    const getCode = openCodes()
    const filled = (line: string) =>
      line.replaceAll(/\{CODE\d?\}/g, getCode).replaceAll('{code}', () => getCode('{CODE}').toLowerCase())
    const headers = { 'content-type': 'text/csv' }
    const file = lines.map(filled).join(eol)
    const { status, body } = await admin.ask('POST', '/api/admin/statements', file, { headers })
    if (status !== 200) return { refused: body.code, row: body.row }
    return (await admin.get(`/api/admin/statements/${body._id}/findings`)).body
  }
}
