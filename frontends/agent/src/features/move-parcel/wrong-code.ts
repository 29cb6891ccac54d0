import { refusals } from '@tuma/contracts/vocabulary'
import { ApiError, useErrorText, useText } from '@tuma/kit/runtime'
import { texts } from '../../texts.ts'

const [wrong, locked] = ['collection_code_wrong', 'collection_code_locked'] as const

/** Whether it is the code that a hand-over was refused for. */
export const isOfCode = (error: unknown): error is ApiError =>
  error instanceof ApiError && [wrong, locked].some((code) => code === error.code)

/** Null where the refusal does not say how many tries are left. */
const getLeft = (error: ApiError): number | null => (typeof error.details.left === 'number' ? error.details.left : null)

/** The press that used up the last try has locked it, though it is answered as a wrong one. */
export const isLocked = (error: ApiError): boolean => error.code === locked || getLeft(error) === 0

/** Said of a code that was not right: how often it may still be tried, or that only a new one helps. */
export const useSayOfCode = (): ((error: unknown, fallback: string) => string) => {
  const text = useText(texts)
  const say = useErrorText()
  return (error, fallback) => {
    if (!isOfCode(error)) return say(error, fallback)
    if (isLocked(error)) return say(new ApiError({ ...refusals[locked], code: locked }), fallback)
    const left = getLeft(error)
    if (left === null) return say(error, fallback)
    return text(left === 1 ? 'handOver.lastTry' : 'handOver.triesLeft', { count: left })
  }
}
