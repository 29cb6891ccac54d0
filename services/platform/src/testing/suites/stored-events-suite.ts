import { describe, expect, test } from 'vitest'
import type { DomainEvent, Recorded } from '../../event-sourcing/events/event.ts'
import { eventCodec, type StoredEventTypes } from '../../event-sourcing/events/event-codec.ts'
import type { Announcement } from '../../event-sourcing/following/publisher.ts'
import {
  createCodec,
  declaredIn,
  isOlder,
  readBy,
  readTodayIn,
  recordedBy,
  sampleKeys,
  samplesIn,
} from '../golden-samples.ts'

const noKeys = { ...sampleKeys, existingKey: async () => null }

/**
 * Proves that a service reads everything that was ever stored: each version of each event has a sample, each is read as
 * it was written, and the older ones are upcast to the current form. `golden` is the folder of samples, ending with a
 * slash.
 * @param announce of a service that publishes: it must not need anything that destroying people's keys removes
 */
export const storedEventsSuite = <Event extends DomainEvent>(
  stored: StoredEventTypes<Event>,
  golden: URL,
  announce?: (event: Recorded<Event>) => Announcement | null,
): void => {
  const types = stored as unknown as StoredEventTypes<DomainEvent>
  const samples = samplesIn(golden)
  const declared = declaredIn(types)

  describe('everything that was ever stored can still be read', () => {
    test('every version of every event has a sample, and every sample is of one', () => {
      expect(samples.map(({ name }) => name).sort()).toEqual(declared.sort())
    })

    test.each(samples)('$name as it was written', async (sample) => {
      expect(await readBy(createCodec(types, sample), sample)).toEqual(sample.opened)
    })

    if (announce)
      test.each(samples)('$name is announced as before though its people have been erased', async (sample) => {
        const [before, erased] = await Promise.all(
          [sampleKeys, noKeys].map((keys) => recordedBy(eventCodec(stored, keys), sample)),
        )
        expect(announce(erased as Recorded<Event>)).toEqual(announce(before as Recorded<Event>))
      })

    const older = samples.filter((sample) => isOlder(types, sample))
    test('today.json has how each older version reads today', () => {
      expect(Object.keys(readTodayIn(golden)).sort()).toEqual(older.map(({ name }) => name).sort())
    })
    if (older.length === 0) return
    test.each(older)('$name as it is known today', async (sample) => {
      expect(await readBy(eventCodec(types, sampleKeys), sample)).toEqual(readTodayIn(golden)[sample.name])
    })
    test.each(older)('$name though its people have been erased', async (sample) => {
      await expect(readBy(eventCodec(types, noKeys), sample)).resolves.toBeDefined()
    })
  })
}
