import type { EatDay } from '@tuma/contracts/vocabulary'
import type { View } from '@tuma/platform/domain'
import type { SaleEvent } from './sale.ts'

export type Figures = {
  readonly doorstepRevenue: number
  readonly parcelDukaniRevenue: number
  readonly doorstepDeliveries: number
  readonly parcelDukaniDeliveries: number
}
export type DayRow = Figures & { readonly day: EatDay }

export const noFigures: Figures = {
  doorstepRevenue: 0,
  parcelDukaniRevenue: 0,
  doorstepDeliveries: 0,
  parcelDukaniDeliveries: 0,
}
export const quietDay = (day: EatDay): DayRow => ({ day, ...noFigures })

/** Adds one delivery or fee to the figures, or takes that of a cancelled parcel back. */
export const counted = <Row extends Figures>(before: Row, event: SaleEvent): Row => {
  if (!isCounted(event)) return before
  const { type, data } = event
  const [figure, one] =
    'fee' in data
      ? ([`${data.deliveryType}Revenue`, data.fee] as const)
      : ([`${data.deliveryType}Deliveries`, 1] as const)
  const more = type === 'CountTakenBack' || type === 'FeeTakenBack' ? -one : one
  return { ...before, [figure]: before[figure] + more }
}

/** Whether the event changes the figures; all other events concern the books alone. */
export const isCounted = <Event extends SaleEvent>(event: Event): event is Extract<Event, { type: Figure }> =>
  (figures as readonly string[]).includes(event.type)

const figures = ['DeliveryCounted', 'CountTakenBack', 'FeeTaken', 'FeeTakenBack'] as const
type Figure = (typeof figures)[number]

export const daysView: View<SaleEvent, DayRow> = {
  whenDamaged: 'refuses',
  collection: {
    name: 'days-v1',
    shape: {
      day: 'text',
      doorstepRevenue: 'number',
      parcelDukaniRevenue: 'number',
      doorstepDeliveries: 'number',
      parcelDukaniDeliveries: 'number',
    },
    fields: { day: 'text' },
    indexes: [],
    unlisted: true,
    sortBy: 'day',
  },
  getIds: (event) => (isCounted(event) ? [event.data.day] : []),
  project: (row, event, day) => counted(row ?? quietDay(day), event),
}
