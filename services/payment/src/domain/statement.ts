import { Refused, type RowKind, type StatementState } from '@tuma/contracts/vocabulary'
import type { Decider, DomainEvent } from '@tuma/platform/domain'
import type { Balance } from './running-balance.ts'
import type { StatementProposal } from './statement-file-name.ts'

/** Its id is a keyed hash of the file's bytes: the same file is the same statement. */
export const statementStream = (statementId: string): string => `statement-${statementId}`
/** Some rows of a file; its id is a keyed hash of what they say, so that the same rows are kept once. */
export const pageStream = (pageId: string): string => `page-${pageId}`

/** A row as it is kept: its payer as keyed hashes of words of the name and of how the phone ends. */
export type KeptRow = {
  readonly receipt: string
  readonly kind: RowKind
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

/** What a file says as a whole. */
export type Whole = Balance & {
  /** In the order of the file. */
  readonly pageIds: readonly string[]
  readonly rows: number
  readonly from: string
  readonly to: string
  readonly shortCode: string | null
  readonly account: string | null
  /** What the file's name says; null where it says nothing. */
  readonly proposal: StatementProposal | null
}

export type StatementEvent =
  | DomainEvent<'StatementRead', Whole & { readonly at: string }>
  /**
   * By an admin: all of its rows are to be taken over. `confirmed`: that it is ours, where nobody had said so; `shortCode`: the one
   * of the file's name, which the admin confirmed.
   */
  | DomainEvent<
      'StatementCommitted',
      { readonly confirmed: boolean; readonly shortCode: string | null; readonly at: string }
    >
  /** So many of its pages have been taken over. */
  | DomainEvent<'StatementPageApplied', { readonly pages: number; readonly at: string }>
  | DomainEvent<'StatementApplied', { readonly at: string }>

export type Statement = Whole & {
  readonly state: StatementState
  readonly readAt: string
  readonly applied: number
}

export type StatementCommand =
  | ({ readonly type: 'ReadStatement'; readonly at: string } & Whole)
  | {
      readonly type: 'CommitStatement'
      readonly confirmed: boolean
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
      return state && !isRenamed(state, data) ? [] : [{ type: 'StatementRead', data }]
    }
    if (!state) throw new Refused('not_found')
    const { at } = command
    switch (command.type) {
      case 'CommitStatement':
        return state.state === 'read'
          ? [{ type: 'StatementCommitted', data: { confirmed: command.confirmed, shortCode: command.shortCode, at } }]
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
        return { ...whole, state: 'read', readAt: at, applied: 0 }
      }
      case 'StatementCommitted':
        return state && { ...state, state: 'committed', shortCode: state.shortCode ?? data.shortCode }
      case 'StatementPageApplied':
        return state && { ...state, applied: data.pages }
      case 'StatementApplied':
        return state && { ...state, state: 'applied' }
    }
  },
}

/** Before it is committed, the same file under another name may say better whose it is. */
const isRenamed = ({ state, proposal: was }: Statement, { proposal }: Pick<Whole, 'proposal'>): boolean =>
  state === 'read' &&
  proposal !== null &&
  (was?.shortCode !== proposal.shortCode || was.from !== proposal.from || was.to !== proposal.to)
