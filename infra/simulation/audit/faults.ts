import type { Fault } from '../planted/faults.ts'

/** Wrong releases, and damage on the disk, that a check of the daily audit must name. */
export const auditFaults: readonly Fault[] = [
  {
    name: 'the sum of an account lacks a hundredth of each move',
    seed: 2,
    file: 'services/revenue/src/domain/journal.ts',
    edits: [
      [
        '{ account: to.account, party: to.party ?? null, cents }',
        '{ account: to.account, party: to.party ?? null, cents: cents - Math.trunc(cents / 100) }',
      ],
    ],
    auditFinds: 'accounts_unbalanced',
  },
  {
    name: 'one payment is noted as used by two parcels',
    seed: 1,
    file: 'services/payment/src/domain/payment-decisions.ts',
    edits: [
      [
        "[{ type: 'PaymentUsed', data: used }]",
        "[{ type: 'PaymentUsed', data: used }, { type: 'PaymentUsed', data: { ...used, deliveryId: 'other ' + deliveryId } }]",
      ],
    ],
    auditFinds: 'payment_on_two_parcels',
  },
  {
    name: 'a row is changed by hand after it was written',
    seed: 1,
    file: 'services/platform/src/engines/embedded/documents/collection-table.ts',
    edits: [
      [
        'values: [...values, sum(values)]',
        "values: [...values, collection === 'shop-days-v1' ? sum([...values, 1]) : sum(values)]",
      ],
    ],
    auditFinds: 'row_changed',
  },
  {
    name: 'a drawer is emptied by a shilling less than was handed over',
    seed: 2,
    file: 'services/revenue/src/domain/drawer.ts',
    edits: [['...moved(handed, { account', '...moved(handed - (handed > 0 ? 100 : 0), { account']],
    auditFinds: 'in_transit_differs',
  },
  {
    name: 'an event is damaged as it is written',
    seed: 1,
    file: 'services/platform/src/engines/embedded/events/event-writes.ts',
    edits: [
      [
        '...kept, checksumAsKept(checksum)',
        "...kept, checksumAsKept(type === 'CallbackTaken' ? checksum.replace(/^./, (first) => (first === '0' ? '1' : '0')) : checksum)",
      ],
    ],
    auditFinds: 'event_damaged',
  },
]
