import { randomUUID } from 'node:crypto'
import type { DocumentStore } from '../ports/document-store.ts'
import type { Engines } from '../ports/engines.ts'
import { OtherStore } from '../ports/message-bus.ts'
import { keepMark, readMark } from './store-mark.ts'

const troubles = {
  noMark: 'has no mark: it is empty or belongs to other data',
  otherMark: 'belongs to other data',
} as const

export const otherDocuments = (service: string, trouble: keyof typeof troubles): OtherStore =>
  new OtherStore(
    `The document store named by MONGODB_URL is not the one of these data: for ${service} it ${troubles[trouble]}. Name the right one, or restore it from its backup. Nothing has been changed.`,
  )

type Kept = Pick<Engines, 'documents' | 'events'>

/**
 * Ties a service's documents in MongoDB to its events in the data file by a random id that both keep. The rule:
 *
 * | data file | MongoDB | checkpoints in MongoDB | then |
 * |---|---|---|---|
 * | no mark | no mark, or a mark | none | new, or a start was cut between the two writes: MongoDB is marked first |
 * | no mark | no mark, or a mark | some | as new where the file has the event of the furthest one, else refused |
 * | a mark | the same | | they belong together |
 * | a mark | another, or none | | refused |
 *
 * A data file that was restored from a backup carries the mark, too. It guards against mistakes, not against attackers.
 * @returns the mark. @throws OtherStore, and what the engines reject with
 */
export const agreeWithDataFile = async (
  service: string,
  { documents, file }: { readonly documents: DocumentStore; readonly file: Kept },
): Promise<string> => {
  const [own, theirs] = [await readMark(file.documents), await readMark(documents)]
  if (own !== null && own === theirs) return own
  if (own !== null) throw otherDocuments(service, theirs === null ? 'noMark' : 'otherMark')
  if (!(await showsEventsOf(file, documents))) throw otherDocuments(service, 'otherMark')
  return keepMark(file.documents, await keepMark(documents, theirs ?? randomUUID()))
}

/** Whether the file has the event of the furthest checkpoint; one that names no event must not be behind the file's end. */
const showsEventsOf = async ({ events }: Kept, documents: DocumentStore): Promise<boolean> => {
  const furthest = await documents.furthestCheckpoint()
  if (furthest === null) return true
  if (furthest.event === null) return furthest.position <= ((await events.head()) ?? 0)
  const [event] = await events.readAll(furthest.position - 1, 1)
  return event?.id === furthest.event
}
