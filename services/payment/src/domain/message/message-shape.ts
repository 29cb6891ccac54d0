/** Words of M-Pesa, its apps and banks: a shape may hold no others. None is a name; lower case. */
const listed = `
  a access account acc acct agent airtime airtel amount an and app at available balance bank been biashara bought business buy by
  cash charged charges charge code complete completed confirmed congratulations cost credited customer daily date day dear debited
  deposit dial direct due failed fee float for from fuliza funds give goods gone has have id imelipwa imethibitishwa imetumwa in is
  jipya jumla kiasi kutoka kwa lako limit lipa loan m malipo merchant message money mpesa my mysafaricom new ni no number of on
  oneapp online outstanding paid partially pay paybill payment pesa pm pochi received receipt ref reference reversed saa safaricom
  salio savings sent service shillings store successful successfully tarehe the till time to today total transact transaction
  transferred transfer txn tid umelipa umepokea umetuma via was wallet withdraw within you your ksh kes am be not
`
const words: ReadonlySet<string> = new Set(listed.split(/\s+/).filter(Boolean))

const maxShapeLength = 200
const minWords = 3
/**
 * These signs separate words: without them "1’350" would be one number, and two words would be one that is not listed.
 */
const otherSigns = /[^\p{L}\p{M}\p{N}.,:;/()*#&+_\s-]+/gu
const token = /[\p{L}\p{M}]*\p{N}[\p{L}\p{M}\p{N}]*|[\p{L}\p{M}]+|[.,:;/()*#&+-]|_+|\s+/gu

/**
 * The form of a message without personal data: digits are "0", every word outside the list above is "_", and other
 * signs are blanks. At most 200 characters; null with fewer than three words of M-Pesa's.
 */
export const getShape = (text: string): string | null => {
  const parts = [...text.replaceAll(otherSigns, ' ').matchAll(token)].map(([part]) => blanked(part))
  const known = parts.filter((part) => words.has(part)).length
  const shape = parts
    .join('')
    .replace(/_(?:[ .,]*_)+/g, '_')
    .replace(/ +/g, ' ')
    .trim()
  if (known < minWords || !/\p{N}/u.test(text)) return null
  return shape.length <= maxShapeLength
    ? shape
    : shape
        .slice(0, maxShapeLength)
        .replace(/[a-z]*$/, '')
        .trim()
}

const blanked = (part: string): string => {
  if (/^\s/.test(part)) return ' '
  if (/^_/.test(part)) return '_'
  if (/^\p{N}+$/u.test(part)) return '0'
  if (!/^[\p{L}\p{M}\p{N}]/u.test(part)) return part
  const word = part.toLowerCase()
  if (words.has(word)) return word
  const [, before = ''] = /^([a-z]+)[0-9]+$/.exec(word) ?? []
  return words.has(before) ? `${before}0` : '_'
}
