import { setTimeout as pause } from 'node:timers/promises'
import { visitor } from '@tuma/one-process/visitor'
import { type Chance, chanceOf } from '@tuma/simulation/chance'
import { checkRunning } from './checks.ts'
import { type Ledger, openLedger } from './ledger.ts'
import { mixedLoad } from './load.ts'
import { type Network, owner, setUp } from './network.ts'
import type { SmsStandIn } from './provider.ts'

const acknowledgedMost = 200
/** For SMS that wait for their next attempt, and read models that fill; what takes longer stands still. */
const patienceMs = 180_000
const plenty = '1000000'

/** An owner's, of an installation in which nobody is refused for being busy; SMS go to a provider of ours. */
export const settingsOf = (smsAt: string): Record<string, string> => ({
  ...owner,
  SEED: 'none',
  LOG_LEVEL: 'error',
  POSTS_PER_MINUTE: plenty,
  PAPERS_PER_MINUTE: plenty,
  ACCOUNT_UNPAID_PER_DAY: plenty,
  ACCOUNT_REQUESTS_PER_DAY_TO_PHONE: plenty,
  SMS_DAILY_BUDGET: plenty,
  SEND_BACKOFF_MS: '200',
  AT_USERNAME: 'chaos',
  AT_API_KEY: 'chaos',
  AT_BASE_URL: smsAt,
})

export type Town = {
  readonly network: Network
  readonly ledger: Ledger
  readonly sms: SmsStandIn
  readonly chance: Chance
  readonly load: ReturnType<typeof mixedLoad>
}

/** Its people, from the first sign-in on. */
export const openTown = async (url: string, sms: SmsStandIn, seed: number): Promise<Town> => {
  const network = await setUp(() => visitor(url))
  const ledger = openLedger()
  const chance = chanceOf(`chaos ${seed}`)
  return { network, ledger, sms, chance, load: mixedLoad({ network, ledger }, chance) }
}

export type Figures = { readonly acknowledged: number; readonly twice: number; readonly wrong: readonly string[] }

/** Brings something about under load, lets people come to an end, and looks whether all is there that they were told. */
export const roundUnderLoad = async (town: Town, bring: () => Promise<void>): Promise<Figures> => {
  const { ledger, load, network, sms, chance } = town
  const before = ledger.acknowledged()
  const sinceThen = () => ledger.acknowledged() - before
  let over = false
  const running = load.run(() => over && sinceThen() >= acknowledgedMost)
  const when = 20 + chance.below(acknowledgedMost - 40)
  while (sinceThen() < when && ledger.wrong.length === 0) await pause(5)
  try {
    await bring()
  } finally {
    over = true
  }
  await running
  const { wrong, figures } = await checkRunning(network, ledger, sms, patienceMs)
  return { acknowledged: sinceThen(), twice: figures.twice, wrong }
}

/** Of all rounds; `twice` stands for one installation and grows. */
export const openTally = () => {
  const began = performance.now()
  const seconds = () => Math.round((performance.now() - began) / 1000)
  let [acknowledged, twice, wrong, sofar] = [0, 0, 0, 0]
  return {
    isWrong: () => wrong > 0,
    begins(): void {
      sofar = 0
    },
    count(round: number, name: string, figures: Figures): void {
      acknowledged += figures.acknowledged
      twice += figures.twice - sofar
      sofar = figures.twice
      wrong += figures.wrong.length
      console.log(`${round}. ${name}: ${figures.acknowledged} acknowledged, ${seconds()} s`)
      for (const what of figures.wrong.slice(0, 20)) console.log(`   WRONG ${what}`)
    },
    end(): void {
      console.log(
        `${acknowledged} changes acknowledged in ${seconds()} s; wrong: ${wrong}; SMS that went out twice: ${twice}`,
      )
      if (wrong > 0) process.exitCode = 1
    },
  }
}
