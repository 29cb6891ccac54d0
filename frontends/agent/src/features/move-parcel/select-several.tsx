import type { Delivery } from '@tuma/contracts/api'
import { isWithRider, type StepOfMany } from '@tuma/contracts/vocabulary'
import { ListChecks } from '@tuma/kit/icons'
import { useText } from '@tuma/kit/runtime'
import { Button } from '@tuma/kit/ui'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { texts } from '../../texts.ts'
import { AssignRiderToMany } from './assign-rider.tsx'
import { footHeight } from './foot-height.ts'
import { PrintSeveral } from './print-several.tsx'
import { stepOfMany, toSteps, useStepsOfMany } from './steps-of-many.ts'
import { useAskToTell } from './tell-receivers.ts'

/** Selects several rows for one press: a checkbox on each row that can take a step, and a bar at the foot. */
export const useSeveral = (rows: readonly Delivery[]) => {
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null)
  const able = rows.filter((row) => stepOfMany(row) !== null)
  const isOver = chosen !== null && able.length === 0
  useEffect(() => {
    if (isOver) setChosen(null)
  }, [isOver])
  const toggle = (id: string): void =>
    setChosen((before) => {
      const next = new Set(before)
      if (!next.delete(id)) next.add(id)
      return next
    })
  return {
    choosing: chosen !== null,
    /** The selected rows in their current state. A row that has moved on is no longer selected. */
    chosen: able.filter(({ _id }) => chosen?.has(_id)),
    able,
    toggle,
    begin: () => setChosen(new Set()),
    all: () => setChosen(new Set(able.map(({ _id }) => _id))),
    /** Refused rows stay selected. Ends the selection when no row is left. */
    without: (ids: readonly string[]) =>
      setChosen((before) => {
        const left = [...(before ?? [])].filter((id) => !ids.includes(id))
        return left.length > 0 ? new Set(left) : null
      }),
    end: () => setChosen(null),
  }
}
type Several = ReturnType<typeof useSeveral>

export const SeveralTools = ({ several }: { several: Several }) => {
  const text = useText(texts)
  const tools = useRef<HTMLDivElement>(null)
  const { choosing, able } = several
  const shown = useRef(choosing)
  // Other buttons replace the pressed one: the first of them gets the focus, unless the agent works elsewhere by then.
  useEffect(() => {
    if (shown.current === choosing) return
    shown.current = choosing
    if (document.activeElement?.matches('a, button, input, select, textarea')) return
    tools.current?.querySelector('button')?.focus({ preventScroll: true })
  }, [choosing])
  if (!choosing && able.length < 2) return null
  return (
    <div ref={tools} className="counter-tools">
      {choosing ? (
        <>
          <Button size="small" variant="secondary" onClick={several.all}>
            {text('many.all', { count: able.length })}
          </Button>
          <Button size="small" variant="quiet" onClick={several.end}>
            {text('many.end')}
          </Button>
        </>
      ) : (
        <Button size="small" variant="quiet" icon={ListChecks} onClick={several.begin}>
          {text('many.begin')}
        </Button>
      )}
    </div>
  )
}

/** Takes the place of a row's buttons during the selection. */
export const Choose = ({ several, delivery }: { several: Several; delivery: Delivery }) => {
  const text = useText(texts)
  if (isWithRider(delivery) && delivery.nextStep?.mine) return <span className="t-hint">{text('many.withRider')}</span>
  if (stepOfMany(delivery) === null) return null
  return (
    <label className="counter-pick">
      <span className="t-hidden">{text('many.choose', { id: delivery.trackingId })}</span>
      <input
        type="checkbox"
        checked={several.chosen.some(({ _id }) => _id === delivery._id)}
        onChange={() => several.toggle(delivery._id)}
      />
    </label>
  )
}

/** Shows how many are selected, and a button for each step that some of them can take. */
export const SeveralBar = ({ several }: { several: Several }): ReactNode => {
  const text = useText(texts)
  const [riding, setRiding] = useState<readonly Delivery[] | null>(null)
  const { take, underWay } = useStepsOfMany((moved, step) => {
    // Parcels that got a rider are put in transit next, so they stay selected.
    if (step !== 'assignRider') several.without(moved)
  })
  const askToTell = useAskToTell()
  const press = async (step: StepOfMany, rows: readonly Delivery[]): Promise<void> => {
    if (step === 'assignRider') setRiding(rows)
    else if (await askToTell(step, rows)) await take(step, rows)
  }
  if (!several.choosing) return null
  const { chosen } = several
  return (
    <section ref={footHeight} className="counter-bar" aria-label={text('many.bar')}>
      <p role="status">{text('many.chosen', { count: chosen.length })}</p>
      {toSteps(chosen).map(([step, rows]) => (
        <Button key={step} loading={underWay} onClick={() => void press(step, rows)}>
          {text('many.step', { step: text(`step.${step}`), count: rows.length })}
        </Button>
      ))}
      <PrintSeveral rows={chosen} />
      {riding ? (
        <AssignRiderToMany
          deliveries={riding}
          onClose={() => setRiding(null)}
          assign={(riderId) => take('assignRider', riding, riderId)}
        />
      ) : null}
    </section>
  )
}
