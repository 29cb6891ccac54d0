import type { StoredEvent } from '../../ports/event-store.ts'
import type { DomainEvent, Recorded } from '../events/event.ts'
import { mapInChunks } from '../yield-between-chunks.ts'
import { type Finding, openChecks, openSums } from './audit-check.ts'
import type { AuditorOptions, Pause } from './auditor.ts'
import type { Findings } from './findings.ts'
import type { openPassRecord, PassRecord } from './pass-record.ts'
import { examineAllRows } from './row-checksums.ts'
import { openRowSamples, type RowSamples, rowDiffers, type Suspect } from './row-samples.ts'

/** Some milliseconds' work, so that other requests wait no longer than that. */
const eventsPerPage = 50
/** Each auditor takes a 300th of the time, so that the five services of one process take a sixtieth. */
const restsPerWork = 299
const leastRestMs = 5
const rowsPerRest = 20
const pagesPerRecord = 20
const dayMs = 24 * 60 * 60_000
const eventDamaged = 'event_damaged'

type Differing = { readonly suspect: Suspect; readonly finding: Finding }
type Pass<Event extends DomainEvent> = AuditorOptions<Event> & {
  readonly pause: Pause
  readonly findings: Findings
  readonly record: ReturnType<typeof openPassRecord>
  readonly signal: AbortSignal
}

/**
 * One full pass. The checksums of rows continue where an earlier run stopped. The events begin with the first, because
 * the state of a fold is as large as what it folds, and rows have personal data.
 * @throws AbortError when the lease is lost or the process ends; EngineAway
 */
export const runPass = async <Event extends DomainEvent>(pass: Pass<Event>): Promise<void> => {
  const { store, findings, record, now } = pass
  const before = await record.read()
  const resumed = before.underWay && before.begun !== null && before.rows !== null
  const begun: PassRecord = resumed ? before : { ...before, begun: now(), underWay: true, rows: null }
  if (!resumed) await record.write(begun)
  await store.look()
  await passRows(pass, begun)
  const wasExamined = await passEvents(pass)
  await findings.withdraw(begun.begun ?? now(), wasExamined)
  await record.write({ begun: begun.begun, passed: now(), underWay: false, rows: null })
}

/** Works, then rests. */
const paced = async <Event extends DomainEvent, Done>(
  { pause, signal }: Pass<Event>,
  work: () => Promise<Done>,
): Promise<Done> => {
  signal.throwIfAborted()
  const beganAt = performance.now()
  const done = await work()
  await pause(Math.max(leastRestMs, restsPerWork * (performance.now() - beganAt)), signal)
  signal.throwIfAborted()
  return done
}

const passRows = async <Event extends DomainEvent>(pass: Pass<Event>, begun: PassRecord): Promise<void> => {
  const { documents, findings, record, now } = pass
  const pages = examineAllRows(documents, begun.rows)
  for (let examined = 1; ; examined += 1) {
    const page = await paced(pass, () => pages.next())
    if (page.done) return
    await findings.add(page.value.differing, now())
    if (examined % pagesPerRecord === 0) await record.write({ ...begun, rows: page.value.next })
  }
}

/** @returns whether a finding's subject was examined, so that it may be withdrawn */
const passEvents = async <Event extends DomainEvent>(pass: Pass<Event>): Promise<(finding: Finding) => boolean> => {
  const { store, findings, now, onFault, suspectMs = 60_000, maxRowsPerView = 300 } = pass
  const day = Math.floor(Date.parse(now()) / dayMs)
  const samples = openRowSamples({ ...pass, hash: pass.hash, day, maxRowsPerView, known: findings.known() })
  const checks = openChecks(pass.checks, onFault)
  const sums = openSums(pass.sums)
  const fold = openFold(pass, (event) => {
    checks.take(event)
    sums.take(event)
    samples.take(event)
  })
  await fold.toEnd()
  const at = now()
  const suspects = (await compareRows(pass, samples, samples.all(), fold.position())).map(({ suspect }) => suspect)
  if (suspects.length > 0) {
    await pass.pause(suspectMs, pass.signal)
    await fold.toEnd()
  }
  const differing = await foldAgain(pass, await compareRows(pass, samples, suspects, fold.position()))
  const damaged = store.damaged().map(({ stream, revision }) => ({
    ...{ kind: eventDamaged, about: stream, expected: null, found: String(revision) },
  }))
  // A row that took an event before it was damaged cannot be replayed.
  const rows = damaged.length > 0 ? [] : differing.map(({ finding }) => finding)
  await findings.add([...damaged, ...rows, ...checks.end(at)], now())
  // Without the events of a damaged stream a sum is not what happened.
  if (damaged.length === 0) await sums.tell(at)
  const failed = checks.getFailed()
  return (finding) => {
    if (finding.kind === rowDiffers) return damaged.length === 0 && samples.wasCompared(finding)
    return !failed.includes(finding.kind)
  }
}

/**
 * Folds rows that differ once more from the first event on, and compares them again. A person who was erased during the
 * pass was in its first events and not in its last ones; now their key is gone from the beginning.
 */
const foldAgain = async <Event extends DomainEvent>(
  pass: Pass<Event>,
  differing: readonly Differing[],
): Promise<readonly Differing[]> => {
  if (differing.length === 0) return differing
  const known = differing.map(({ finding }) => finding)
  const samples = openRowSamples({ ...pass, hash: pass.hash, day: 0, maxRowsPerView: 0, known })
  const fold = openFold(pass, samples.take)
  await fold.toEnd()
  const suspects = differing.map(({ suspect }) => suspect)
  return compareRows(pass, samples, suspects, fold.position())
}

/** Takes every sound event once, page by page. */
const openFold = <Event extends DomainEvent>(pass: Pass<Event>, take: (event: Recorded<Event>) => void) => {
  let position: number | null = null
  const takePage = async (page: readonly StoredEvent[]): Promise<void> => {
    for (const event of await mapInChunks(await pass.store.sound(page), pass.codec.decode)) take(event)
    position = page.at(-1)?.position ?? position
  }
  return {
    position: () => position ?? -1,
    async toEnd(): Promise<void> {
      for (let isMore = true; isMore; )
        isMore = await paced(pass, async () => {
          const page = await pass.events.readAll(position, eventsPerPage)
          await takePage(page)
          return page.length > 0
        })
    },
  }
}

const compareRows = async <Event extends DomainEvent>(
  pass: Pass<Event>,
  samples: RowSamples<Event>,
  suspects: readonly Suspect[],
  passed: number,
): Promise<Differing[]> => {
  const differing: Differing[] = []
  for (let from = 0; from < suspects.length; from += rowsPerRest)
    await paced(pass, async () => {
      for (const suspect of suspects.slice(from, from + rowsPerRest)) {
        const finding = await samples.compare(suspect, passed, pass.events.head)
        if (finding) differing.push({ suspect, finding })
      }
    })
  return differing
}
