import type { Visitor } from '@tuma/one-process/visitor'

/** All rows of a list. @param path may have filters */
export const readAllPages = async <T>(by: Visitor, path: string): Promise<T[]> => {
  const all: T[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const query = new URLSearchParams({ limit: '500', ...(cursor ? { cursor } : {}) })
    const { body, headers } = await by.get(`${path}${path.includes('?') ? '&' : '?'}${query}`)
    all.push(...body)
    cursor = headers.get('x-next-cursor')
  }
  return all
}
