import { useQuery } from '@tanstack/react-query'
import type { OwnUser } from '@tuma/contracts/api'
import { calls } from './api.ts'
import { ApiError } from './api-error.ts'
import { queryClient } from './query.ts'
import { loggedOutKey, sessionEnded, sessionKey } from './session-ended.ts'

export type Session =
  | { status: 'loading' }
  | { status: 'guest' }
  | { status: 'signed-in'; user: OwnUser }
  /** We could not find out (identity is away): neither signed in nor out. */
  | { status: 'unknown'; retry: () => void }

/** Its own cookie, which no script can read, has this one beside it: guests need not be asked who they are. */
const mayBeSignedIn = (): boolean => /(^|; )tuma_signed_in=/.test(document.cookie)

const whoAmI = async (): Promise<OwnUser | null> => {
  if (!mayBeSignedIn()) return null
  try {
    return await calls.users.me()
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null
    throw error
  }
}

/** Who is signed in, asked now; null for a guest. Every `useSession` follows. @throws ApiError where the API cannot say */
export const askWhoIsSignedIn = (): Promise<OwnUser | null> =>
  queryClient.fetchQuery({ queryKey: sessionKey, queryFn: whoAmI, staleTime: 0, retry: false })

/** Who looks at the screen. Asked once, then again when the window gets the focus; signing in and out update it at once. */
export function useSession(): Session {
  const { data, isError, isFetching, refetch } = useQuery({
    ...{ queryKey: sessionKey, queryFn: whoAmI, staleTime: 60_000 },
    retryDelay: 500, // nothing else is drawn until the session is loaded or has failed
  })
  if (data) return { status: 'signed-in', user: data }
  if (data === null) return { status: 'guest' }
  return isError && !isFetching ? { status: 'unknown', retry: () => void refetch() } : { status: 'loading' }
}

/** The signed-in user. Only for screens behind a guard: throws without a session. */
export function useUser(): OwnUser {
  const session = useSession()
  if (session.status !== 'signed-in') throw new Error('useUser needs a screen behind a guard')
  return session.user
}

/** Call it with the answer of a login or of a changed profile; every `useSession` follows. */
export function signedIn(user: OwnUser): void {
  // This answer “not logged in” is older than the login.
  void queryClient.cancelQueries({ queryKey: sessionKey })
  queryClient.removeQueries({ queryKey: loggedOutKey })
  queryClient.setQueryData(sessionKey, user)
}

/** Ends the session on the server, then here. Rejects with `ApiError` and changes nothing when the server can't be reached. */
export async function signOut(): Promise<void> {
  await calls.users.logout()
  forgetDrafts()
  queryClient.setQueryData(loggedOutKey, true)
  sessionEnded(queryClient)
}

/** Whether the guest is one because they have logged out in this tab, and not because their session has ended. */
export const hasLoggedOut = (): boolean => queryClient.getQueryData(loggedOutKey) === true

const drafts = (storage = sessionStorage): string[] =>
  Object.keys(storage).filter((key) => key.startsWith('tuma.draft.'))

/** What was typed into forms (names, phones, addresses) is not left to who uses this browser next. */
const forgetDrafts = (): void => {
  try {
    for (const storage of [sessionStorage, localStorage]) for (const key of drafts(storage)) storage.removeItem(key)
  } catch {}
}

/** Whose session has ended goes on as a guest with what they have typed. Where the browser keeps nothing, with nothing. */
export function draftsToGuest(username: string): void {
  try {
    for (const key of drafts().filter((one) => one.endsWith(`.${username}`))) {
      // Guests have no Send again: its form is theirs to go on with.
      sessionStorage.setItem(key.replace(/(-again)?\.[^.]*$/, '.visitor'), sessionStorage.getItem(key) ?? '')
      sessionStorage.removeItem(key)
    }
  } catch {}
}
