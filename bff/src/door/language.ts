import type { Language } from '@tuma/contracts/vocabulary'
import type { ArrivedHeaders } from './arrival.ts'

/** As was chosen in the web app, else as the browser is set up where that is one of ours; null: nobody has said. */
export const languageIn = (headers: Pick<ArrivedHeaders, 'get'>): Language | null => {
  const [, chosen] = /(?:^|;\s*)tuma_language=(en|sw)(?:;|$)/.exec(headers.get('cookie') ?? '') ?? []
  const [, accepted] = /^\s*(en|sw)\b/i.exec(headers.get('accept-language') ?? '') ?? []
  return ((chosen ?? accepted?.toLowerCase()) as Language | undefined) ?? null
}
