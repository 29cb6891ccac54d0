import { useText } from '@tuma/kit/runtime'
import { texts } from './texts.ts'

/** The office's word for a key that is made of what a server says; null of what this release has no words for. */
export const useKnownWord = (): ((key: string) => string | null) => {
  const text = useText(texts) as (key: string) => string
  return (key) => (text(key) === key ? null : text(key))
}
