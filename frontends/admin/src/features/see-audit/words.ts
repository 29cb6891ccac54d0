import type { SecurityEvent } from '@tuma/contracts/api'
import { useText } from '@tuma/kit/runtime'
import { texts } from '../../texts.ts'

/** Texts for the names in events. A name of a later version is shown as it is. */
export const useWords = () => {
  const text = useText(texts)
  const known = (key: string, name: string): string => {
    const said = (text as (key: string) => string)(key)
    return said === key ? name : said
  }
  return {
    kind: (kind: SecurityEvent['kind']) => text(`audit.kind.${kind}`),
    call: (name: string) => known(`audit.call.${name}`, name),
    outcome: (code: string) => known(`audit.outcome.${code}`, code),
  }
}
