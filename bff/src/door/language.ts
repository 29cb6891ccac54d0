import type { Language } from '@tuma/contracts/vocabulary'
import type { ArrivedHeaders } from './arrival.ts'

/** The language chosen in the web app, else the browser's where it is one of ours; null where neither is known. */
export const languageIn = (headers: Pick<ArrivedHeaders, 'get'>): Language | null => {
  const [, chosen] = /(?:^|;\s*)tuma_language=(en|sw)(?:;|$)/.exec(headers.get('cookie') ?? '') ?? []
  const [, accepted] = /^\s*(en|sw)\b/i.exec(headers.get('accept-language') ?? '') ?? []
  return ((chosen ?? accepted?.toLowerCase()) as Language | undefined) ?? null
}
