import { describe, expect, test } from 'vitest'
import type { DomainEvent } from '../../event-sourcing/event.ts'
import { eventCodec, type StoredEventTypes } from '../../event-sourcing/event-codec.ts'
import { codecOf, declaredIn, isOlder, readBy, readTodayIn, sampleKeys, samplesIn } from '../golden-samples.ts'

/**
 * Proves that a service reads whatever was ever stored: there is a sample of each version of each event, each reads as
 * it was written, and the older ones become what is known today. `golden` is the folder of samples, ending with a slash.
 */
export const storedEventsSuite = <Event extends DomainEvent>(stored: StoredEventTypes<Event>, golden: URL): void => {
  const types = stored as unknown as StoredEventTypes<DomainEvent>
  const samples = samplesIn(golden)
  const declared = declaredIn(types)

  describe('what was ever stored is read for ever', () => {
    test('every version of every event has a sample, and every sample is of one', () => {
      expect(samples.map(({ name }) => name).sort()).toEqual(declared.sort())
    })

    test.each(samples)('$name as it was written', async (sample) => {
      expect(await readBy(codecOf(types, sample), sample)).toEqual(sample.opened)
    })

    const older = samples.filter((sample) => isOlder(types, sample))
    test('of every older version it is written down how it reads today', () => {
      expect(Object.keys(readTodayIn(golden)).sort()).toEqual(older.map(({ name }) => name).sort())
    })
    if (older.length === 0) return
    test.each(older)('$name as it is known today', async (sample) => {
      expect(await readBy(eventCodec(types, sampleKeys), sample)).toEqual(readTodayIn(golden)[sample.name])
    })
    test.each(older)('$name though its people have been erased', async (sample) => {
      const noKeys = { ...sampleKeys, existingKey: async () => null }
      await expect(readBy(eventCodec(types, noKeys), sample)).resolves.toBeDefined()
    })
  })
}
