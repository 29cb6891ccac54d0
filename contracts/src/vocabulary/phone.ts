export const phoneSentence = 'Invalid phone number format. Use: 07xxxxxxxx, 7xxxxxxxx, or 254xxxxxxxxx'
export const mobileSentence = 'Please enter a mobile number that has M-Pesa.'

/**
 * One rule for SMS and for every form: 0 and nine digits, nine digits that start with 7 or 1, or
 * 254 (also +254) and nine digits, whatever stands between the digits. @returns 254… (12 digits) or null
 */
export const normalisePhone = (typed: string): string | null => {
  if (typed.length > 40) return null
  const digits = typed.replace(/\D/g, '')
  if (/^254\d{9}$/.test(digits)) return digits
  if (/^0\d{9}$/.test(digits)) return `254${digits.slice(1)}`
  if (/^[71]\d{8}$/.test(digits)) return `254${digits}`
  return null
}

/** However they are typed; what is no phone is like itself alone. */
export const isSamePhone = (one: string, other: string): boolean =>
  (normalisePhone(one) ?? one) === (normalisePhone(other) ?? other)

/** 254712345678 → 0712345678 */
export const displayPhone = (phone: string): string => phone.replace(/^254(?=\d{9}$)/, '0')

/** 254712345678 → "07** *** 678": what anybody may see. */
export const maskPhone = (phone: string): string => {
  const shown = displayPhone(phone)
  return `${shown.slice(0, 2)}** *** ${shown.slice(-3)}`
}

/** SMS reaches mobiles only; landlines pass the form's rule. */
export const isMobile = (phone: string): boolean => /^254(7\d{8}|1[0-3]\d{7})$/.test(phone)
