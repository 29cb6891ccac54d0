const receiptIn = /\b[A-Z0-9]{10}\b/

/**
 * The receipt that a reversal takes back, from its own column or its words.
 * @returns null where neither has one
 */
export const linkedTo = (linked: string, details: string): string | null => {
  const code = linked.toUpperCase()
  if (/^[A-Z0-9]{8,14}$/.test(code)) return code
  const [, said] = /\brevers\w*\b.*?\bof\s+(.+)$/i.exec(details) ?? []
  return receiptIn.exec(said?.toUpperCase() ?? '')?.[0] ?? null
}

type RowPayer = {
  readonly payerName: string | null
  /** The last three digits of the phone, which every row shows. */
  readonly phoneEnd: string | null
}

/**
 * The payer: what follows "from" in Details, `2547****126 - NAME` or the phone alone. The column Other Party is not
 * used, because a till's own statement has the till there. A number of five to seven digits is a till or a paybill and
 * no phone.
 */
export const payerIn = (details: string): RowPayer => {
  const text = details.replaceAll(/\s+/g, ' ').trim()
  const from = /\bfrom (.+)$/i.exec(text)?.[1]?.replace(/\s*\bAcc(?:\.|\s|$).*$/i, '') ?? ''
  const [, number = '', name = ''] = /^([+\d][\d*x\s]*\d)(?:\s*-(.+))?$/i.exec(from.trim()) ?? []
  const end = isPhone(number) ? (/(\d{3})$/.exec(number)?.[1] ?? null) : null
  return { payerName: name.trim() || null, phoneEnd: end }
}

const isPhone = (number: string): boolean => /[*x]/i.test(number) || number.replaceAll(/\D/g, '').length >= 9
