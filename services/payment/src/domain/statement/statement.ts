import {
  getEatDay,
  Refused,
  type RowDirection,
  type RowKind,
  type StatementState,
  type TreatedKind,
} from '@tuma/contracts/vocabulary'
import type { Decider, DomainEvent } from '@tuma/platform/domain'
import type { AccountOpening, Balance } from './running-balance.ts'
import type { StatementProposal } from './statement-file-name.ts'
import type { Ruling } from './till-movement.ts'

/** Its id is a keyed hash of the file's bytes: the same file is the same statement. */
export const statementStream = (statementId: string): string => `statement-${statementId}`
/** Some rows of a file; its id is a keyed hash of what they say, so that the same rows are kept once. */
export const pageStream = (pageId: string): string => `page-${pageId}`

/** A row as it is kept: its payer as keyed hashes of words of the name and of how the phone ends. */
export type KeptRow = {
  readonly receipt: string
  readonly kind: RowKind
  /** M-Pesa's own words for a kind that is not known; null where it is. */
  readonly name: string | null
  /** Its words say that it is a charge, as whatever kind it is read. */
  readonly isCharge: boolean
  /** What the till has more, negative what it has less. */
  readonly cents: number
  readonly at: string
  readonly balance: number | null
  readonly linked: string | null
  readonly payerNames: readonly string[]
  readonly payerPhoneEnd: string | null
}

export type PageEvent = DomainEvent<'StatementPageKept', { readonly rows: readonly KeptRow[]; readonly at: string }>
export type KeepPage = { readonly type: 'KeepPage' } & PageEvent['data']

export const page: Decider<'kept' | null, KeepPage, PageEvent> = {
  initialState: null,
  decide: ({ type: _, ...data }, kept) => (kept ? [] : [{ type: 'StatementPageKept', data }]),
  evolve: () => 'kept',
}

/** A kind of rows in a file that we do not know, and what its rows come to. */
export type UnknownKind = {
  readonly kindId: string
  readonly name: string
  readonly direction: RowDirection
  readonly count: number
  readonly cents: number
}

/** An admin's word about a kind, as it was in force when a file was committed. */
export type KindRuling = Ruling & { readonly as: TreatedKind }

/** What a file says as a whole. */
export type Whole = Balance & {
  /** In the order of the file. */
  readonly pageIds: readonly string[]
  readonly rows: number
  readonly from: string
  readonly to: string
  readonly shortCode: string | null
  readonly account: string | null
  /** What stood in each of its accounts; the first is the one that customers pay into. */
  readonly openings: readonly AccountOpening[]
  /** The first of them. */
  readonly unknownKinds: readonly UnknownKind[]
  /** What the file's name says; null where it says nothing. */
  readonly proposal: StatementProposal | null
}

export type StatementEvent =
  /** Again where the same file is uploaded after the day of its newest row for the first time: that day is whole then. */
  | DomainEvent<'StatementRead', Whole & { readonly at: string }>
  /**
   * By an admin: all of its rows are to be taken over. `confirmed`: that it is ours, where nobody had said so; `shortCode`: the one
   * of the file's name, which the admin confirmed; `rulings`: what admins have said of its unknown kinds.
   */
  | DomainEvent<
      'StatementCommitted',
      {
        readonly confirmed: boolean
        readonly shortCode: string | null
        readonly rulings: readonly KindRuling[]
        readonly at: string
      }
    >
  /** So many of its pages have been taken over. */
  | DomainEvent<'StatementPageApplied', { readonly pages: number; readonly at: string }>
  | DomainEvent<'StatementApplied', { readonly at: string }>

export type Statement = Whole & {
  readonly state: StatementState
  /** When it was uploaded. */
  readonly readAt: string
  readonly applied: number
  /** In force when it was committed last. */
  readonly rulings: readonly KindRuling[]
}

export type StatementCommand =
  | ({ readonly type: 'ReadStatement'; readonly at: string } & Whole)
  | {
      readonly type: 'CommitStatement'
      readonly confirmed: boolean
      readonly rulings: readonly KindRuling[]
      readonly shortCode: string | null
      readonly at: string
    }
  | { readonly type: 'ApplyPage'; readonly pages: number; readonly at: string }
  | { readonly type: 'EndStatement'; readonly at: string }

export const statement: Decider<Statement | null, StatementCommand, StatementEvent> = {
  initialState: null,
  decide: (command, state) => {
    if (command.type === 'ReadStatement') {
      const { type: _, ...data } = command
      const isNews = !state || isRenamed(state, data) || isFirstAfterItsDay(state, data.at)
      return isNews ? [{ type: 'StatementRead', data }] : []
    }
    if (!state) throw new Refused('not_found')
    const { at } = command
    switch (command.type) {
      case 'CommitStatement':
        return state.state === 'read' || readsOtherwise(state, command.rulings)
          ? [{ type: 'StatementCommitted', data: committed(command) }]
          : []
      case 'ApplyPage':
        return state.state === 'committed' && command.pages > state.applied
          ? [{ type: 'StatementPageApplied', data: { pages: command.pages, at } }]
          : []
      case 'EndStatement':
        return state.state === 'committed' ? [{ type: 'StatementApplied', data: { at } }] : []
    }
  },
  evolve: (state, { type, data }) => {
    switch (type) {
      case 'StatementRead': {
        const { at, ...whole } = data
        // An admin has taken it over: only the day of its upload is news.
        if (state && state.state !== 'read') return { ...state, readAt: at }
        return { ...whole, state: 'read', readAt: at, applied: 0, rulings: [] }
      }
      case 'StatementCommitted':
        return (
          state && {
            ...state,
            ...{ state: 'committed', applied: 0, rulings: data.rulings },
            shortCode: state.shortCode ?? data.shortCode,
          }
        )
      case 'StatementPageApplied':
        return state && { ...state, applied: data.pages }
      case 'StatementApplied':
        return state && { ...state, state: 'applied' }
    }
  },
}

/** The newest row of a file that was uploaded on the same day may not be the last of that day. */
const isFirstAfterItsDay = ({ readAt, to }: Statement, at: string): boolean =>
  getEatDay(readAt) <= getEatDay(to) && getEatDay(at) > getEatDay(to)

const committed = ({ confirmed, shortCode, rulings, at }: Extract<StatementCommand, { type: 'CommitStatement' }>) => ({
  ...{ confirmed, shortCode, rulings, at },
})

/** A file that was taken over reads otherwise once an admin has said more about its kinds: it may be committed again. */
export const readsOtherwise = ({ state, rulings }: Statement, inForce: readonly KindRuling[]): boolean =>
  state === 'applied' &&
  inForce.some((one) => !rulings.some(({ kindId, since }) => kindId === one.kindId && since === one.since))
/** Before it is committed, the same file under another name may say better whose it is. */
const isRenamed = ({ state, proposal: was }: Statement, { proposal }: Pick<Whole, 'proposal'>): boolean =>
  state === 'read' &&
  proposal !== null &&
  (was?.shortCode !== proposal.shortCode || was.from !== proposal.from || was.to !== proposal.to)
