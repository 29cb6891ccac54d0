/** Facts by the name that the build drew in their place; undefined ones are left out of this page. */
export type Facts = Record<string, string | undefined>

/** Sets texts only: a fact never becomes an element. */
export function fill(card: Element, facts: Facts): void {
  const texts = document.createTreeWalker(card, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const { currentNode: text } = texts
    text.nodeValue = filled(text.nodeValue ?? '', facts)
  }
}

/** Replaces all placeholders in one pass, so that a fact's own text is not replaced. In addresses they are encoded. */
export const filled = (text: string, facts: Facts): string =>
  text.replace(/(?:\{|%7B)([\w.]+)(?:\}|%7D)/g, (_, name: string) => facts[name] ?? '')

export const languageHere = () => (document.documentElement.lang === 'sw' ? 'sw' : 'en')
