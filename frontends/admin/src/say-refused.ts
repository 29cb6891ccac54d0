import { ApiError, alert, useErrorText } from '@tuma/kit/runtime'

/**
 * Shows in a dialog why an act failed; `more` is what the screen itself knows. After the end of a session the login says so,
 * and no dialog is shown over it.
 */
export const useSayRefused = (): ((title: string, error: unknown, ...more: readonly string[]) => void) => {
  const say = useErrorText()
  return (title, error, ...more) => {
    if (error instanceof ApiError && error.code === 'not_signed_in') return
    void alert(title, [say(error, ''), ...more].filter(Boolean).join(' '))
  }
}
