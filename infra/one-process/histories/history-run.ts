import { deliveryEvents } from '@tuma/contracts/events'
import { type Announcement, announce } from '@tuma/platform/event-sourcing'
import { openMoneyServices } from './money-services.ts'
import { laterBy, receiptOn } from './mpesa-side.ts'
import { openLedger } from './second-ledger.ts'

/** A callback that M-Pesa has not brought yet. */
export type Late = { readonly path: string; readonly body: object; readonly receipt: string; readonly isProof: boolean }
/** The address of a prompt's earlier callback, and the amount of the prompt. */
export type Called = { readonly path: string; readonly cents: number; readonly receipt: string }

export const start = '2026-11-20T05:00:00.000Z'
const safaricom = '127.0.0.1'
export const stranger = '203.0.113.9'

/** One history under way: the product, and what the second calculation knows of it. */
export const openHistoryRun = async (hasAddressList: boolean) => {
  const services = await openMoneyServices({ hasAddressList, start })
  const ledger = openLedger()
  let number = 0
  return {
    ...{ services, ledger, hasAddressList },
    late: [] as Late[],
    called: [] as Called[],
    /** Receipts of money that left, or may have: actions type the last one again. */
    typed: [] as string[],
    /** The admins' actions, counted by outcome. */
    done: new Map<string, number>(),
    next: () => ++number,
    /** The current time as M-Pesa writes it, in whole seconds. */
    second: () => `${services.clock.now.slice(0, 19)}.000Z`,
    receipt: (kind: string, at = services.clock.now) => receiptOn(at, kind, ++number),
    pass: (minutes: number) => {
      services.clock.now = laterBy(services.clock.now, minutes * 60_000)
    },
    call: (path: string, body: object, address = safaricom) =>
      services.payment.callback({ path, body: JSON.stringify(body), address, correlationId: 'call' }),
    /** Delivery's events come twice, as a bus may deliver them. */
    tellOfParcel: (deliveryId: string, ...all: readonly Announcement[]) => {
      const messages = all.map((one) => ({ ...one, id: `m${++number}`, key: `delivery-${deliveryId}`, headers: {} }))
      return services.tell([...messages, ...messages])
    },
  }
}
export type HistoryRun = Awaited<ReturnType<typeof openHistoryRun>>

/** @returns an element, counting round; undefined if there are none */
export const nth = <One>(all: readonly One[], index: number): One | undefined =>
  all.length === 0 ? undefined : all[index % all.length]

export const count = ({ done }: Pick<HistoryRun, 'done'>, what: string): void =>
  void done.set(what, (done.get(what) ?? 0) + 1)

export const getCode = (error: unknown): string => String((error as { code?: string }).code ?? error)
export { announce, deliveryEvents }
