import { auditFaults } from '../audit/faults.ts'
import { erasureFaults } from '../erasure/faults.ts'
import { moneyFaults } from '../money/faults.ts'

/** A wrong release: a change in the text of one module, which only the loader of a simulation makes. */
export type Fault = {
  readonly name: string
  /** The first seed that finds it; another version of the product may need another. */
  readonly seed: number
  readonly file: string
  readonly edits: readonly (readonly [original: string, planted: string])[]
  /** The kind of the finding by which the daily audit must find it, besides what other invariants say. */
  readonly auditFinds?: string
}

const platform = (file: string) => `services/platform/src/${file}`

export const faults: readonly Fault[] = [
  {
    name: 'acknowledged before it is written',
    seed: 1,
    file: platform('engines/embedded/events/append-line.ts'),
    edits: [
      [
        '  const appended = await Promise.allSettled(appends)',
        '  for (const { answer, events } of group) answer.resolve(events.at(-1))\n  const appended = await Promise.allSettled(appends)',
      ],
    ],
  },
  {
    name: 'the expected revision is not looked at',
    seed: 1,
    file: platform('engines/embedded/events/event-writes.ts'),
    edits: [["if (last !== (append.expected === 'no-stream' ? null : append.expected)) {", 'if (false) {']],
  },
  {
    name: 'an append is written event by event',
    seed: 1,
    file: platform('engines/embedded/events/append-line.ts'),
    edits: [
      [
        "const appended = await writer.write('appendEvents', { service, stream, expected, ...written })",
        "let appended\n    let at = expected\n    for (const event of written.events) { appended = await writer.write('appendEvents', { service, stream, expected: at, events: [event], shapes: written.shapes }); at = appended.revision }",
      ],
    ],
  },
  {
    name: 'the store wakes who follows it before it has written',
    seed: 1,
    file: platform('engines/embedded/events/append-line.ts'),
    edits: [
      [
        '  const appended = await Promise.allSettled(appends)',
        '  parts.appended()\n  const appended = await Promise.allSettled(appends)',
      ],
      ['  await shown\n  parts.appended()', '  await shown'],
    ],
  },
  {
    name: 'what follows from events stands though they were not all taken',
    seed: 1,
    file: platform('engines/embedded/events/inline-writes.ts'),
    edits: [['if (found?.events !== count) throw', 'if (found === null) throw']],
  },
  {
    name: 'a subscriber is taken to have had what could not be written with its events',
    seed: 1,
    file: platform('engines/embedded/events/append-line.ts'),
    edits: [['if (isWritten) afterCommit()', 'afterCommit()']],
  },
  {
    name: 'a group that is behind takes what it missed for heard',
    seed: 1,
    file: platform('engines/embedded/bus/topic-cursor.ts'),
    edits: [['taken ??= await how.startAfter(through)', 'taken ??= Math.max(through, await how.startAfter(through))']],
  },
  {
    name: 'the publisher drops the last of a batch',
    seed: 1,
    file: platform('event-sourcing/following/publisher.ts'),
    edits: [['return events.flatMap(', 'return (events.length > 1 ? events.slice(0, -1) : events).flatMap(']],
  },
  {
    name: 'messages of one key are published in another order',
    seed: 1,
    file: platform('event-sourcing/following/publisher.ts'),
    edits: [['return events.flatMap(', 'return events.toReversed().flatMap(']],
  },
  {
    name: 'rows and their checkpoint are written apart',
    seed: 6,
    file: platform('event-sourcing/views/view-group.ts'),
    edits: [
      [
        'await documents.write(writes, behind.withWaiting(moved))',
        'await documents.write([], behind.withWaiting(moved)).then(() => documents.write(writes))',
      ],
    ],
  },
  {
    name: 'a row takes an event twice',
    seed: 1,
    file: platform('event-sourcing/views/view-batch.ts'),
    edits: [
      ['if (event.position <= draft.version) continue', ''],
      [
        'draft.document = view.project(draft.document, event, id)',
        'draft.document = view.project(draft.document, event, id)\n        if (batch.length > 3 && draft.document) draft.document = view.project(draft.document, event, id)',
      ],
    ],
  },
  {
    name: 'a view drops the last event of a batch',
    seed: 1,
    file: platform('event-sourcing/views/view-batch.ts'),
    edits: [['getChunks(batch)', 'getChunks(batch.length > 1 ? batch.slice(0, -1) : batch)']],
  },
  {
    name: 'a command is not looked for in its stream',
    seed: 2,
    file: platform('event-sourcing/command-handler.ts'),
    edits: [['if (earlier.length > 0) {', 'if (false) {']],
  },
  {
    name: 'a key says nothing of its request',
    seed: 3,
    file: platform('event-sourcing/command-handler.ts'),
    edits: [['if (differs && metadata.requestHash !== undefined)', 'if (false)']],
  },
  {
    name: 'a consumer is through with a message before it has handled it',
    seed: 1,
    file: platform('engines/embedded/bus/message-window.ts'),
    edits: [
      [
        '    await before\n    one.isDone',
        '    one.isDone = true\n    passed = one.taken.position\n    while (open[0]?.isDone) open.shift()\n    onPassed()\n    await before\n    one.isDone',
      ],
    ],
  },
  {
    name: 'a reactor does not wait for its reaction',
    seed: 5,
    file: platform('event-sourcing/following/reactor.ts'),
    edits: [['await reaction.react(', 'void reaction.react(']],
  },
  {
    name: 'a lost race is not run again',
    seed: 1,
    file: platform('event-sourcing/following/retry-on-conflict.ts'),
    edits: [['if (!(error instanceof RevisionConflict)) throw error', 'throw error']],
  },
  {
    name: 'two payments are told apart by the command',
    seed: 1,
    file: 'services/delivery/src/handlers/request-paid.ts',
    edits: [['deliveryIdOfPayment(deps.hash, paymentId)', 'deliveryIdOfPayment(deps.hash, commandId)']],
  },
  {
    name: 'a tracking id is given out twice',
    seed: 4,
    file: 'services/delivery/src/parcel-requests.ts',
    edits: [['environment.randomBytes(8)', 'new Uint8Array(8).fill((environment.randomBytes(1)[0] ?? 0) % 64)']],
  },
  {
    name: 'who tracks a parcel sees what was remembered',
    seed: 1,
    file: 'services/delivery/src/lists/delivery-lists.ts',
    edits: [
      [
        'const { documents, leftOut } = await deliveries.find({ where: { trackingId }, limit: 1 })\n      if (leftOut !== undefined) throw new DocumentsDamaged(deliveriesView.collection.name)\n      return documents[0] ?? (await ofSticker(trackingId))',
        'const kept = (globalThis.keptParcels ??= new Map())\n      if (!kept.has(trackingId)) kept.set(trackingId, (await deliveries.find({ where: { trackingId }, limit: 1 })).documents[0] ?? null)\n      return kept.get(trackingId)',
      ],
    ],
  },
  {
    name: 'a parcel goes back',
    seed: 5,
    file: 'services/delivery/src/domain/delivery-decisions.ts',
    edits: [
      ['if (isBehind(parcel, to)) return []', 'if (parcel.status === to) return []'],
      ['if (toPhase(parcel.status) !== from) throw', 'if (!from) throw'],
    ],
  },
  {
    name: 'revenue is counted at the request',
    seed: 1,
    file: 'services/revenue/src/reactions.ts',
    edits: [
      [
        "{ type: 'CountDelivery', ...command }, metadata, assumeNewStream(sale))",
        "{ type: 'CountDelivery', ...command }, metadata, assumeNewStream(sale))\n        await sales(saleStream(deliveryId), { type: 'TakeFee', fee, at, ...command }, { ...metadata, commandId: message.id + ' fee' })",
      ],
    ],
  },
  {
    name: 'points are earned for each message that comes',
    seed: 20,
    file: 'services/identity/src/service.ts',
    edits: [
      [
        'earn(completed, reactionMetadata(group, message, now()))',
        'earn({ ...completed, deliveryId: completed.deliveryId + performance.now() }, { ...reactionMetadata(group, message, now()), commandId: group + performance.now() })',
      ],
    ],
  },
  {
    name: 'a role that was changed is not kept',
    seed: 3,
    file: 'services/identity/src/domain/account-views.ts',
    edits: [['        role: data.role,\n        ...nowhere,', '        ...nowhere,']],
  },
  {
    name: 'usernames are not reserved',
    seed: 1,
    file: 'services/identity/src/accounts/account-handlers.ts',
    edits: [
      [
        'await reservations.reserve({ email, username }',
        'await reservations.reserve({ email, username: username + accountId }',
      ],
    ],
  },
  {
    name: 'a message is composed for each time that it is heard of',
    seed: 1,
    file: 'services/notification/src/listeners.ts',
    edits: [['derivedId(occasion, notice.role)', 'derivedId(occasion, notice.role, performance.now())']],
  },
  {
    name: 'what waited before a crash is not sent',
    seed: 1,
    file: 'services/notification/src/sms-queue/dispatcher.ts',
    edits: [['for (const row of await leftIn(messages)) queues.enqueue(row, messageStream(row.messageId))', '']],
  },
  {
    name: 'a message is sent beside the attempt that is under way',
    seed: 1,
    file: 'services/notification/src/attempts/attempts.ts',
    edits: [
      [
        'const outcome = await handOver(deps, owed.composed, rendered, attempt)',
        'const [outcome] = await Promise.all([1, 2].map(() => handOver(deps, owed.composed, rendered, attempt)))',
      ],
    ],
  },
  {
    name: 'the next attempt goes by the clock on the wall',
    seed: 1,
    file: 'services/notification/src/sms-queue/send-queues.ts',
    edits: [
      [
        'timers.set(name, setTimeout(ring, ms))',
        'const due = Date.now() + ms\n      timers.set(name, setTimeout(() => Date.now() >= due && ring(), ms))',
      ],
    ],
  },
  {
    name: 'a failed attempt is the last one',
    seed: 1,
    file: 'services/notification/src/attempts/attempts.ts',
    edits: [["return state?.status === 'waiting' ? pause", "return state?.status === 'nowhere' ? pause"]],
  },
  {
    name: 'a message without an answer is repeated without waiting',
    seed: 9,
    file: 'services/notification/src/domain/message-decisions.ts',
    edits: [['return Math.max(0, waitMs - (', 'return Math.min(0, waitMs - (']],
  },
  {
    name: 'a message without an answer goes a third time',
    seed: 3,
    file: 'services/notification/src/domain/message-decisions.ts',
    edits: [['return hasCode || (repeatedAt !== null &&', 'return hasCode || (repeatedAt === at &&']],
  },
  {
    name: 'a collection code is repeated',
    seed: 3,
    file: 'services/notification/src/domain/message-decisions.ts',
    edits: [['return hasCode || (repeatedAt', 'return (repeatedAt']],
  },
  {
    name: 'a payment is not given back when its parcel is deleted',
    seed: 3,
    file: 'services/payment/src/service.ts',
    edits: [
      ["? { type: 'ReleasePayment', deliveryId, at }", "? { type: 'EndDelivery', deliveryId, because: 'deleted', at }"],
    ],
  },
  {
    name: 'a consumer cannot take one kind of message',
    seed: 1,
    file: platform('event-sourcing/following/reactor.ts'),
    edits: [
      [
        'const reaction =',
        "if (group === 'notification' && message.type === 'delivery.assigned') throw new Error('poison')\n      const reaction =",
      ],
    ],
  },
  {
    name: 'a wrong code opens a parcel',
    seed: 3,
    file: 'services/delivery/src/domain/collecting.ts',
    edits: [['one.code === said', 'one.code !== null']],
  },
  {
    name: 'five guesses lock nothing',
    seed: 3,
    file: 'services/delivery/src/domain/collecting.ts',
    edits: [["if (isLocked(parcel)) throw new Refused('collection_code_locked')", '']],
  },
  {
    name: 'a receiver opens a parcel on its way back',
    seed: 6,
    file: 'services/delivery/src/domain/trouble/way-back.ts',
    edits: [['collection.generation + 1', 'collection.generation']],
  },
  {
    name: 'a held parcel is handed over',
    seed: 2,
    file: 'services/delivery/src/domain/trouble/holds.ts',
    edits: [['if (code !== null) throw', 'if (code === undefined) throw']],
  },
  {
    name: 'no SMS says that a parcel goes back',
    seed: 6,
    file: 'services/notification/src/reactions/way-reactions.ts',
    edits: [["{ role: 'receiver', template: 'goesBack' },", '']],
  },
  {
    name: 'a parcel that its sender has back is collected',
    seed: 2,
    file: 'services/delivery/src/domain/collecting.ts',
    edits: [["if (parcel.leg === 'back') return", "if (parcel.leg === 'nowhere') return"]],
  },
  ...moneyFaults,
  ...erasureFaults,
  ...auditFaults,
]
