import { ApiError, kitTexts, useErrorText, useSentence, useText } from '@tuma/kit/runtime'
import { Notice } from './notice.tsx'

/** `said` comes first; `below`, where it is not empty, is a second sentence under it. */
export type FailureText = { readonly said: string; readonly below: string }

/**
 * What a form says about a failed call: `const tell = useFailureText()`, `tell(error, 'Registration failed')`. Without a network
 * that is the form's own sentence, as specified, and below it that Tuma cannot be reached.
 */
export function useFailureText(): (error: unknown, failed: string | undefined) => FailureText {
  const text = useText(kitTexts)
  const say = useErrorText()
  return (error, failed) =>
    failed && error instanceof ApiError && error.code === 'unreachable'
      ? { said: failed, below: say(error, error.message) }
      : { said: say(error, failed ?? text('failed')), below: '' }
}

/** Shows nothing where `said` is empty. */
export function FailureNotice({ said, below }: FailureText) {
  const read = useSentence()
  return said ? (
    <Notice tone="danger">
      {read(said)}
      {below ? <p>{below}</p> : null}
    </Notice>
  ) : null
}
