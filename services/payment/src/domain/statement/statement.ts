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

/** The id is a keyed hash of the file's bytes: the same file is the same statement. */
export const statementStream = (statementId: string): string => `statement-${statementId}`
/** Some rows of a file; the id is a keyed hash of their content, so that the same rows are kept once. */
export const pageStream = (pageId: string): string => `page-${pageId}`

/** A row as it is kept: its payer as keyed hashes of words of the name and of the end of the phone. */
export type KeptRow = {
  readonly receipt: string
  readonly kind: RowKind
  /** M-Pesa's own words for an unknown kind; null for a known one. */
  readonly name: string | null
  /** Its words name a charge, whatever kind it is read as. */
  readonly isCharge: boolean
  /** What the till gains, negative where it loses. */
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

/** An unknown kind of rows in a file, and the sum of its rows. */
export type UnknownKind = {
  readonly kindId: string
  readonly name: string
  readonly direction: RowDirection
  readonly count: number
  readonly cents: number
}

/** An admin's decision about a kind, as it was in force when a file was committed. */
export type KindRuling = Ruling & { readonly as: TreatedKind }

/** The figures of a whole file. */
export type Whole = Balance & {
  /** In the order of the file. */
  readonly pageIds: readonly string[]
  readonly rows: number
  readonly from: string
  readonly to: string
  readonly shortCode: string | null
  readonly account: string | null
  /** The balance of each of its accounts before its first row; the account that customers pay into comes first. */
  readonly openings: readonly AccountOpening[]
  /** The first of them. */
  readonly unknownKinds: readonly UnknownKind[]
  /** What the file's name says; null where it says nothing. */
  readonly proposal: StatementProposal | null
}

export type StatementEvent =
  /** Recorded once more at the first upload after the day of the newest row: that day is complete then. */
  | DomainEvent<'StatementRead', Whole & { readonly at: string }>
  /**
   * An admin wants all its rows imported. `confirmed`: the admin says that it is ours, where that was not known;
   * `shortCode`: the one in the file's name, which the admin confirmed; `rulings`: the admins' decisions about its
   * unknown kinds.
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
  /** So many of its pages are imported. */
  | DomainEvent<'StatementPageApplied', { readonly pages: number; readonly at: string }>
  | DomainEvent<'StatementApplied', { readonly at: string }>

export type Statement = Whole & {
  readonly state: StatementState
  /** When it was uploaded. */
  readonly readAt: string
  readonly applied: number
  /** Those in force at the last commit. */
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
        // An admin has committed it, so only the day of its upload is new.
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

/** In a file that was uploaded on the same day, the newest row may not be the last of that day. */
const isFirstAfterItsDay = ({ readAt, to }: Statement, at: string): boolean =>
  getEatDay(readAt) <= getEatDay(to) && getEatDay(at) > getEatDay(to)

const committed = ({ confirmed, shortCode, rulings, at }: Extract<StatementCommand, { type: 'CommitStatement' }>) => ({
  ...{ confirmed, shortCode, rulings, at },
})

/** An imported file may be committed again once admins' decisions about its kinds change how it is read. */
export const readsOtherwise = ({ state, rulings }: Statement, inForce: readonly KindRuling[]): boolean =>
  state === 'applied' &&
  inForce.some((one) => !rulings.some(({ kindId, since }) => kindId === one.kindId && since === one.since))
/** Before it is committed, the same file under another name may give a better short code. */
const isRenamed = ({ state, proposal: was }: Statement, { proposal }: Pick<Whole, 'proposal'>): boolean =>
  state === 'read' &&
  proposal !== null &&
  (was?.shortCode !== proposal.shortCode || was.from !== proposal.from || was.to !== proposal.to)
