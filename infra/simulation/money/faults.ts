import type { Fault } from '../faults.ts'

const payment = (file: string) => `services/payment/src/${file}`
const revenue = (file: string) => `services/revenue/src/${file}`

/** Wrong releases that lose or double money. */
export const moneyFaults: readonly Fault[] = [
  {
    name: 'a process manager notes that it is through before it has reacted',
    seed: 1,
    file: 'services/platform/src/event-sourcing/process-manager.ts',
    edits: [
      [
        'if (concerning.length > 0) await react(concerning)\n      else if (position - kept < passedMost) return\n      await documents.write([], [{ name, position }])',
        'if (concerning.length === 0 && position - kept < passedMost) return\n      await documents.write([], [{ name, position }])\n      if (concerning.length > 0) await react(concerning)',
      ],
    ],
  },
  {
    name: 'what is remembered of a drawer is one event old',
    seed: 1,
    file: revenue('as-it-stood.ts'),
    edits: [
      [
        'const handled = await handle(stream, command, metadata, standings.take(stream))\n    standings.keep(stream, handled)',
        'const before = standings.take(stream)\n    const handled = await handle(stream, command, metadata, before)\n    standings.keep(stream, { revision: handled.revision, state: before?.state ?? handled.state })',
      ],
    ],
  },
  {
    name: 'two admins receive the same cash',
    seed: 1,
    file: revenue('domain/drawer.ts'),
    edits: [["if (handOver.received) throw new Refused('stale')", '']],
  },
  {
    name: 'a payout is paid twice',
    seed: 1,
    file: revenue('domain/owed.ts'),
    edits: [['{ ...parcel, paid: true }', '{ ...parcel, paid: false }']],
  },
  {
    name: 'a page of a statement is noted before its rows are taken over',
    seed: 1,
    file: payment('applying-statements.ts'),
    edits: [
      [
        'await rows(await rowsOf(streams, pageId), goOn)\n    const pages = index + 1\n',
        "const pages = index + 1\n    await record(stream, { type: 'ApplyPage', pages, at }, tracing('early', String(pages)))\n    await rows(await rowsOf(streams, pageId), goOn)\n",
      ],
    ],
  },
  {
    name: 'a callback is answered before it is stored',
    seed: 1,
    file: payment('callbacks.ts'),
    edits: [
      [
        "await take(hash('callback', [kind, body]), false)",
        "void take(hash('callback', [kind, body]), false).catch(() => null)",
      ],
      [
        "const { state: first } = await take(hash('callback', [kind, about]), false)",
        "const { state: first } = { state: body }\n    void take(hash('callback', [kind, about]), false).catch(() => null)",
      ],
    ],
  },
  {
    name: 'a prompt is pushed again by the next life',
    seed: 1,
    file: payment('sending-prompts.ts'),
    edits: [
      ['if (repeated || events.length === 0 || !state) return', 'if (!state) return'],
      [
        'const over = commandWhenOver(row, now)',
        "if (row.state === 'asked' && row.attemptedAt !== null && under.size === 0) return pushing(row.promptId)\n      const over = commandWhenOver(row, now)",
      ],
    ],
  },
  {
    name: 'an SMS leaves before its attempt is recorded',
    seed: 1,
    file: 'services/notification/src/sending.ts',
    edits: [
      [
        'const { recordAttempt, recorder, spending, leave } = attempts(house)',
        'const early = new Map()\n  const after = (one) => one && { ...one, send: ({ messageId }) => early.get(messageId) }\n  const { recordAttempt, recorder, spending, leave } = attempts({ ...house, providers: { ...providers, sms: after(providers.sms), email: after(providers.email) } })',
      ],
      [
        'const { mayLeave, attempt, state: begun }',
        "const messageId = stream.slice('message-'.length)\n    if (letter !== null) early.set(messageId, providers[owed.composed.data.channel].send({ messageId, ...letter }))\n    await early.get(messageId)?.catch(() => null)\n    const { mayLeave, attempt, state: begun }",
      ],
    ],
  },
  {
    name: 'a refund is noted twice',
    seed: 1,
    file: payment('refunds.ts'),
    edits: [
      [
        "{ type: 'RefundPayment', refundId: id, cents, receipt, note, at }\n    try",
        "{ type: 'RefundPayment', refundId: id + metadata.commandId, cents, receipt: receipt + metadata.commandId.length, note, at }\n    try",
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
    seed: 1,
    file: 'services/delivery/src/payment-reactions.ts',
    edits: [["code: 'payment_doubted' }, reactionMetadata(", "code: 'no_money' }, reactionMetadata("]],
  },
]
