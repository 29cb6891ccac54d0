import { calendarDay, dayHours, shopDescription } from '@tuma/contracts/api'
import { type AboutShop, maxClosedDays } from '@tuma/contracts/vocabulary'
import * as z from '@tuma/kit/schema'

/** A typed day. A day without times is closed; a week without any times means unknown hours. */
const typedDay = z.object({ opens: z.string(), closes: z.string() }).check(
  z.refine((day) => isFree(day) || day.opens < day.closes, {
    message: 'It must close after it opens.',
    path: ['closes'],
  }),
)
type TypedDay = z.infer<typeof typedDay>
const isFree = ({ opens, closes }: TypedDay): boolean => opens === '' && closes === ''

const splitDays = (typed: string): string[] => typed.split(/[\s,]+/).filter(Boolean)
/** One field for all days, so its error names what is wrong with any of them. */
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

export const typedShop = z.object({
  landmark: optionalLandmark,
  days: z.array(typedDay),
  /** "2026-12-25, 2026-12-26" */
  closedDays: typedDays,
  closedToday: z.boolean(),
})

export const toTyped = (about: AboutShop | undefined) => ({
  landmark: about?.landmark ?? '',
  days: weekdays.map((_, index) => ({ ...(about?.hours?.[index] ?? { opens: '', closes: '' }) })),
  closedDays: about?.closedDays.join(', ') ?? '',
  closedToday: about?.closedToday ?? false,
})

/** The form as input of the API call. */
export const describedBy = ({ days, closedDays, ...others }: z.output<typeof typedShop>) => ({
  ...others,
  closedDays: splitDays(closedDays),
  hours: days.every(isFree) ? null : days.map((day) => (isFree(day) ? null : z.parse(dayHours, day))),
})

/** Monday first, named as the keys of the text catalogue. */
export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const

/** Copies the hours of Monday to Tuesday, Wednesday, Thursday and Friday. */
export const likeMonday = (days: readonly TypedDay[]): TypedDay[] =>
  days.map((day, index) => (index < 5 ? { ...(days[0] ?? day) } : day))
