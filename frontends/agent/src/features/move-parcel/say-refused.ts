import { ApiError, confirm, kitTexts, useErrorText, useText } from '@tuma/kit/runtime'

/**
 * Says in a dialog why a press has done nothing. Where the line was gone the same may be pressed once more from there;
 * whose session has ended reads that where they are led to, at the login.
 */
export const useSayRefused = (): ((title: string, error: unknown, again?: () => void) => Promise<void>) => {
  const say = useErrorText()
  const text = useText(kitTexts)
  return async (title, error, again) => {
    const code = error instanceof ApiError ? error.code : ''
    if (code === 'not_signed_in') return
    const retries = code === 'unreachable' && again
    const answers = retries ? { yes: text('tryAgain'), no: text('ok') } : { no: null }
    if ((await confirm({ title, text: say(error, ''), ...answers })) && retries) retries()
  }
}
