import type { Chance } from './chance.ts'
import { getDayLetters } from './nairobi.ts'
import type { Person } from './people.ts'

/** One movement on the merchant's account: a row of the statement. */
export type Movement = {
  readonly kind: 'payment' | 'charge' | 'settlement' | 'reversal' | 'sent'
  /** A charge has the receipt of its payment. */
  readonly receipt: string
  /** ISO instant. */
  readonly at: string
  readonly status: 'Completed' | 'Failed'
  /** Negative amounts leave the account; for a failed payment the amount that it would have had. */
  readonly cents: number
  readonly balanceCents: number
  /** The payer; for money that was sent, the receiver. */
  readonly payer: Person | null
  /** By a prompt; otherwise the payer typed the number. */
  readonly online: boolean
  /** What the payer typed as account; paybills only. */
  readonly account: string
  /** For a reversal: the receipt that it takes back. */
  readonly linked: string | null
}

export type Payment = {
  readonly payer: Person
  readonly cents: number
  readonly online: boolean
  readonly account: string
}

const characters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const freeUpToCents = 200_00
const maxChargeCents = 200_00

/** 0.55 %, to the cent: 2,500 costs 13.75. */
const getCharge = (cents: number): number =>
  cents <= freeUpToCents ? 0 : Math.min(maxChargeCents, Math.round(cents * 0.0055))

/** The merchant's account. Every callback, confirmation, answer and export is read from here. */
export const openLedger = ({ now, chance }: { readonly now: () => string; readonly chance: Chance }) => {
  const movements: Movement[] = []
  const receipts = new Set<string>()
  let balanceCents = 0

  const nextReceipt = (): string => {
    const receipt = getDayLetters(now()) + chance.text(7, characters)
    if (receipts.has(receipt)) return nextReceipt()
    receipts.add(receipt)
    return receipt
  }
  const record = (moved: Pick<Movement, 'kind' | 'receipt' | 'cents'> & Partial<Movement>): Movement => {
    if (moved.status !== 'Failed') balanceCents += moved.cents
    const plain = { status: 'Completed', payer: null, online: false, account: '', linked: null } as const
    const movement = { ...plain, at: now(), ...moved, balanceCents }
    movements.push(movement)
    return movement
  }

  return {
    /** Records the payment, and its charge as a movement of its own. */
    pay({ cents, ...by }: Payment): Movement {
      const payment = record({ kind: 'payment', receipt: nextReceipt(), cents, ...by })
      const charge = getCharge(cents)
      if (charge > 0) record({ kind: 'charge', receipt: payment.receipt, cents: -charge, online: by.online })
      return payment
    },
    /**
     * A payment from before this account was opened here, so that a query about it does not answer that it does not
     * exist.
     */
    remember({ receipt, at, ...payment }: Payment & Pick<Movement, 'receipt' | 'at'>): Movement {
      if (receipts.has(receipt)) throw new Error(`${receipt} stands here already.`)
      receipts.add(receipt)
      return record({ kind: 'payment', receipt, at, ...payment })
    },
    /** It is in the statement, and moves nothing. */
    fail: ({ cents, ...by }: Payment): Movement =>
      record({ kind: 'payment', receipt: nextReceipt(), cents, status: 'Failed', ...by }),
    /** Moves money to the merchant's bank: the whole balance, or this much. */
    settle: (cents = balanceCents): Movement => record({ kind: 'settlement', receipt: nextReceipt(), cents: -cents }),
    /** From the merchant's account to a person. */
    send: (to: Person, cents: number): Movement =>
      record({ kind: 'sent', receipt: nextReceipt(), cents: -cents, payer: to }),
    /** Gets a receipt of its own. @throws Error where the payment cannot be taken back */
    reverse(receipt: string): Movement {
      const paid = movements.find((one) => one.receipt === receipt && one.kind === 'payment')
      if (!paid || paid.status === 'Failed' || movements.some(({ linked }) => linked === receipt))
        throw new Error(`There is nothing to reverse under ${receipt}.`)
      return record({
        kind: 'reversal',
        receipt: nextReceipt(),
        cents: -paid.cents,
        payer: paid.payer,
        linked: receipt,
      })
    },
    payment: (receipt: string): Movement | null =>
      movements.find((one) => one.receipt === receipt && one.kind === 'payment') ?? null,
    isReversed: (receipt: string): boolean => movements.some(({ linked }) => linked === receipt),
    movements: (): readonly Movement[] => movements,
    balanceCents: (): number => balanceCents,
  }
}
export type Ledger = ReturnType<typeof openLedger>
