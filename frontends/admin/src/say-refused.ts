import { ApiError, alert, useErrorText } from '@tuma/kit/runtime'

/**
 * Shows in a dialog why an action failed; `more` is what the screen itself knows about the failure. If the session has
 * ended, the login page says so, and a dialog over that page would only repeat it.
 */
export const useSayRefused = (): ((title: string, error: unknown, ...more: readonly string[]) => void) => {
  const say = useErrorText()
  return (title, error, ...more) => {
    if (error instanceof ApiError && error.code === 'not_signed_in') return
    void alert(title, [say(error, ''), ...more].filter(Boolean).join(' '))
  }
}
