import './parcels.css'
import { type DeliveryStatus, stagesSoFar, stepsAhead, type Told } from '@tuma/contracts/vocabulary'
import { useText } from '@tuma/kit/runtime'
import { DateTime } from '@tuma/kit/ui'
import { journeyTexts } from './journey-texts.ts'

/** As the API answers them. */
type Moment = { readonly status: DeliveryStatus; readonly at: string; readonly leg?: 'back' | undefined }
/** What else became of it, in words; `at` is null if the time is unknown. */
export type Mark = { readonly word: string; readonly note?: string; readonly at: string | null }

type Props = {
  label: string
  /** Oldest first. */
  history: readonly Moment[]
  /** What an area calls a status on the way out, where it has a word of its own. */
  statusWord?: ((status: DeliveryStatus) => string) | undefined
  marks?: readonly Mark[]
  parcel: Told
}

/** The way of a parcel from its beginning to its end: what happened and when (Nairobi's time), where it is now, what is still to come. */
export function Timeline({ label, history, statusWord, marks = [], parcel }: Props) {
  const journey = useText(journeyTexts)
  const stages = stagesSoFar(parcel, history)
  const stops = history.map((moment, index) => {
    const ofArea = moment.leg === 'back' ? undefined : statusWord?.(moment.status)
    return { ...moment, word: ofArea ?? journey(`stage.${stages[index] ?? 'booked'}`), note: '' }
  })
  const all = [...stops, ...marks].toSorted((one, other) => getOrder(one).localeCompare(getOrder(other)))
  return (
    <ol className="parcel-timeline" aria-label={label}>
      {all.map((stop, index) => (
        <li
          key={`${stop.word} ${stop.at}`}
          className="parcel-stop"
          aria-current={index === all.length - 1 ? 'step' : undefined}
          data-status={'status' in stop ? stop.status : 'held'}
        >
          <span className="parcel-stop-name">{stop.word}</span>
          {stop.note ? <span className="parcel-stop-note">{stop.note}</span> : null}
          {stop.at === null ? null : (
            <span className="t-hint">
              <DateTime at={stop.at} />
            </span>
          )}
        </li>
      ))}
      {stepsAhead(parcel).map((stage) => (
        <li key={stage} className="parcel-stop" data-ahead>
          <span className="parcel-stop-name">
            <span className="t-hidden">{journey('ahead')} </span>
            {journey(`stage.${stage}`)}
          </span>
        </li>
      ))}
    </ol>
  )
}

/** An entry without a time is the current state. */
const getOrder = ({ at }: { readonly at: string | null }): string => at ?? '9'
