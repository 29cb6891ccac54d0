/**
 * The web app sends it with every call: `1`, or `asSignedIn`. No other site can make a browser add it without asking us first, which we
 * answer to nobody: whoever sends it is our own page, or no browser.
 */
export const webAppHeader = 'x-tuma-web-app'
/** Its value where the page shows who is signed in: should the browser have lost their session, they are told so. */
export const asSignedIn = 'signed-in'

/** The remote with the longest base path that the address begins with, in either case; "/" takes what is left. */
export function remoteAt<T extends { basePath: string }>(remotes: readonly T[], path: string): T | undefined {
  const address = `${path.toLowerCase().replace(/\/+$/, '')}/`
  return remotes
    .filter(({ basePath }) => address.startsWith(`${basePath.toLowerCase().replace(/\/+$/, '')}/`))
    .sort((one, other) => other.basePath.length - one.basePath.length)[0]
}

/** Rows that a screen asks for at once. A list without `limit` gives more. */
export const pageLimit = 100
