import { type KeyObject, randomUUID } from 'node:crypto'
import { type CallbackSender, openCallbackSender } from './callback-sender.ts'
import { openCalls } from './calls.ts'
import { selfSigned } from './certificate.ts'
import { createChance } from './chance.ts'
import { openConfirmations } from './confirmations.ts'
import { type Handset, openHandset } from './handset.ts'
import { type Ledger, openLedger } from './ledger.ts'
import { type Merchant, sampleMerchant } from './merchant.ts'
import { openPeople, type People } from './people.ts'
import { openPrompts } from './prompts.ts'
import { type Habits, openScript, type Script, usualHabits } from './script.ts'
import { serve } from './server.ts'
import { getStatement, type StatementShape } from './statement.ts'
import type { Pushed, World } from './world.ts'

export type { CallbackSender, Delivered } from './callback-sender.ts'
export type { Handset, Paid, PromptOnPhone, Sms } from './handset.ts'
export type { Ledger, Movement } from './ledger.ts'
export type { Merchant } from './merchant.ts'
export { type PhonePage, phonePage } from './phone-page.ts'
export type { Call, Fault, Habits, Rule, Script, Telling } from './script.ts'
export type { StatementShape } from './statement.ts'

export type Mpesa = {
  /** Daraja's address. */
  readonly url: string
  /**
   * The DARAJA_… settings of this merchant, except the address and the secret for callbacks, which the caller chooses.
   */
  readonly environment: Readonly<Record<string, string>>
  readonly ledger: Ledger
  readonly people: People
  readonly handset: Handset
  readonly script: Script
  readonly habits: Habits
  readonly callbackSender: CallbackSender
  /** Each push that was understood, the oldest first. */
  pushes(): readonly Pushed[]
  /** The organisation portal's export. */
  statement(shape?: StatementShape): string
  /** Ends prompts whose minute is over, for tests that set the clock. Every call does this too. */
  tick(): Promise<void>
  /** Makes all tokens invalid. */
  forgetTokens(): void
  /** Cuts all requests that hang. @returns how many */
  hangUp(): number
  close(): Promise<void>
}

/**
 * M-Pesa without a network: the caller brings requests to `calls`, and `callbackSender` sends M-Pesa's own reports. The same
 * seed and the same clock give the same receipts.
 */
export const openMpesa = (options: {
  /** ISO instant. */
  readonly now: () => string
  readonly seed: string
  readonly callbackSender: Pick<CallbackSender, 'send'>
  /** The key of the certificate with which initiators encrypt; null where receipts cannot be queried. */
  readonly privateKey: KeyObject | null
  readonly merchant?: Partial<Merchant> | undefined
  readonly habits?: Partial<Habits> | undefined
}) => {
  const { now, seed, callbackSender, privateKey } = options
  const merchant = { ...sampleMerchant, ...options.merchant }
  const chance = createChance(seed)
  const world: World = {
    ...{ now, chance, merchant, callbackSender, privateKey },
    pushes: [],
    ledger: openLedger({ now, chance }),
    people: openPeople(),
    script: openScript(),
    habits: { ...usualHabits(), ...options.habits },
  }
  const confirmations = openConfirmations(world)
  const prompts = openPrompts(world, confirmations)
  return {
    ...{ world, prompts },
    calls: openCalls(world, prompts, confirmations),
    handset: openHandset(world, prompts, confirmations),
    statement: (shape?: StatementShape) => getStatement(world.ledger.movements(), merchant, shape),
    /** The DARAJA_… settings of the merchant, with Daraja at `url`. */
    environment: (url: string) => toEnvironment(merchant, url),
  }
}

/**
 * M-Pesa as a merchant meets it: Daraja's calls, its own reports, people's handsets and the portal's statement, all of
 * one account, on 127.0.0.1. The same seed and the same clock give the same receipts.
 */
export const startMpesa = async (
  options: {
    /** 0 or omitted: any free port. */
    readonly port?: number
    /** ISO instant. */
    readonly now?: () => string
    /** Random if omitted: an M-Pesa that keeps payments over a restart must not repeat their receipts. */
    readonly seed?: string
    readonly merchant?: Partial<Merchant>
    readonly habits?: Partial<Habits>
    /** ISO instant. */
    readonly certificateTo?: string
  } = {},
): Promise<Mpesa> => {
  const { port = 0, now = () => new Date().toISOString(), seed = randomUUID() } = options
  const certificate = selfSigned({ from: '2026-01-01T00:00:00Z', to: options.certificateTo ?? '2046-01-01T00:00:00Z' })
  const { privateKey } = certificate
  const callbackSender = openCallbackSender()
  const { merchant: said, habits: wanted } = options
  const opened = openMpesa({ now, seed, callbackSender, privateKey, merchant: said, habits: wanted })
  const { world, prompts, calls, handset, statement, environment } = opened
  const { url, hangUp, close } = await serve(world, prompts, calls, port)
  const { ledger, people, script, habits, merchant } = world
  return {
    url,
    environment: { ...environment(url), ...asInitiator(merchant, certificate.pem) },
    ...{ ledger, people, script, habits, callbackSender, handset, statement },
    pushes: () => world.pushes,
    tick: prompts.tick,
    forgetTokens: calls.tokens.forget,
    hangUp,
    async close() {
      await close()
      await callbackSender.idle()
    },
  }
}

const toEnvironment = (merchant: Merchant, url: string): Record<string, string> => ({
  DARAJA_URL: url,
  DARAJA_CONSUMER_KEY: merchant.consumerKey,
  DARAJA_CONSUMER_SECRET: merchant.consumerSecret,
  DARAJA_SHORT_CODE: merchant.shortCode,
  DARAJA_PASSKEY: merchant.passkey,
  ...(merchant.till === null ? {} : { DARAJA_PARTY_B: merchant.till }),
})

const asInitiator = (merchant: Merchant, certificate: string): Record<string, string> => ({
  DARAJA_INITIATOR: merchant.initiator,
  DARAJA_INITIATOR_PASSWORD: merchant.initiatorPassword,
  DARAJA_CERTIFICATE: certificate,
  // It runs on this machine, and calls back from there.
  DARAJA_ALLOWED_ADDRESSES: '127.0.0.1',
})
