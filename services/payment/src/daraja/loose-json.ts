/**
 * Daraja's data is loosely documented and varies more in practice, so each field is read by itself, and null means that
 * it is missing.
 */
export type Loose = Readonly<Record<string, unknown>>

/** From a body as text or already parsed; null where it is not a JSON object. */
export const toLoose = (body: unknown): Loose | null => {
  if (typeof body !== 'string') return isLoose(body) ? body : null
  try {
    const parsed: unknown = JSON.parse(body.replace(/^\ufeff/, ''))
    return isLoose(parsed) ? parsed : null
  } catch {
    return null
  }
}

const isLoose = (value: unknown): value is Loose => typeof value === 'object' && value !== null && !Array.isArray(value)

/** A list as Daraja writes it: a single item may come without brackets. */
export const getList = (value: unknown): Loose[] => (Array.isArray(value) ? value : [value]).filter(isLoose)

const longest = 200

/** A text, or a number as a text; null where it is empty. */
export const textOf = (value: unknown): string | null => {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  if (typeof value !== 'string') return null
  const text = value.replace(/\s+/g, ' ').trim()
  return text === '' || text.length > longest ? null : text
}

/**
 * "5.00", "1,250.00", 13.75 and 5 as whole cents; null for a negative number, for fractions of a cent and for other
 * text.
 */
export const getCents = (value: unknown): number | null => {
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : ''
  const [, shillings, cents = ''] = /^(\d{1,12}|\d{1,3}(?:,\d{3}){1,3})(?:\.(\d{1,2})0*)?$/.exec(text) ?? []
  if (shillings === undefined) return null
  return Number(shillings.replaceAll(',', '')) * 100 + Number(cents.padEnd(2, '0'))
}

/** M-Pesa's receipt code, in capitals. */
export const getReceipt = (value: unknown): string | null => {
  const code = textOf(value)?.toUpperCase() ?? ''
  return /^[A-Z0-9]{8,14}$/.test(code) ? code : null
}

/** How the payer's phone is shown: whole, by both ends, as a hash, or not at all. */
export type ShownPhone = {
  /** Twelve digits, 254…. */
  readonly phone: string | null
  /** Its last digits, where only these are shown. */
  readonly phoneEnd: string | null
  /** SHA-256 of the whole number, in lower-case hexadecimal digits. */
  readonly phoneHash: string | null
}

export const getPhone = (value: unknown): ShownPhone => {
  const text = textOf(value) ?? ''
  const phone = /^\+?(254\d{9})$/.exec(text)?.[1] ?? null
  const phoneEnd = phone?.slice(-3) ?? /^\+?\d{2,6}[ *Xx•]+(\d{2,4})$/.exec(text)?.[1] ?? null
  const phoneHash = /^[0-9a-f]{64}$/i.test(text) ? text.toLowerCase() : null
  return { phone, phoneEnd, phoneHash }
}
