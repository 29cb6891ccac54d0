import { randomUUID } from 'node:crypto'
import type { DocumentStore } from '../../ports/document-store.ts'
import type { Engines } from '../../ports/engines.ts'
import { OtherStore } from '../../ports/message-bus.ts'
import { keepMark, noMark, otherMark, readMark } from './store-mark.ts'

/** @param found the mark that MongoDB has for the service; null when it has none */
export const otherDocuments = (service: string, found: string | null): OtherStore =>
  new OtherStore(
    `The document store named by MONGODB_URL is not the one of these data: for ${service} it ${found === null ? noMark : otherMark}. Name the right one, or restore it from its backup. Nothing has been changed.`,
  )

type DataFile = Pick<Engines, 'documents' | 'events'>

/**
 * Ties a service's documents in MongoDB to its events in the data file by a random id that both store. The rule:
 *
 * | data file | MongoDB | then |
 * |---|---|---|
 * | no mark and no event | no checkpoint | both are new, or a start was cut between the two writes: MongoDB is marked first |
 * | no mark, some event | | refused: the personal keys of these events are not in there |
 * | no mark | some checkpoint | refused: it belongs to other events |
 * | a mark | the same | they belong together |
 * | a mark | another, or none | refused |
 *
 * A backup of the data file carries the mark. The rule guards against mistakes, not against attackers.
 * @returns the mark. @throws OtherStore, and the engines' errors
 */
export const agreeWithDataFile = async (
  service: string,
  { documents, file }: { readonly documents: DocumentStore; readonly file: DataFile },
): Promise<string> => {
  const [own, theirs] = [await readMark(file.documents), await readMark(documents)]
  if (own !== null && own === theirs) return own
  const isNew = own === null && (await file.events.head()) === null && (await documents.furthestCheckpoint()) === null
  if (!isNew) throw otherDocuments(service, theirs)
  return keepMark(file.documents, await keepMark(documents, randomUUID()))
}
