export const phoneSentence = 'Invalid phone number format. Use: 07xxxxxxxx, 7xxxxxxxx, or 254xxxxxxxxx'
export const mobileSentence = 'Please enter a mobile number that has M-Pesa.'

/** `+254 (0)722…` of a business card and `00254722…` of an older contact begin like `254722…`. */
const asBegins = (digits: string): string => digits.replace(/^00254/, '254').replace(/^2540/, '254')

/**
 * One rule for SMS and for every form: 0 and nine digits, nine digits that start with 7 or 1, or 254 (also +254, 00254
 * and 254 0) and nine digits, whatever is between the digits. @returns 254… (12 digits) or null
 */
export const normalisePhone = (typed: string): string | null => {
  if (typed.length > 40) return null
  const digits = typed.normalize('NFKC').replace(/\D/g, '')
  if (/^254\d{9}$/.test(digits)) return digits
  if (/^0\d{9}$/.test(digits)) return `254${digits.slice(1)}`
  if (/^[71]\d{8}$/.test(digits)) return `254${digits}`
  const international = asBegins(digits)
  return /^254\d{9}$/.test(international) ? international : null
}

/**
 * What a person typed of a phone, as the stored form begins: `0712 3`, `+254 (0)712 3` and `712 3` are 2547123.
 * @returns digits only; all of them of a whole phone
 */
export const phoneBeginning = (typed: string): string => {
  const whole = normalisePhone(typed)
  if (whole !== null) return whole
  const digits = asBegins(typed.replace(/\D/g, ''))
  return digits.startsWith('254') || '254'.startsWith(digits) ? digits : `254${digits.replace(/^0/, '')}`
}

/** Digits without a letter: a phone or a part of one, with any marks that an address book or a link puts around it. */
export const isPhoneLike = (typed: string): boolean =>
  /\d/.test(typed) && !/\p{L}/u.test(typed.replace(/^\s*(?:tel:|(?:https:\/\/)?wa\.me\/)/i, ''))

/** Compares phones however they are typed; a text that is no phone is only equal to itself. */
export const isSamePhone = (one: string, other: string): boolean =>
  (normalisePhone(one) ?? one) === (normalisePhone(other) ?? other)

/** 254712345678 → 0712345678 */
export const displayPhone = (phone: string): string => phone.replace(/^254(?=\d{9}$)/, '0')

/** 254712345678 → 0712 345 678, which a spreadsheet takes for no number. */
export const spacedPhone = (phone: string): string => displayPhone(phone).replace(/^(\d{4})(\d{3})(\d{3})$/, '$1 $2 $3')

/** 254712345678 → "07** *** 678": the public form. */
export const maskPhone = (phone: string): string => {
  const shown = displayPhone(phone)
  return `${shown.slice(0, 2)}** *** ${shown.slice(-3)}`
}

/** Whether typed digits are a part of a stored phone (254…), as it is stored or as people write it. */
export const isPartOfPhone = (typed: string, phone: string): boolean => {
  const digits = typed.replace(/\D/g, '')
  return phone.includes(digits) || displayPhone(phone).includes(digits) || phone.startsWith(phoneBeginning(typed))
}

/** SMS reaches mobiles only; landlines pass the form's rule. The numbering plan has mobiles at 07 and at all of 01. */
export const isMobile = (phone: string): boolean => /^254[17]\d{8}$/.test(phone)
