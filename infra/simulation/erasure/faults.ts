import type { Fault } from '../planted/faults.ts'

const delivery = (file: string) => `services/delivery/src/${file}`

/** Wrong releases that keep data of an erased person, or remove too much. */
export const erasureFaults: readonly Fault[] = [
  {
    name: 'rows still name a sender who is erased',
    seed: 2,
    file: delivery('domain/delivery-views.ts'),
    edits: [['    sender: { ...sender, name, userName, phone },', '    sender: { ...sender, userName },']],
  },
  {
    name: 'an SMS that is tried again says what it said at first',
    seed: 6,
    file: 'services/notification/src/attempts/send-message.ts',
    edits: [
      [
        'const { recordAttempt, recorder, spending, leave } = attempts(deps)',
        'const { recordAttempt, recorder, spending, leave } = attempts(deps)\n  const first = new Map()',
      ],
      [
        'const rendered = await renderMessage(owed.composed.data).catch(unlessAway)',
        'const rendered = first.get(stream) ?? (await renderMessage(owed.composed.data).catch(unlessAway))\n    if (rendered?.text !== undefined) first.set(stream, rendered)',
      ],
    ],
  },
  {
    name: 'photos stay when a receiver is erased',
    seed: 4,
    file: delivery('jobs/forgetting.ts'),
    edits: [
      [
        'for (const row of rows) for (const { id } of row.photos) await photos.forget(row._id, id, metadata)',
        "if (role === 'sender') for (const row of rows) for (const { id } of row.photos) await photos.forget(row._id, id, metadata)",
      ],
    ],
  },
  {
    name: 'notification keeps the key of who is erased',
    seed: 2,
    file: 'services/notification/src/reactions/reactions.ts',
    edits: [['if (role !== unknownWord) await keys.destroy', 'if (role === unknownWord) await keys.destroy']],
  },
  {
    name: 'a phone that waits for its last parcel is never erased',
    seed: 4,
    file: delivery('jobs/phone-eraser.ts'),
    edits: [['      if (hasUnderWay(parcels)) return', '      return']],
  },
  {
    name: 'the sender of a parcel goes with its receiver',
    seed: 2,
    file: delivery('jobs/forgetting.ts'),
    edits: [['.filter((row) => row[role].phone === phone)', '']],
  },
  {
    name: 'a command that comes again is sealed for who is erased',
    seed: 31,
    file: 'services/platform/src/event-sourcing/command-handler.ts',
    edits: [[' || error instanceof PersonErased) return null', ') return null']],
  },
  {
    name: 'words and photos are sealed for a sender who is erased',
    seed: 2,
    file: delivery('domain/delivery.ts'),
    edits: [
      [
        '[sender, receiver].find((person) => !isErased(person))?.personId ?? null',
        'sender.personId ?? receiver.personId',
      ],
    ],
  },
]
