import type { Delivery, StepAnswer } from '@tuma/contracts/api'
import { isWithRider, type StepOfMany, stepsOfMany } from '@tuma/contracts/vocabulary'
import { ApiError, alert, api, useErrorText, useSubmission, useText } from '@tuma/kit/runtime'
import { texts } from '../../texts.ts'
import { useSayMany } from './say-moved.tsx'
import { useSayRefused } from './say-refused.ts'
import { parcelsMoved } from './steps.ts'

/** As many as one call takes. */
const maxAtOnce = 100

/** The step that a press may take many parcels through; null where this one is not ours to take, is held, or needs a form of its own. */
export const stepOfMany = (row: Delivery): StepOfMany | null => {
  const { nextStep, leg } = row
  if (!nextStep?.mine || nextStep.heldBy || isWithRider(row)) return null
  // Each sender collects their own returned parcel, with its code.
  if (nextStep.step === 'confirmReceipt' && leg === 'back') return null
  return stepsOfMany.find((step) => step === nextStep.step) ?? null
}

/** The steps that these can take, each with those that it is next for. */
export const toSteps = (rows: readonly Delivery[]): readonly (readonly [StepOfMany, Delivery[]])[] =>
  stepsOfMany
    .map((step) => [step, rows.filter((row) => stepOfMany(row) === step)] as const)
    .filter(([, own]) => own.length > 0)

/** One press for all of them; those that are refused are named with the reason, the others have moved. */
export const useStepsOfMany = (onDone: (moved: readonly string[], step: StepOfMany) => void) => {
  const text = useText(texts)
  const sayMany = useSayMany()
  const sayRefused = useSayRefused()
  const { ask, underWay } = useAsking()

  const take = async (step: StepOfMany, rows: readonly Delivery[], riderId?: string): Promise<void> => {
    const { answers, failure } = await ask(step, rows, riderId)
    const left = rows.filter((row) => !answers.some(({ id }) => id === row._id))
    if (failure) void sayRefused(text('step.failed'), failure.error, () => void take(step, left, riderId))
    const [moved, refused] = [answers.filter(isMoved), answers.filter((answer) => !isMoved(answer))]
    sayMany(step, moved)
    onDone(
      moved.map(({ id }) => id),
      step,
    )
    if (refused.length > 0) void alert(text('many.refused'), refused.map(reasonAmong(rows)).join('\n'))
    await parcelsMoved(answers.flatMap(({ delivery }) => delivery ?? []))
  }
  const say = useErrorText()
  const reasonAmong =
    (rows: readonly Delivery[]) =>
    ({ id, code = '', message = '' }: StepAnswer): string => {
      const trackingId = rows.find((row) => row._id === id)?.trackingId ?? id
      return `${trackingId}: ${say(new ApiError({ status: 409, code, message }), message)}`
    }

  return { take, underWay }
}

const isMoved = ({ code }: StepAnswer): boolean => code === undefined

type Asked = { readonly answers: readonly StepAnswer[]; readonly failure: { readonly error: unknown } | null }

/** One call after the other, as many as it takes; those before one that fails have been taken. */
const useAsking = () => {
  const submission = useSubmission(api.counter.steps)
  const ask = async (step: StepOfMany, rows: readonly Delivery[], riderId?: string): Promise<Asked> => {
    const answers: StepAnswer[] = []
    for (let from = 0; from < rows.length; from += maxAtOnce) {
      const parcels = rows.slice(from, from + maxAtOnce).map(({ _id: id, revision }) => ({ id, revision }))
      try {
        answers.push(...(await submission.mutateAsync({ step, parcels, ...(riderId ? { riderId } : {}) })))
      } catch (error) {
        return { answers, failure: { error } }
      }
    }
    return { answers, failure: null }
  }
  return { ask, underWay: submission.isPending }
}
