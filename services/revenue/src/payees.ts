import { owedToAccount } from '@tuma/contracts/vocabulary'
import {
  type EventMetadata,
  pollUnderLease,
  type Recorded,
  type Streams,
  unlessDamaged,
} from '@tuma/platform/event-sourcing'
import { everyDocument } from '@tuma/platform/ports'
import type { BookEvent } from './domain/books-views.ts'
import { drawersView, handOversView } from './domain/drawer-views.ts'
import { owedView } from './domain/owed-views.ts'
import { leftPayeesView, type PayeeEvent, payee, payeeIn, payeePerson, payeeStream } from './domain/payee.ts'
import type { PayTos } from './pay-to.ts'

/** As it is stored. */
const name = 'revenue payees'
const looksEveryMs = 60_000
/** How long after the end of a parcel the event about its money may come: the two have no fixed order. */
const maxLateMs = 60 * 60_000

export type Payees = Awaited<ReturnType<typeof openPayees>>

/**
 * Keeps name and phone of a person who deleted their account while Tuma held money of theirs, or they held Tuma's,
 * until it is paid out and handed over. All other data of the person is erased before that. Afterwards the books have
 * only ids and amounts.
 */
export const openPayees = async (deps: {
  readonly streams: Streams<BookEvent>
  readonly payTos: Pick<PayTos, 'of'>
  readonly now: () => string
  readonly onFault: (error: unknown) => void
}) => {
  const { streams, payTos, now, onFault } = deps
  const left = await streams.readModel(leftPayeesView)
  const owed = await streams.readModel(owedView)
  const drawers = await streams.readModel(drawersView)
  const handOvers = await streams.readModel(handOversView)
  const record = streams.createRecorder(payee)

  const isOpen = async (accountId: string): Promise<boolean> => {
    const [theirs, drawer, waiting] = await Promise.all([
      owed.get(owedToAccount(accountId)),
      drawers.get(accountId),
      handOvers.countUpTo(1, { agentId: accountId, state: 'waiting' }),
    ])
    return [theirs?.cents ?? 0, drawer?.cents ?? 0, drawer?.awaiting ?? 0, waiting.count].some((open) => open > 0)
  }

  const forget = async (accountId: string): Promise<void> => {
    if (await isOpen(accountId)) return
    // The second key seals what admins wrote about their cash.
    await streams.keys.destroy([payeePerson(accountId), accountId])
    await record(payeeStream(accountId), { type: 'ForgetPayee', accountId, at: now() }, buildMetadata(accountId, now()))
  }

  const look = async (): Promise<void> => {
    const between = { to: new Date(Date.parse(now()) - maxLateMs).toISOString() }
    const due = await Array.fromAsync(everyDocument(left, { between }))
    if (due.length === 0) return
    await streams.assertShown([owedView, drawersView, handOversView], 'rows do not show yet what is open')
    for (const { accountId } of due) await unlessDamaged(forget(accountId), undefined)
  }
  const looking = pollUnderLease(looksEveryMs, { lease: streams.leaseFor('payees'), look, onFault })
  void looking.pollNow()

  return {
    /**
     * Runs before the account is deleted. It keeps the payout number, and not the phone of the profile.
     * @param expected more money may come, from parcels that are paid for on delivery
     */
    async keep(
      { accountId, expected }: { accountId: string; expected: boolean },
      metadata: EventMetadata,
    ): Promise<void> {
      if (!expected && !(await isOpen(accountId))) return
      const payTo = await payTos.of(accountId)
      if (!payTo) return
      const who = { name: payTo.name, phone: payTo.phone }
      await record(payeeStream(accountId), { type: 'KeepPayee', accountId, ...who, at: now() }, metadata)
    },
    /** All parcels that the account has sent have ended. */
    async leave(accountId: string, metadata: EventMetadata): Promise<void> {
      const { state } = await record(payeeStream(accountId), { type: 'LeavePayee', accountId, at: now() }, metadata)
      if (state === 'none') await streams.keys.destroy([accountId])
    },
    async of(accountId: string) {
      const past = (await unlessDamaged(streams.read(payeeStream(accountId)), [])) as Recorded<PayeeEvent>[]
      return payeeIn(past)
    },
    close: looking.close,
  }
}

/** Built from the account and not from the attempt, so that a second attempt adds nothing. */
const buildMetadata = (accountId: string, at: string): EventMetadata => ({
  at,
  commandId: `${name}:${accountId}`,
  correlationId: accountId,
  causationId: accountId,
  actor: { kind: 'system', name },
})
