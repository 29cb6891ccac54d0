import { useText } from '@tuma/kit/runtime'
import { texts } from './texts.ts'

/** The text for a key that is built from a server value; null if this release has no text for that value. */
export const useKnownWord = (): ((key: string) => string | null) => {
  const text = useText(texts) as (key: string) => string
  return (key) => (text(key) === key ? null : text(key))
}
