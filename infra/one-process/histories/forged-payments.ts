import { expect } from 'vitest'
import type { Action } from './actions.ts'
import { count, type HistoryRun, nth, stranger } from './history-run.ts'
import { getConfirmation, type Told, toMessage, toPromptCallback } from './mpesa-side.ts'
import type { Person } from './people.ts'
import type { Paid } from './second-ledger.ts'

const forger: Person = { id: 'nobody', name: 'Nobody Known', phone: '254799000999' }

/** A stranger sends a callback in M-Pesa's name, or shows a message of money that was never paid. */
export const forge = async (run: HistoryRun, { as, target, shillings }: Action['forge']): Promise<void> => {
  const about = { receipt: run.receipt('F'), cents: 100 * shillings, at: run.second() }
  count(run, `forged ${as}`)
  await ways[as](run, { ...about, phone: forger.phone, name: forger.name }, target)
}

const addressOfConfirmations = ({ services }: HistoryRun): string => services.addresses.get('confirmation') ?? ''

const ways: {
  readonly [As in Action['forge']['as']]: (run: HistoryRun, says: Told, target: number) => Promise<void>
} = {
  async unsealed(run, says) {
    const path = `${addressOfConfirmations(run).slice(0, -4)}0000`
    expect(await run.call(path, getConfirmation(says))).toEqual({ taken: false })
  },
  async message({ services, ledger, next }, says) {
    const claim = { reference: `PAY-${next()}`, senderName: forger.name, message: toMessage(says) }
    const verified = await services.payment.verify({ asked: services.asked(forger, 'user'), ...claim })
    expect(verified).toMatchObject({ success: true })
    ledger.forged.set(says.receipt, { cents: says.cents, isClaimed: true })
  },
  /** For a receipt that does not exist, that an agent has made up, or whose payment M-Pesa has not reported yet. */
  async confirmation(run, says, target) {
    const { ledger, hasAddressList } = run
    const untold = [...ledger.paid.values()].flatMap(({ isTold, receipt }) => (isTold ? [] : [receipt]))
    const madeUp = ledger.parcels.flatMap(({ how, receipt }) => (how === 'made_up' && receipt ? [receipt] : []))
    const about = nth([says.receipt, ...untold, ...madeUp], target) as string
    const body = getConfirmation({ ...says, receipt: about })
    expect(await run.call(addressOfConfirmations(run), body, stranger)).toEqual({ taken: !hasAddressList })
    if (hasAddressList) return
    const paid = ledger.paid.get(about)
    if (paid) paid.isMeddled = true
    else if (!madeUp.includes(about)) ledger.forged.set(about, { cents: says.cents, isClaimed: false })
  },
  /** Calls the address of an earlier prompt, as a log shows it. */
  async prompt_again(run, says, target) {
    const called = nth(run.called, target)
    if (!called) return
    const body = toPromptCallback({ ...says, cents: called.cents })
    expect(await run.call(called.path, body, stranger)).toEqual({ taken: !run.hasAddressList })
    if (!run.hasAddressList) run.ledger.forged.set(says.receipt, { cents: called.cents, isClaimed: true })
  },
  /** Names a higher amount than the prompt, before M-Pesa has called. */
  async other_amount(run, says, target) {
    const prompted = run.late.filter(({ path }) => path.includes('/prompt/'))
    const late = nth(prompted, target)
    if (!late) return
    const { cents } = run.ledger.paid.get(late.receipt) as Paid
    run.called.push({ path: late.path, cents, receipt: says.receipt })
    await run.call(late.path, toPromptCallback({ ...says, cents: cents + says.cents }))
  },
}
