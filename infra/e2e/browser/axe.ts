import axe from 'axe-core'
import type { Page } from 'playwright-core'

/**
 * What axe finds wrong with a page as it looks now, each with the first element concerned. Axe runs in the page itself,
 * which has no frames, and reports no passes, because these take many times longer.
 */
export const axeFaults = async (page: Page): Promise<string[]> => {
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axe.source)
  return page.evaluate<string[]>(`(async () => {
    // Colours on their way to others are not what anybody reads; where one has come, another that follows it may go.
    const changing = () => document.getAnimations().filter((one) => one instanceof CSSTransition)
    while (changing().length > 0) await Promise.allSettled(changing().map(({ finished }) => finished))
    const { violations } = await axe.run(document, { resultTypes: ['violations'], selectors: false })
    return violations.map(({ id, nodes }) => id + ': ' + nodes[0].html)
  })()`)
}
