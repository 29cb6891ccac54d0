import { type Decider, type DomainEvent, erased, type View } from '@tuma/platform/domain'

/**
 * Name and phone of a person whose account is deleted: kept until nothing is owed to them and nothing is in their
 * drawer.
 */
export const payeeStream = (accountId: string): string => `payee-${accountId}`
/** The person whose key seals them. */
export const payeePerson = (accountId: string): string => `payee:${accountId}`

type Payee = { readonly personId: string; readonly name: string; readonly phone: string }

export type PayeeEvent =
  | DomainEvent<'PayeeKept', { readonly accountId: string; readonly payee: Payee; readonly at: string }>
  /** All parcels that the account has sent have ended, so no more money can come. */
  | DomainEvent<'PayeeLeft', { readonly accountId: string; readonly at: string }>
  | DomainEvent<'PayeeForgotten', { readonly accountId: string; readonly at: string }>

type About = { readonly accountId: string; readonly at: string }
export type PayeeCommand =
  | ({ readonly type: 'KeepPayee'; readonly name: string; readonly phone: string } & About)
  | ({ readonly type: 'LeavePayee' } & About)
  | ({ readonly type: 'ForgetPayee' } & About)

type Standing = 'none' | 'kept' | 'left' | 'forgotten'

const decide = (command: PayeeCommand, standing: Standing): PayeeEvent[] => {
  const { accountId, at } = command
  switch (command.type) {
    case 'KeepPayee': {
      const payee = { personId: payeePerson(accountId), name: command.name, phone: command.phone }
      // After a refused deletion the data stays kept, and at the next deletion the person may have another phone.
      return standing === 'none' || standing === 'kept' ? [{ type: 'PayeeKept', data: { accountId, payee, at } }] : []
    }
    case 'LeavePayee':
      return standing === 'kept' ? [{ type: 'PayeeLeft', data: { accountId, at } }] : []
    case 'ForgetPayee':
      return standing === 'left' ? [{ type: 'PayeeForgotten', data: { accountId, at } }] : []
  }
}

const evolve = (_: Standing, { type }: PayeeEvent): Standing => {
  switch (type) {
    case 'PayeeKept':
      return 'kept'
    case 'PayeeLeft':
      return 'left'
    case 'PayeeForgotten':
      return 'forgotten'
  }
}

export const payee: Decider<Standing, PayeeCommand, PayeeEvent> = { initialState: 'none', decide, evolve }

/** The latest kept name and phone; null where none are kept, or where they were forgotten. */
export const payeeIn = (past: readonly PayeeEvent[]): Pick<Payee, 'name' | 'phone'> | null => {
  const kept = past.findLast((event) => event.type === 'PayeeKept')
  if (!kept || kept.data.payee.name === erased) return null
  const { name, phone } = kept.data.payee
  return { name, phone }
}

export type LeftPayeeRow = { readonly accountId: string; readonly leftAt: string }

/** People to forget as soon as nothing of theirs is open. */
export const leftPayeesView: View<PayeeEvent, LeftPayeeRow> = {
  whenDamaged: 'refuses',
  collection: {
    name: 'left-payees-v1',
    shape: { accountId: 'text', leftAt: 'text' },
    fields: { leftAt: 'text' },
    indexes: [],
    sortBy: 'leftAt',
  },
  getIds: ({ type, data }) => (type === 'PayeeKept' ? [] : [data.accountId]),
  project: (_row, { type, data: { accountId, at } }) => (type === 'PayeeLeft' ? { accountId, leftAt: at } : null),
}
