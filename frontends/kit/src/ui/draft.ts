/** What was typed into a form, kept in this tab: it survives the trip to checkout and back. */
const getKey = (name: string): string => `tuma.draft.${name}`

export function readDraft(name: string): Record<string, unknown> {
  try {
    return JSON.parse(sessionStorage.getItem(getKey(name)) ?? '{}')
  } catch {
    return {}
  }
}

export function keepDraft(name: string, values: unknown): void {
  try {
    sessionStorage.setItem(getKey(name), JSON.stringify(values))
  } catch {}
}

export function forgetDraft(name: string): void {
  try {
    sessionStorage.removeItem(getKey(name))
  } catch {}
}
