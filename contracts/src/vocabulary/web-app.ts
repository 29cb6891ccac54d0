/**
 * The web app sends it with every call: `1`, or `asSignedIn`. A browser adds it for another site only after a
 * preflight, which we always refuse: a call with this header comes from our own page, or from no browser.
 */
export const webAppHeader = 'x-tuma-web-app'
/** Its value when the page shows a signed-in person: if the browser has lost the session, the page is told. */
export const asSignedIn = 'signed-in'
/**
 * Names the account (`_id`) that a request is made for. A session of another account is answered as none: what an agent
 * saved on a phone is not sent by the next one who logs in there.
 */
export const accountHeader = 'x-tuma-account'

/** The remote with the longest base path that the address begins with, in either case; "/" matches the rest. */
export function remoteAt<T extends { basePath: string }>(remotes: readonly T[], path: string): T | undefined {
  const address = `${path.toLowerCase().replace(/\/+$/, '')}/`
  return remotes
    .filter(({ basePath }) => address.startsWith(`${basePath.toLowerCase().replace(/\/+$/, '')}/`))
    .sort((one, other) => other.basePath.length - one.basePath.length)[0]
}

/** The number of rows that a screen asks for at once. A list without `limit` returns more. */
export const pageLimit = 100
