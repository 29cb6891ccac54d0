import { type Ask, getAddress } from './asks.ts'

/**
 * Pages that the build draws as HTML, so that they are visible before any script has loaded. The site puts these files,
 * named in `first.json`, into its answer.
 */
export type FirstPage = {
  /** "/Client/delivery/:type/:id": a part that begins with ":" is any, of pages that are not drawn. */
  readonly path: string
  /**
   * It works without React: it is answered with it and the area's own small script alone, unless the address has a
   * question that its `asks` don't know.
   */
  readonly whole?: true
  /** What its screen is called in `webpackChunkName`; it is loaded together with the area. */
  readonly chunk?: string
  /** Draws nothing, as the content depends on the person. */
  readonly drawn?: false
  /**
   * What its screen asks of the API at once; the page asks it while scripts are on their way. As "/api/agent/receiving";
   * "{id}" is what the address asks for as `?id=`.
   */
  readonly asks?: readonly string[]
  /** Of a page that is `whole`: pages of this area that are fetched while it is looked at, with what their screens need. */
  readonly next?: readonly string[]
}

export type FirstPages = {
  readonly pages: readonly FirstPage[]
  /** @returns HTML for the page's body, after its `<title>` and `<meta>` */
  draw(path: string, language: 'en' | 'sw'): Promise<string>
}

/** Of a page of an area's `pages.ts`, what a build needs: no screen and nothing of a browser. */
export type PageAhead = {
  /** The whole address: "/Agent/delivery/:type/:id". A part that begins with ":" is any. */
  readonly path: string
  /** The `webpackChunkName` of its screen: its files are loaded together with the area, not after it. */
  readonly chunk?: string
  /** What its screen asks of the API first: the page asks it while scripts are on their way. */
  readonly asks?: readonly Ask[]
  /** A build draws it ahead (`first.tsx`); `whole` and `next` as `FirstPage` has them. */
  readonly drawn?: Pick<FirstPage, 'whole' | 'next'>
}

/** What is fetched ahead of an area's pages. Those that bring nothing are left out. */
export const buildFirstPages = (pages: readonly PageAhead[]): FirstPage[] =>
  pages
    .filter(({ chunk, asks, drawn }) => chunk ?? asks ?? drawn)
    .map(({ path, chunk, asks, drawn }) => ({
      path,
      ...(drawn ?? { drawn: false }),
      ...(chunk ? { chunk } : {}),
      ...(asks ? { asks: asks.map(getAddress) } : {}),
    }))
