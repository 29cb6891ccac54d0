const content = 'main, p, form, h1, [aria-busy]'
const uncounted = '[hidden], .hidden, [role="dialog"], [role="alertdialog"]'

/**
 * Records each moment in which the page does not have exactly one h1, from its first content on. A moment is what a browser
 * could draw: the state of the page when a task ends.
 * @returns ends the watch and returns the text of the page at each of those moments
 */
export function watchHeadings(): () => string[] {
  const moments: string[] = []
  // Test files share a document: what an earlier one left behind does not count.
  const before = [...document.body.children]
  const find = (selector: string): Element[] =>
    [...document.body.querySelectorAll(selector)].filter((element) => !before.some((other) => other.contains(element)))
  let hadContent = false
  const look = (): void => {
    hadContent ||= find(content).length > 0
    const count = find('h1').filter((h1) => !h1.closest(uncounted)).length
    if (hadContent && count !== 1) moments.push(`${count} h1: ${document.body.textContent}`)
  }
  const changes = new MutationObserver(look)
  changes.observe(document.body, { childList: true, subtree: true, attributeFilter: ['hidden', 'class'] })
  return () => {
    if (changes.takeRecords().length > 0) look()
    changes.disconnect()
    return moments
  }
}
