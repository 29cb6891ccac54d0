import { setTimeout as pause } from 'node:timers/promises'
import type { Mpesa } from '@tuma/mpesa'
import { visitor } from '@tuma/one-process/visitor'
import { conservation } from '@tuma/simulation/accounts'
import { createChance } from '@tuma/simulation/chance'
import { checkRunning, type SmsFigures } from './checks.ts'
import { openLedger } from './ledger.ts'
import { mixedLoad } from './load.ts'
import { judgeLooks } from './money/book-looks.ts'
import { readBooks } from './money/books.ts'
import { mpesaSettings } from './money/mpesa.ts'
import { owner, setUp } from './network.ts'
import { takeOverStatement } from './people/office.ts'
import type { Town as Place } from './people/town.ts'
import { nextWant } from './people/wants.ts'

/** Enough for SMS that wait for their next attempt, and for read models that fill; slower work has stopped. */
const patienceMs = 180_000
const booksEveryMs = 500
const inBetweenEveryMs = 50
const plenty = '1000000'
const callbackSecret = 'chaos-of-callbacks'
/** Longer than a start, so that reports may come first, and short enough for a round. */
const unansweredWaitSeconds = 20

/** Settings of an owner whose installation never refuses a person for being busy; SMS go to a provider of ours. */
export const getSettings = (smsAt: string): Record<string, string> => ({
  ...owner,
  SEED: 'none',
  LOG_LEVEL: 'error',
  POSTS_PER_MINUTE: plenty,
  PAPERS_PER_MINUTE: plenty,
  MAILS_PER_QUARTER_HOUR: plenty,
  MAILS_PER_QUARTER_HOUR_FROM_ADDRESS: plenty,
  ACCOUNT_UNPAID_PER_DAY: plenty,
  ACCOUNT_REQUESTS_PER_DAY_TO_PHONE: plenty,
  SMS_DAILY_BUDGET: plenty,
  SEND_BACKOFF_MS: '200',
  UNANSWERED_WAIT_SECONDS: String(unansweredWaitSeconds),
  AT_USERNAME: 'chaos',
  AT_API_KEY: 'chaos',
  AT_BASE_URL: smsAt,
  AT_CALLBACK_SECRET: callbackSecret,
})

/** The same with M-Pesa beside it. */
export const settingsWithMpesa = (smsAt: string, mpesa: Mpesa): Record<string, string> => ({
  ...getSettings(smsAt),
  ...mpesaSettings(mpesa),
})

export type Town = Place & {
  readonly load: ReturnType<typeof mixedLoad>
  /** False where the rows of one event are written one after the other, as in MongoDB: a look may come in between. */
  readonly writesAtOnce: boolean
}

/** Its people, from the first sign-in on. */
export const openTown = async (
  url: string,
  {
    sms,
    mpesa,
    seed,
    writesAtOnce,
    people,
  }: Pick<Town, 'sms' | 'mpesa' | 'writesAtOnce'> & { readonly seed: number; readonly people?: number },
): Promise<Town> => {
  sms.reportTo(`${url}/api/callbacks/africastalking/${callbackSecret}/delivery-report`)
  const network = await setUp(() => visitor(url))
  const { status } = await network.admin.post('/api/admin/payments/register', {})
  if (status >= 300) throw new Error(`M-Pesa was not asked to confirm payments: ${status}`)
  const ledger = openLedger()
  let count = 0
  const load = mixedLoad(ledger, () => nextWant(town, ++count), people)
  const town: Town = {
    ...{ network, ledger, sms, mpesa, load, chance: createChance(`chaos ${seed}`), also: load.wait, writesAtOnce },
    async payByHand(phone, amount) {
      const paid = await mpesa.handset.payByHand({ phone, amount })
      if (!paid) throw new Error(`${phone} has too little money`)
      return paid.sms
    },
  }
  return town
}

export type Figures = { readonly acknowledged: number; readonly sms: SmsFigures; readonly wrong: readonly string[] }

/** Looks at the books until `isOver`: at every moment held and owed are equal. */
const booksStayBalanced = async ({ network, ledger, writesAtOnce }: Town, isOver: () => boolean): Promise<void> => {
  const judge = judgeLooks(writesAtOnce)
  while (!isOver()) {
    const books = await readBooks(network.admin)
    const difference = books && conservation(books).difference
    const look = judge(difference, performance.now())
    if (look !== 'unanswered') ledger.count('looks at the books')
    if (look === 'inBetween') ledger.count('looks at the books in between')
    if (look === 'wrong') ledger.isWrong(`sum: ${difference} cents came from nowhere: ${JSON.stringify(books)}`)
    await pause(look === 'inBetween' ? inBetweenEveryMs : booksEveryMs)
  }
}

/**
 * Causes a fault under load, lets people finish, and checks that everything in their answers is stored.
 * @param changes at least this many are acknowledged
 */
export const roundUnderLoad = async (town: Town, changes: number, bring: () => Promise<void>): Promise<Figures> => {
  const { ledger, load, chance, mpesa } = town
  const before = ledger.acknowledged()
  const sinceThen = () => ledger.acknowledged() - before
  const began = performance.now()
  const seconds = () => Math.round((performance.now() - began) / 1000)
  let [isBrought, isOver] = [false, false]
  const running = load.run(() => isBrought && sinceThen() >= changes)
  const looking = booksStayBalanced(town, () => isOver)
  const when = chance.below(Math.ceil(changes * 0.8))
  while (sinceThen() < when && ledger.wrong.length === 0) await pause(5)
  try {
    await bring()
  } finally {
    isBrought = true
    await running.finally(() => {
      isOver = true
    })
  }
  console.log(`   people have been told everything after ${seconds()} s`)
  await looking
  await mpesa.postman.idle()
  load.wait(takeOverStatement(town))
  await load.run(() => true)
  const { wrong, figures } = await checkRunning(town, patienceMs)
  console.log(`   what they were told was looked for after ${seconds()} s`)
  return { acknowledged: sinceThen(), sms: figures, wrong }
}
