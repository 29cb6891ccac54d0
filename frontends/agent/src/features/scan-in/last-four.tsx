import type { Delivery } from '@tuma/contracts/api'
import { asOnLabel, trackingIdIn } from '@tuma/contracts/vocabulary'
import { calls, useErrorText, useMutation, useText } from '@tuma/kit/runtime'
import { Button, Field } from '@tuma/kit/ui'
import { type FormEvent, useState } from 'react'
import { scanInTexts } from '../../scan-in-texts.ts'
import { whereItGoes } from '../move-parcel/where-it-goes.ts'

const isLastFour = /^[0-9A-HJKMNP-TV-Z]{4}$/
/** Four characters of 32: several parcels of one shop that end alike are rare. */
const lookedThrough = 20

/** For a parcel whose code can't be read: the last four of its id, or the whole id. Of several the agent chooses. */
export const LastFour = ({ onId }: { onId: (id: string) => void }) => {
  const text = useText(scanInTexts)
  const say = useErrorText()
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState('')
  const [several, setSeveral] = useState<readonly Delivery[]>([])
  const four = asOnLabel(typed.trim())
  const take = (id: string): void => {
    setSeveral([])
    setTyped('')
    onId(id)
  }
  const finding = useMutation({
    mutationFn: (search: string) => calls.counter.find({ search, limit: lookedThrough }),
    onSuccess: (rows, search) => {
      const fitting = rows.filter(({ trackingId }) => trackingId.endsWith(search))
      const [first] = fitting
      if (first && fitting.length === 1) take(first.trackingId)
      else if (first) setSeveral(fitting)
      else setProblem(text('lastFour.none', { four: search }))
    },
    onError: (error) => setProblem(say(error, text('lastFour.failed'))),
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const whole = trackingIdIn(typed)
    setSeveral([])
    setProblem(whole === null && !isLastFour.test(four) ? text('lastFour.form') : '')
    if (whole !== null) take(whole)
    else if (isLastFour.test(four) && !finding.isPending) finding.mutate(four)
  }
  return (
    <form className="scan-four-form" noValidate onSubmit={submit}>
      <Field label={text('lastFour.label')} error={problem}>
        {(control) => (
          <input
            {...control}
            className="t-input"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            enterKeyHint="done"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" variant="secondary" loading={finding.isPending}>
        {text('lastFour.add')}
      </Button>
      {several.length > 0 ? <Several four={four} rows={several} onId={take} /> : null}
    </form>
  )
}

const Several = ({ four, rows, onId }: { four: string; rows: readonly Delivery[]; onId: (id: string) => void }) => {
  const text = useText(scanInTexts)
  return (
    <fieldset className="scan-several">
      <legend>{text('lastFour.several', { four })}</legend>
      {rows.map((row) => (
        <Button key={row._id} variant="secondary" wide onClick={() => onId(row.trackingId)}>
          {row.trackingId} · {whereItGoes(row).name}
        </Button>
      ))}
    </fieldset>
  )
}
