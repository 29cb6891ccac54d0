import type { Collection, DocumentStore, DocumentWrite } from '../../ports/document-store.ts'
import { everyDocument } from '../../ports/every-document.ts'
import { toNextWrite } from '../../ports/next-write.ts'
import type { Finding } from './audit-check.ts'

/** A finding of the last full pass, or of the one that is under way. */
export type KnownFinding = Finding & {
  /** ISO instants at which a pass found it first and last. */
  readonly since: string
  readonly lastSeen: string
}

/** Of one kind: more would tell nothing else, and a whole damaged list would fill the store. */
const maxFindingsPerKind = 100

/** The findings of a service, which each of its replicas reads and one writes. A version is the number of writes. */
export const openFindings = (documents: DocumentStore) => {
  let known: readonly KnownFinding[] = []

  const declare = (): Promise<Collection<KnownFinding>> =>
    documents.collection<KnownFinding>({
      // Beside the events, because it is about them.
      name: 'audit-findings',
      fields: { since: 'text' },
      indexes: [],
      sortBy: 'since',
      shape: {
        kind: 'text',
        about: 'text',
        expected: 'text or null',
        found: 'text or null',
        since: 'text',
        lastSeen: 'text',
      },
    })
  const toWrite = async (finding: Finding, document: KnownFinding | null): Promise<DocumentWrite> =>
    toNextWrite(await declare(), getId(finding), document)
  const look = async (): Promise<readonly KnownFinding[]> => {
    known = await Array.fromAsync(everyDocument(await declare()))
    return known
  }

  return {
    /** As this process has read them. */
    known: () => known,
    look,
    /** @param at ISO instant at which they were found */
    async add(found: readonly Finding[], at: string): Promise<void> {
      if (found.length === 0) return
      const before = new Map((await look()).map((one) => [getId(one), one]))
      const writes: DocumentWrite[] = []
      for (const finding of firstOfKinds(found, before)) {
        const { kind, about, expected, found: value } = finding
        const since = before.get(getId(finding))?.since ?? at
        writes.push(await toWrite(finding, { kind, about, expected, found: value, since, lastSeen: at }))
      }
      if (writes.length > 0) await documents.write(writes)
      await look()
    },
    /**
     * Removes what a pass that began at `begun` (ISO) no longer found. @param wasExamined whether the pass looked at it
     */
    async withdraw(begun: string, wasExamined: (finding: Finding) => boolean): Promise<void> {
      const over = (await look()).filter((one) => one.lastSeen < begun && wasExamined(one))
      const writes = await Promise.all(over.map((one) => toWrite(one, null)))
      if (writes.length > 0) await documents.write(writes)
      await look()
    },
  }
}

export type Findings = ReturnType<typeof openFindings>

const getId = ({ kind, about }: Finding): string => `${kind} ${about}`

const firstOfKinds = (found: readonly Finding[], before: ReadonlyMap<string, Finding>): Finding[] => {
  const counts = Map.groupBy(before.values(), ({ kind }) => kind)
  const room = new Map([...counts].map(([kind, known]) => [kind, maxFindingsPerKind - known.length]))
  return found.filter((finding) => {
    if (before.has(getId(finding))) return true
    const left = room.get(finding.kind) ?? maxFindingsPerKind
    room.set(finding.kind, left - 1)
    return left > 0
  })
}
