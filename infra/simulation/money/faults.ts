import type { Fault } from '../planted/faults.ts'

const payment = (file: string) => `services/payment/src/${file}`
const delivery = (file: string) => `services/delivery/src/${file}`
const revenue = (file: string) => `services/revenue/src/${file}`

/** Wrong releases that lose or double money. */
export const moneyFaults: readonly Fault[] = [
  {
    name: 'a process manager notes that it is through before it has reacted',
    seed: 5,
    file: 'services/platform/src/event-sourcing/following/process-manager.ts',
    edits: [
      [
        'if (concerning.length > 0) await react(concerning)\n      else if (passed < maxPassed) return\n      await behind.keep([{ name, ...last }])',
        'if (concerning.length === 0 && passed < maxPassed) return\n      await documents.write([], [{ name, ...last }])\n      if (concerning.length > 0) await react(concerning)',
      ],
    ],
  },
  {
    name: 'a cancelled parcel stays in the figures',
    seed: 1,
    file: revenue('domain/sale-cancelled.ts'),
    edits: [["...(feeTaken ? [{ type: 'FeeTakenBack', data: feeTaken } as const] : []),", '']],
  },
  {
    name: 'the fee of a cancelled parcel stays earned',
    seed: 1,
    file: revenue('domain/sale-outcome.ts'),
    edits: [['isCancelled({ cancelled }, booked.at) || ', '']],
  },
  {
    name: 'two admins receive the same cash',
    seed: 7,
    file: revenue('domain/handing-over.ts'),
    edits: [["if (handOver.received) throw new Refused('stale')", '']],
  },
  {
    name: 'a payout is paid twice',
    seed: 15,
    file: revenue('domain/owed.ts'),
    edits: [['{ ...parcel, paid: true }', '{ ...parcel, paid: false }']],
  },
  {
    name: 'a refund is noted twice',
    seed: 2,
    file: payment('outgoing/refunds.ts'),
    edits: [
      [
        "{ type: 'RefundPayment', refundId: id, cents, receipt, note, at }\n    const { state",
        "{ type: 'RefundPayment', refundId: id + metadata.commandId, cents, receipt: receipt + metadata.commandId.length, note, at }\n    const { state",
      ],
      ['if (past.at(-1)?.id !== event.id) continue', ''],
      [
        'await finish(outgoingId, event.data, event.metadata)',
        'await finish(outgoingId, event.data, { ...event.metadata, commandId: event.id })',
      ],
    ],
  },
  {
    name: 'a doubt is ignored',
    seed: 3,
    file: 'services/delivery/src/jobs/payment-reactions.ts',
    edits: [["code: 'payment_doubted' }, reactionMetadata(", "code: 'no_money' }, reactionMetadata("]],
  },
  {
    name: 'a doubt of a parcel that was handed over is forgotten',
    seed: 37,
    file: 'services/delivery/src/domain/trouble/holds.ts',
    edits: [
      [
        'if (!parcel || parcel.holds.includes(code)) return []',
        'if (!parcel || !isUnderWay(parcel) || parcel.holds.includes(code)) return []',
      ],
    ],
  },
  {
    name: 'an SMS leaves before its attempt is recorded',
    seed: 3,
    file: 'services/notification/src/attempts/send-message.ts',
    edits: [
      [
        'const { recordAttempt, spending, leave } = attempts(deps)',
        'const early = new Map()\n  const hurried = ([channel, one]) => [channel, { ...one, send: (message) => early.get(message.messageId) ?? one.send(message) }]\n  const { recordAttempt, spending, leave } = attempts({ ...deps, providers: Object.fromEntries(Object.entries(deps.providers).map(hurried)) })',
      ],
      [
        'const own = {',
        "const messageId = stream.slice('message-'.length)\n      const sent = deps.providers[command.composed.channel].send({ messageId, ...rendered })\n      early.set(messageId, sent)\n      await sent.catch(() => null)\n      const own = {",
      ],
    ],
  },
  {
    name: 'a callback is answered before it is stored',
    seed: 1,
    file: payment('callbacks/callbacks.ts'),
    edits: [
      [
        "await take(hash('callback', [kind, body]), false)",
        "void take(hash('callback', [kind, body]), false).catch(() => null)",
      ],
      [
        "const { state: first } = await take(hash('callback', [kind, about]), false)",
        "const first = body\n    void take(hash('callback', [kind, about]), false).catch(() => null)",
      ],
    ],
  },
  {
    name: 'what a statement takes back stays paid',
    seed: 6,
    file: payment('statements/importing-rows.ts'),
    edits: [["if (payment === 'reverse') await payments.takeBack(one, metadata)", '']],
  },
  {
    name: 'the last row of a statement page is left out',
    seed: 1,
    file: payment('statements/importing-rows.ts'),
    edits: [
      [
        'const readings = await Promise.all(rows.map(read))',
        'const readings = await Promise.all(rows.slice(0, -1).map(read))',
      ],
    ],
  },
  {
    name: 'a paid booking is not booked',
    seed: 1,
    file: delivery('bookings/booking-parcels.ts'),
    edits: [['const paid = payingFor(deps, found)', 'const paid = null']],
  },
  {
    name: 'the money for a booking is not looked for',
    seed: 1,
    file: delivery('bookings/booking-money.ts'),
    edits: [["if (state === 'paid' && money) await takeMoney(found, asked, money, changedAt)", '']],
  },
  {
    name: 'cash that is paid in stays in the drawer',
    seed: 1,
    file: revenue('domain/paying-in.ts'),
    edits: [['return [toPaidIn(command, state)]', 'return []']],
  },
  {
    name: 'cash stays paid in though its money went back',
    seed: 19,
    file: revenue('domain/paying-in.ts'),
    edits: [['return paid <= 0 ? [back]', 'return paid <= 0 ? []']],
  },
]
