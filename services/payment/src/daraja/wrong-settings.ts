import { sampleTillNumber } from '@tuma/contracts/vocabulary'
import type { DarajaSaid } from './settings.ts'

const needed = [
  'DARAJA_URL',
  'DARAJA_CONSUMER_KEY',
  'DARAJA_CONSUMER_SECRET',
  'DARAJA_SHORT_CODE',
  'DARAJA_PASSKEY',
  'DARAJA_CALLBACK_SECRET',
] as const
const toAsk = ['DARAJA_INITIATOR', 'DARAJA_INITIATOR_PASSWORD', 'DARAJA_CERTIFICATE'] as const
const alone = ['DARAJA_PARTY_B', 'DARAJA_CALLBACK_URL', 'DARAJA_C2B', 'DARAJA_ALLOWED_ADDRESSES'] as const

/** No setting of Daraja is set. */
export const isSilent = (settings: DarajaSaid): boolean =>
  [...needed, ...toAsk, ...alone].every((name) => settings[name] === undefined)

/** A sentence for each setting that is useless alone. */
export const withoutTheRest = (settings: DarajaSaid): string[] =>
  needed.some((name) => settings[name] !== undefined)
    ? []
    : [...alone, ...toAsk]
        .filter((name) => settings[name] !== undefined)
        .map((name) => `${name}: goes together with DARAJA_URL`)

/** A sentence for each wrong setting. */
export const wrongIn = (settings: DarajaSaid): string[] => [
  ...missing(settings, needed),
  ...missing(settings, toAsk),
  ...wrongAddress(settings),
  ...wrongTill(settings),
]

/** The missing ones, where some of a group are set. */
const missing = (settings: DarajaSaid, together: readonly (keyof DarajaSaid)[]): string[] => {
  const given = together.filter((name) => settings[name] !== undefined)
  if (given.length === 0) return []
  return together
    .filter((name) => settings[name] === undefined)
    .map((name) => `${name}: goes together with ${given[0]}`)
}

const refusedWords = /m[^a-z0-9]?pesa|safaricom|exe|cmd|sql|query/i
const loopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

const wrongAddress = (settings: DarajaSaid): string[] => {
  const { DARAJA_URL, DARAJA_CALLBACK_SECRET: secret = '' } = settings
  const called = getCallbackUrl(settings)
  const name = settings.DARAJA_CALLBACK_URL === undefined ? 'PUBLIC_URL' : 'DARAJA_CALLBACK_URL'
  const wrong: string[] = []
  if (DARAJA_URL !== undefined && !isSafe(DARAJA_URL))
    wrong.push('DARAJA_URL: must be an https address, or one of this machine: keys and passwords go there')
  if (called === '') wrong.push('DARAJA_CALLBACK_URL: say where Daraja reaches us, or say PUBLIC_URL')
  else if (!isSafe(called))
    wrong.push(`DARAJA_CALLBACK_URL: must be an https address, or one of this machine, and ${name} is neither`)
  const [inAddress] = refusedWords.exec(called) ?? []
  if (inAddress !== undefined)
    wrong.push(`DARAJA_CALLBACK_URL: Daraja calls no address with ${JSON.stringify(inAddress)} in it, as ${name} has`)
  const [inSecret] = refusedWords.exec(secret) ?? []
  if (inSecret !== undefined)
    wrong.push(`DARAJA_CALLBACK_SECRET: Daraja calls no address with ${inSecret.toLowerCase()} in it; make another one`)
  return wrong
}

const wrongTill = ({ DARAJA_PARTY_B: till, MPESA_TILL_NUMBER: shown }: DarajaSaid): string[] =>
  till === undefined || shown === undefined || shown === sampleTillNumber || shown === till
    ? []
    : [`MPESA_TILL_NUMBER: is ${shown}, and money goes to DARAJA_PARTY_B, ${till}: leave one out`]

export const getCallbackUrl = ({ DARAJA_CALLBACK_URL, PUBLIC_URL }: DarajaSaid): string =>
  withoutSlash(DARAJA_CALLBACK_URL ?? PUBLIC_URL)

export const withoutSlash = (url = ''): string => url.replace(/\/+$/, '')

const isSafe = (url: string): boolean => {
  const { protocol, hostname } = new URL(url)
  return protocol === 'https:' || loopback.test(hostname)
}
