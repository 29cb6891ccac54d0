import { openHistoryAppender } from '@tuma/one-process/append-histories'
import { getAccount, openDeliveryHistories } from '@tuma/one-process/delivery-histories'
import { getSecrets, secretKeyIn } from '@tuma/one-process/secret-key'
import { openEmbedded } from '@tuma/platform/engines'
import { startWithDemoPeople } from '../demo-people.ts'
import { person, plannedTraffic } from '../fill-plan.ts'

/**
 * Lives that are appended together; each has about nine events in three streams. More of them make more work for the
 * garbage collector.
 */
const usuallyTogether = 1000
const eventsAtOnce = 25_000
const dayMs = 24 * 60 * 60_000
/** A hash without a known password. */
const passwordHash = '$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'

export type Wanted = {
  readonly deliveries: number
  readonly accounts: number
  readonly days: number
  readonly base: string
  readonly together?: number
}

/**
 * Fills a folder that no process uses: the demonstration and whole histories, decided in this process and appended in
 * batches.
 * @param tell gets the count of deliveries so far
 */
export const fillAtOnce = async (
  folder: string,
  { deliveries, accounts, days, base, together = usuallyTogether }: Wanted,
  tell: (done: number) => void = () => undefined,
): Promise<void> => {
  const { product, demoPeople, tillName } = await startWithDemoPeople(folder)
  await product.close()
  const key = secretKeyIn(folder).read()
  if (key === null) throw new Error(`${folder} holds no installation`)
  const secretFor = getSecrets(key)
  const engines = await openEmbedded({ folder, filling: { eventsAtOnce } })
  const appending = await openHistoryAppender(engines, secretFor)
  try {
    // Each account has a time of its own, as people come one by one. A list with many equal times would be sorted again
    // for each page.
    const openedAt = (number: number) =>
      new Date(Date.parse(base) - (days * dayMs * (accounts - number)) / accounts).toISOString()
    for (const numbers of batches(Array(accounts).keys(), together))
      await appending.append(
        numbers.map((number) => getAccount(number, person(number, 5), passwordHash, openedAt(number))),
      )
    const getHistory = openDeliveryHistories(secretFor, demoPeople, tillName)
    let done = 0
    for (const planned of batches(plannedTraffic(deliveries, base, days), together)) {
      await appending.append(planned.values().flatMap(getHistory))
      done += planned.length
      tell(done)
    }
  } finally {
    await appending.close()
    await engines.close()
  }
}

function* batches<Item>(items: Iterable<Item>, together: number): Generator<Item[]> {
  let batch: Item[] = []
  for (const item of items) {
    batch.push(item)
    if (batch.length < together) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
