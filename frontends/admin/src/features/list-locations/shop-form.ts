import { calendarDay, dayHours, shopDescription, shopPhone } from '@tuma/contracts/api'
import { type AboutShop, maxClosedDays, outsideSentence, readPosition, spacedPhone } from '@tuma/contracts/vocabulary'
import * as z from '@tuma/kit/schema'

/** The form's values: a day without times is closed, and a week without any times shows no hours. */
const typedDay = z.object({ opens: z.string(), closes: z.string() }).check(
  z.refine((day) => isFree(day) || day.opens < day.closes, {
    message: 'It must close after it opens.',
    path: ['closes'],
  }),
)
type TypedDay = z.infer<typeof typedDay>
const isFree = ({ opens, closes }: TypedDay): boolean => opens === '' && closes === ''

const splitDays = (typed: string): string[] => typed.split(/[\s,]+/).filter(Boolean)
/** One field for all days: an error names the wrong one. */
const typedDays = z.string().check(
  z.refine((typed) => splitDays(typed).length <= maxClosedDays, `At most ${maxClosedDays} closed days.`),
  z.refine(
    (typed) => splitDays(typed).every((day) => z.safeParse(calendarDay, day).success),
    'Please give the date as YYYY-MM-DD.',
  ),
)
const optionalLandmark = z.pipe(
  z.string(),
  z.pipe(
    z.transform((typed: string) => typed.trim() || null),
    shopDescription.shape.landmark,
  ),
)

const optionalPhone = z.pipe(
  z.string(),
  z.pipe(
    z.transform((typed: string) => typed.trim() || null),
    shopPhone,
  ),
)
/** A link of a map, or latitude and longitude; empty leaves the position as it is. */
const typedPosition = z.string().check(
  z.check<string>(({ value, issues }) => {
    const { state } = readPosition(value)
    if (value.trim() === '' || state === 'read') return
    issues.push({ code: 'custom', input: value, message: notRead[state] })
  }),
)
const notRead = {
  outside: outsideSentence,
  shortLink: 'A short link has no position. Open it, and copy the long link.',
  none: 'There is no position in this. Copy a link from a map.',
}

export const typedShop = z.object({
  landmark: optionalLandmark,
  phone: optionalPhone,
  position: typedPosition,
  days: z.array(typedDay),
  /** "2026-12-25, 2026-12-26" */
  closedDays: typedDays,
  closedToday: z.boolean(),
})

export const toTyped = (about: AboutShop | undefined) => ({
  landmark: about?.landmark ?? '',
  phone: about?.phone ? spacedPhone(about.phone) : '',
  position: '',
  days: weekdays.map((_, index) => ({ ...(about?.hours?.[index] ?? { opens: '', closes: '' }) })),
  closedDays: about?.closedDays.join(', ') ?? '',
  closedToday: about?.closedToday ?? false,
})

/** The input of the call. */
export const describedBy = ({ days, closedDays, position: _, ...others }: z.output<typeof typedShop>) => ({
  ...others,
  closedDays: splitDays(closedDays),
  hours: days.every(isFree) ? null : days.map((day) => (isFree(day) ? null : z.parse(dayHours, day))),
})

/** Monday first, like the keys of the catalogue. */
export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const

/** Copies Monday's hours to Tuesday to Friday, if only Monday has hours. */
export const likeMonday = (days: readonly TypedDay[]): TypedDay[] =>
  days.map((day, index) => (index < 5 ? { ...(days[0] ?? day) } : day))

/** The position to set; null where none was typed. */
export const positionIn = ({ position }: z.output<typeof typedShop>) => {
  const read = readPosition(position)
  return read.state === 'read' ? read.position : null
}
