import { setTimeout as pause } from 'node:timers/promises'
import type { Mpesa } from '@tuma/mpesa'
import { visitor } from '@tuma/one-process/visitor'
import { conservation } from '@tuma/simulation/accounts'
import { createChance } from '@tuma/simulation/chance'
import { checkRunning } from './checks.ts'
import { openLedger } from './ledger.ts'
import { openLoad } from './load.ts'
import { judgeBookReads } from './money/book-reads.ts'
import { readBooks } from './money/books.ts'
import { mpesaSettings } from './money/mpesa.ts'
import { fee, owner, setUpNetwork } from './network.ts'
import { pickNextTask } from './people/next-task.ts'
import { importStatement } from './people/office.ts'
import type { TaskContext } from './people/task-context.ts'
import type { SmsFigures } from './sms-sent.ts'

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
  // What is paid while the clock is set back costs what it cost before the shops had a price of their own.
  DUKANI_FEE: String(fee),
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

export type RoundContext = TaskContext & {
  readonly load: ReturnType<typeof openLoad>
  /** False where the rows of one event are written one after the other, as in MongoDB: a read may come in between. */
  readonly writesAtOnce: boolean
}

/** Its people, from the first sign-in on. */
export const openRoundContext = async (
  url: string,
  {
    sms,
    mpesa,
    seed,
    writesAtOnce,
    people,
  }: Pick<RoundContext, 'sms' | 'mpesa' | 'writesAtOnce'> & { readonly seed: number; readonly people?: number },
): Promise<RoundContext> => {
  sms.reportTo(`${url}/api/callbacks/africastalking/${callbackSecret}/delivery-report`)
  const network = await setUpNetwork(() => visitor(url))
  const { status } = await network.admin.post('/api/admin/payments/register', {})
  if (status >= 300) throw new Error(`M-Pesa was not asked to confirm payments: ${status}`)
  const ledger = openLedger()
  let count = 0
  const load = openLoad(ledger, () => pickNextTask(context, ++count), people)
  const context: RoundContext = {
    ...{ network, ledger, sms, mpesa, load, chance: createChance(`chaos ${seed}`), addTask: load.add, writesAtOnce },
    async payByHand(phone, amount) {
      const paid = await mpesa.handset.payByHand({ phone, amount })
      if (!paid) throw new Error(`${phone} has too little money`)
      return paid.sms
    },
  }
  return context
}

/** @throws Error when people's changes are not acknowledged any more */
export const waitForChanges = async ({ ledger }: RoundContext, count: number): Promise<void> => {
  const [until, enough] = [performance.now() + patienceMs, ledger.acknowledged() + count]
  while (ledger.acknowledged() < enough && ledger.wrong.length === 0) {
    if (performance.now() > until) throw new Error(`no ${count} changes were acknowledged in ${patienceMs / 1000} s`)
    await pause(20)
  }
}

export type Figures = { readonly acknowledged: number; readonly sms: SmsFigures; readonly wrong: readonly string[] }

/** Reads the books until `isOver`: at every moment held and owed are equal. */
const watchBooks = async ({ network, ledger, writesAtOnce }: RoundContext, isOver: () => boolean): Promise<void> => {
  const judge = judgeBookReads(writesAtOnce)
  while (!isOver()) {
    const books = await readBooks(network.admin)
    const difference = books && conservation(books).difference
    const bookRead = judge(difference, performance.now())
    if (bookRead !== 'unanswered') ledger.count('looks at the books')
    if (bookRead === 'inBetween') ledger.count('looks at the books in between')
    if (bookRead === 'wrong') ledger.reportWrong(`sum: ${difference} cents came from nowhere: ${JSON.stringify(books)}`)
    await pause(bookRead === 'inBetween' ? inBetweenEveryMs : booksEveryMs)
  }
}

/**
 * Causes a fault under load, lets people finish, and checks that everything in their answers is stored.
 * @param changes at least this many are acknowledged
 */
export const runRound = async (
  context: RoundContext,
  changes: number,
  inject: () => Promise<void>,
): Promise<Figures> => {
  const { ledger, load, chance, mpesa } = context
  const before = ledger.acknowledged()
  const sinceThen = () => ledger.acknowledged() - before
  const began = performance.now()
  const seconds = () => Math.round((performance.now() - began) / 1000)
  let [isInjected, isOver] = [false, false]
  const running = load.run(() => isInjected && sinceThen() >= changes)
  const looking = watchBooks(context, () => isOver)
  const when = chance.below(Math.ceil(changes * 0.8))
  while (sinceThen() < when && ledger.wrong.length === 0) await pause(5)
  try {
    await inject()
  } finally {
    isInjected = true
    await running.finally(() => {
      isOver = true
    })
  }
  console.log(`   people have all answers after ${seconds()} s`)
  await looking
  await mpesa.callbackSender.idle()
  load.add(importStatement(context))
  await load.run(() => true)
  const { wrong, figures } = await checkRunning(context, patienceMs)
  console.log(`   all checks ended after ${seconds()} s`)
  return { acknowledged: sinceThen(), sms: figures, wrong }
}
