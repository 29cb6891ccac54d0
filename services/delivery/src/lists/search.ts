import { normalisePhone, parseTrackingId } from '@tuma/contracts/vocabulary'

const wholeId = 12
const letters = /[a-z]/i

/** The phone that was typed, in any spelling. What has letters is none: a tracking id has digits enough for one. */
export const phoneIn = (typed: string): string | null => (letters.test(typed) ? null : normalisePhone(typed))

/** How the phone begins that is being typed, as it is stored: `0712 3` is `2547123`. Null for what is no number. */
export const phoneBeginning = (typed: string): string | null => {
  if (!/^[+\d\s()-]*\d[\d\s()-]*$/.test(typed)) return null
  const digits = typed.replace(/\D/g, '')
  return digits.startsWith('254') || '254'.startsWith(digits) ? digits : `254${digits.replace(/^0/, '')}`
}

/**
 * How the tracking ids begin that may be meant, none of them the other's beginning: `tm 7k3mq` is `TM-7K3M-Q`, and as T
 * and M are digits too, `TM-TM7K-3MQ`.
 */
export const trackingIdBeginnings = (typed: string): string[] => {
  const plain = typed.replace(/[\s-]/g, '')
  const meant = [plain.replace(/^TM/i, ''), plain].map(beginning).filter((begun) => begun !== null)
  return meant.filter((begun, index) => !meant.slice(0, index).some((other) => begun.startsWith(other)))
}

const beginning = (digits: string): string | null => {
  const trackingId = parseTrackingId(`TM${digits.padEnd(wholeId, '0')}`)
  const hyphens = Math.ceil(digits.length / 4)
  return trackingId?.slice(0, 'TM'.length + hyphens + digits.length) ?? null
}
