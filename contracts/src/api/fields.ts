import * as z from 'zod/mini'
import {
  formatKsh,
  hasExactlyTwoNames,
  hasTwoNames,
  hiddenSign,
  isInKenya,
  isMobile,
  maxLatitude,
  maxLongitude,
  maxShillings,
  maxTextWithId,
  minLatitude,
  minLongitude,
  mixesAlphabets,
  mobileSentence,
  normalisePhone,
  outsideSentence,
  type Position,
  phoneSentence,
  type RefusalCode,
  refusals,
  signAt,
  trackingIdsIn,
  twoIdsSentence,
} from '../vocabulary/index.ts'

/** Fields that several calls share. Forms show these sentences, and the server answers with them. */

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what is refused
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u2028\u2029]/
// biome-ignore lint/suspicious/noControlCharactersInRegex: a line of text holds no line breaks either
const controlOrBreak = /[\u0000-\u001f\u007f\u2028\u2029]/

/** Why one of several requested items was not created. */
export const refusalCode = z.enum(Object.keys(refusals) as [RefusalCode, ...RefusalCode[]])

/** The sentence names the first character that cannot be used and its place, because people cannot see it. */
const without = (sign: RegExp, label: string) =>
  z.check<string>(({ value, issues }) => {
    const found = signAt(value, sign)
    if (found === null) return
    issues.push({ code: 'custom', input: value, message: `${label} has ${found}. Please delete it.` })
  })

/** A trimmed line of text that must not be empty. */
export const line = (label: string, max = 100) =>
  z
    .string(`${label} is required.`)
    .check(
      z.trim(),
      z.minLength(1, `${label} is required.`),
      z.maxLength(max, `${label} is too long (at most ${max} characters).`),
      without(controlOrBreak, label),
    )

/** Several lines of text that must not be empty. */
export const paragraph = (label: string, max = 1000) =>
  z
    .string(`${label} is required.`)
    .check(
      z.trim(),
      z.minLength(1, `${label} is required.`),
      z.maxLength(max, `${label} is too long (at most ${max} characters).`),
      without(control, label),
    )

/** A person's name as others read it: without invisible marks, and with letters of one alphabet in each word. */
export const name = (label: string) =>
  line(label).check(
    without(hiddenSign, label),
    z.refine((text) => !mixesAlphabets(text), `${label}: use one alphabet in each word.`),
  )

/** At least two names: senders, receivers and names in a profile. */
export const personName = (label: string) => name(label).check(z.refine(hasTwoNames, refusals.names_incomplete.message))

/** Exactly two names: registration. */
export const fullName = name('Full name').check(
  z.refine(hasExactlyTwoNames, 'Please enter both your first and last name.'),
)

/** As typed; `normalisePhone` gives the stored form. */
export const phone = (label: string) =>
  line(label, 40).check(z.refine((typed) => normalisePhone(typed) !== null, phoneSentence))

/** A phone that M-Pesa can send money to: no landline. */
export const mobile = (label: string) =>
  phone(label).check(z.refine((typed) => isMobile(normalisePhone(typed) ?? ''), mobileSentence))

/** The current password of an account: the only rule is that it is not empty. */
export const ownPassword = z
  .string('Password is required.')
  .check(z.minLength(1, 'Password is required.'), z.maxLength(200, 'Password is too long (at most 200 characters).'))

/** Invisible marks and letters of other widths would make many addresses of one letter box. */
const asOneWritesIt = z.overwrite((typed: string) => typed.normalize('NFKC').replace(/\p{Cf}/gu, ''))

/** As typed, in its one normal form. */
export const typedEmail = line('Email', 254).check(asOneWritesIt)

/** Printable ASCII before the @, without characters that have a meaning in mail headers. */
export const email = typedEmail.check(
  z.maxLength(254, 'Email is too long (at most 254 characters).'),
  z.regex(
    /^[\w!#$%&'*+\-./=?^`{|}~]+@[\p{L}\p{N}\p{M}-]+(\.[\p{L}\p{N}\p{M}-]+)+$/u,
    'Please enter a valid email address.',
  ),
)

/** Safe in URLs, because usernames are part of paths. */
export const username = line('Username', 40).check(
  z.regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/, 'A username has letters, digits, dots, hyphens and underscores only.'),
)

export const password = z
  .string('Password is required.')
  .check(z.minLength(6, 'Minimum 6 characters'), z.maxLength(200, 'Password is too long (at most 200 characters).'))

/** `PAY-` and six digits, made by the browser. */
export const paymentReference = line('Payment reference', 10).check(
  z.regex(/^PAY-\d{6}$/, 'The payment reference is not valid.'),
)

export const shillings = (label: string) =>
  z
    .int(`${label} must be a whole number of shillings.`)
    .check(
      z.minimum(0, `${label} can't be less than 0.`),
      z.maximum(maxShillings, `${label} is too much (at most ${formatKsh(maxShillings)}).`),
    )

/**
 * A number from a form field; the schema or the form behind it checks the range. A text of 1 to 7 digits is a number,
 * an empty text and null are absent, and any other text reads as NaN.
 */
export const formNumber = (label: string) =>
  z.pipe(
    z.optional(z.union([z.number(), z.string(), z.null()], `${label} must be a whole number of shillings.`)),
    z.transform((typed) => {
      const text = typeof typed === 'string' ? typed.trim() : typed
      if (text === '' || text === null) return undefined
      return typeof text !== 'string' ? text : /^\d{1,7}$/.test(text) ? Number(text) : Number.NaN
    }),
  )

/** The id of a record in a path. */
export const id = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/, 'The id is not valid.'))
export const shop = { location: z.optional(z.string()), address: z.optional(z.string()) }

const limitSentence = 'Limit must be a whole number from 1 to 500.'

/** Newest first, at most 500 rows unless `limit`; `cursor` is the `x-next-cursor` of the page before. */
export const paging = {
  limit: z.optional(
    z.coerce
      .number(limitSentence)
      .check(z.multipleOf(1, limitSentence), z.minimum(1, limitSentence), z.maximum(500, limitSentence)),
  ),
  cursor: z.optional(z.string().check(z.maxLength(500))),
}

const noTwoIds = z.refine<string>((typed) => trackingIdsIn(typed).length < 2, twoIdsSentence)

/** A tracking id as people type or paste it, also in a sentence or a link. */
export const typedId = z.string().check(z.maxLength(maxTextWithId), noTwoIds)
/** The text that a list is searched for. */
export const search = z.string().check(z.trim(), z.maxLength(maxTextWithId), noTwoIds)
const daySentence = 'Please give the date as YYYY-MM-DD.'
export const day = z.string(daySentence).check(z.regex(/^\d{4}-\d{2}-\d{2}$/, daySentence))

/** A day that exists in the calendar. */
export const calendarDay = day.check(
  z.refine((typed) => {
    const date = new Date(`${typed}T00:00:00Z`)
    return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(typed)
  }, daySentence),
)

/** Of a position, in degrees. */
export const degrees = {
  lat: z
    .number('Latitude is required.')
    .check(z.minimum(minLatitude, outsideSentence), z.maximum(maxLatitude, outsideSentence)),
  lng: z
    .number('Longitude is required.')
    .check(z.minimum(minLongitude, outsideSentence), z.maximum(maxLongitude, outsideSentence)),
}
/** The ocean is within the range of both. */
export const onLand = z.refine<Position>(isInKenya, { error: outsideSentence, path: ['lat'] })

export const messageAnswer = z.object({ message: z.string() })
