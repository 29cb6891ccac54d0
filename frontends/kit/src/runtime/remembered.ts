/** A choice kept in this browser. Storage may be switched off: then it lasts as long as the page. */
const inMemory = new Map<string, string>()

export function recall<T extends string>(name: string, allowed: readonly T[]): T | undefined {
  const kept = inMemory.get(name) ?? read(name)
  return allowed.find((value) => value === kept)
}

/** As a cookie as well: the server chooses by it what it draws before any script has come. */
export function remember(name: string, value: string): void {
  inMemory.set(name, value)
  try {
    // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser
    document.cookie = `tuma_${name}=${value}; path=/; max-age=31536000; samesite=lax${location.protocol === 'https:' ? '; secure' : ''}`
    localStorage.setItem(`tuma.${name}`, value)
  } catch {}
}

/** What a new page starts with: only what the browser has kept. */
export const forgetUnkept = (): void => inMemory.clear()

function read(name: string): string | undefined {
  try {
    return localStorage.getItem(`tuma.${name}`) ?? undefined
  } catch {
    return undefined
  }
}
