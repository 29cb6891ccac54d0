import { ApiError, confirm, kitTexts, useErrorText, useText } from '@tuma/kit/runtime'

/**
 * Says in a dialog why a press has done nothing, and to which parcel. Where the line was gone, or the fault was ours, the
 * same may be pressed once more from there: a step that was taken all the same is not taken twice (`revision`).
 * whose session has ended reads that where they are led to, at the login.
 */
export const useSayRefused = (): ((
  title: string,
  error: unknown,
  again?: () => void,
  about?: string,
) => Promise<void>) => {
  const say = useErrorText()
  const text = useText(kitTexts)
  return async (title, error, again, about = '') => {
    const code = error instanceof ApiError ? error.code : ''
    if (code === 'not_signed_in') return
    const retries = (code === 'unreachable' || code === 'fault') && again
    const answers = retries ? { yes: text('tryAgain'), no: text('ok') } : { no: null }
    if ((await confirm({ title, text: [about, say(error, '')].filter(Boolean).join('\n'), ...answers })) && retries)
      retries()
  }
}
