import { getEatDay } from '@tuma/contracts/vocabulary'
import { useText } from '@tuma/kit/runtime'
import { Button, TextField } from '@tuma/kit/ui'
import { type FormEvent, useState } from 'react'
import { texts } from '../../texts.ts'
import { type DatesProblem, findProblem } from './period.ts'

/** Two dates; fetches nothing before both are valid. */
export const ChooseDates = (props: { from: string; to: string; onChoose: (from: string, to: string) => void }) => {
  const text = useText(texts)
  const [from, setFrom] = useState(props.from)
  const [to, setTo] = useState(props.to)
  const [problem, setProblem] = useState<DatesProblem | null>(null)
  const today = getEatDay(new Date().toISOString())
  const choose = (event: FormEvent): void => {
    event.preventDefault()
    const found = findProblem(from, to)
    setProblem(found)
    if (!found) props.onChoose(from, to)
  }
  return (
    <form className="mt-4 grid items-end gap-3 sm:grid-cols-[1fr_1fr_auto]" noValidate onSubmit={choose}>
      <TextField
        label={text('revenue.from')}
        type="date"
        max={today}
        value={from}
        error={problem ? text(problem) : undefined}
        onChange={(event) => setFrom(event.target.value)}
      />
      <TextField
        label={text('revenue.to')}
        type="date"
        max={today}
        value={to}
        error={problem !== null}
        onChange={(event) => setTo(event.target.value)}
      />
      <Button type="submit">{text('revenue.show')}</Button>
    </form>
  )
}
