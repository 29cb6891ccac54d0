import { ApiError, alert, useErrorText } from '@tuma/kit/runtime'

/**
 * Says in a dialog why a press has done nothing; `more` is what the screen itself knows of it. Whose session has ended reads
 * that at the login, where they are led to: a dialog over that would be the same once more, and in the way.
 */
export const useSayRefused = (): ((title: string, error: unknown, ...more: readonly string[]) => void) => {
  const say = useErrorText()
  return (title, error, ...more) => {
    if (error instanceof ApiError && error.code === 'not_signed_in') return
    void alert(title, [say(error, ''), ...more].filter(Boolean).join(' '))
  }
}
