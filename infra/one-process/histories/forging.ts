import { expect } from 'vitest'
import type { Deed } from './deeds.ts'
import { count, type Game, nth, stranger } from './game.ts'
import { getConfirmation, type Told, toMessage, toPromptCallback } from './mpesa-side.ts'
import type { Person } from './people.ts'
import type { Paid } from './second-ledger.ts'

const forger: Person = { id: 'nobody', name: 'Nobody Known', phone: '254799000999' }

/** A stranger sends a callback in M-Pesa's name, or shows a message of money that was never paid. */
export const forge = async (game: Game, { as, target, shillings }: Deed['forge']): Promise<void> => {
  const about = { receipt: game.receipt('F'), cents: 100 * shillings, at: game.second() }
  count(game, `forged ${as}`)
  await ways[as](game, { ...about, phone: forger.phone, name: forger.name }, target)
}

const addressOfConfirmations = ({ world }: Game): string => world.addresses.get('confirmation') ?? ''

const ways: {
  readonly [As in Deed['forge']['as']]: (game: Game, says: Told, target: number) => Promise<void>
} = {
  async unsealed(game, says) {
    const path = `${addressOfConfirmations(game).slice(0, -4)}0000`
    expect(await game.call(path, getConfirmation(says))).toEqual({ taken: false })
  },
  async message({ world, ledger, next }, says) {
    const claim = { reference: `PAY-${next()}`, senderName: forger.name, message: toMessage(says) }
    const verified = await world.payment.verify({ asked: world.asked(forger, 'user'), ...claim })
    expect(verified).toMatchObject({ success: true })
    ledger.forged.set(says.receipt, { cents: says.cents, isClaimed: true })
  },
  /** For a receipt that does not exist, that an agent has made up, or whose payment M-Pesa has not reported yet. */
  async confirmation(game, says, target) {
    const { ledger, hasAddressList } = game
    const untold = [...ledger.paid.values()].flatMap(({ isTold, receipt }) => (isTold ? [] : [receipt]))
    const madeUp = ledger.parcels.flatMap(({ how, receipt }) => (how === 'made_up' && receipt ? [receipt] : []))
    const about = nth([says.receipt, ...untold, ...madeUp], target) as string
    const body = getConfirmation({ ...says, receipt: about })
    expect(await game.call(addressOfConfirmations(game), body, stranger)).toEqual({ taken: !hasAddressList })
    if (hasAddressList) return
    const paid = ledger.paid.get(about)
    if (paid) paid.isMeddled = true
    else if (!madeUp.includes(about)) ledger.forged.set(about, { cents: says.cents, isClaimed: false })
  },
  /** Calls the address of an earlier prompt, as a log shows it. */
  async prompt_again(game, says, target) {
    const called = nth(game.called, target)
    if (!called) return
    const body = toPromptCallback({ ...says, cents: called.cents })
    expect(await game.call(called.path, body, stranger)).toEqual({ taken: !game.hasAddressList })
    if (!game.hasAddressList) game.ledger.forged.set(says.receipt, { cents: called.cents, isClaimed: true })
  },
  /** Names a higher amount than the prompt, before M-Pesa has called. */
  async other_amount(game, says, target) {
    const prompted = game.late.filter(({ path }) => path.includes('/prompt/'))
    const late = nth(prompted, target)
    if (!late) return
    const { cents } = game.ledger.paid.get(late.receipt) as Paid
    game.called.push({ path: late.path, cents, receipt: says.receipt })
    await game.call(late.path, toPromptCallback({ ...says, cents: cents + says.cents }))
  },
}
