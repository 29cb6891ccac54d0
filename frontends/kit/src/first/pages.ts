/**
 * Pages that a build draws, so that they stand there before any script has come. This runs in the build alone: what it
 * draws are files of HTML, named in `first.json`, which the site puts into its answer.
 */
export type FirstPage = {
  readonly path: string
  /** It works without React: an address without a question is answered with it and the area's own small script alone. */
  readonly whole?: true
  /** What its screen is called in `webpackChunkName`; it is loaded together with the area. */
  readonly chunk?: string
}

export type FirstPages = {
  readonly pages: readonly FirstPage[]
  /** @returns HTML for the page's body, after its `<title>` and `<meta>` */
  draw(path: string, language: 'en' | 'sw'): Promise<string>
}
