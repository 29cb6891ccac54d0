import { setImmediate as aTurn } from 'node:timers/promises'
import generated, { type ReadReq } from '@eventstore/db-client/generated/streams_pb.js'
import { type EventLog, isStretch, positionIn, type Recorded, type Stretch } from './event-log.ts'
import { getRefusal } from './guarding.ts'
import type { Habits, Look } from './habits.ts'
import { getPage, toPlace } from './log-pages.ts'
import { buildFilter, createReader, getWindow, type ReadCall, type Reader, type Wanted } from './reader.ts'
import { eventResponse } from './responses.ts'
import { assertRecordAt, subscribe, subscribeToStreamEnd } from './subscribing.ts'

/** Reads a stream or `$all`, either way, filtered or not, or subscribes to `$all`. */
export const read = (log: EventLog, habits: Habits, looks: Look[]) => (call: ReadCall) => {
  const refusal = getRefusal(habits, call.metadata, call.request.getOptions()?.hasAll() ? 'readAll' : 'read')
  if (refusal) return void call.emit('error', refusal)
  if (habits.refusingStream && habits.refusingStream.name === getStreamName(call))
    return void call.emit('error', habits.refusingStream.refusal)
  if (habits.shuttingDown) return void habits.shuttingDown.add(call)
  // A subscription to one stream reads no events of others.
  const reader = createReader(call, isOfStream(call) ? [] : looks)
  const reading = reader.options.hasSubscription()
    ? follow(log, habits, reader, call)
    : readOnce(shownTo(call, log, habits), reader)
  reading.then(
    () => call.end(),
    (error) => void call.emit('error', error),
  )
}

const isOfStream = ({ request }: ReadCall): boolean =>
  Boolean(request.getOptions()?.hasStream() && request.getOptions()?.hasSubscription())

const follow = async (log: EventLog, habits: Habits, reader: Reader, call: ReadCall): Promise<void> => {
  if (reader.options.hasStream()) return subscribeToStreamEnd(reader)
  habits.subscribed.add(call)
  await subscribe(log, habits, reader).finally(() => habits.subscribed.delete(call))
}

const readOnce = (log: EventLog, reader: Reader) =>
  reader.options.hasStream() ? readStream(log, reader) : readAll(log, reader)

const shownTo = (call: ReadCall, log: EventLog, { followerShows }: Habits): EventLog =>
  call.metadata.get('requires-leader').includes('true') ? log : toFollower(log, followerShows)

const toFollower = (log: EventLog, shows: number): EventLog => {
  if (shows >= log.all.length) return log
  const all = log.all.slice(0, shows)
  return { ...log, all, of: (stream) => log.of(stream).filter((event) => all.includes(event)) }
}

const nameOf = (stream: { getStreamName_asU8(): Uint8Array } | undefined): string =>
  Buffer.from(stream?.getStreamName_asU8() ?? []).toString()

const getStreamName = (call: ReadCall): string => nameOf(call.request.getOptions()?.getStream()?.getStreamIdentifier())

async function readStream(log: EventLog, { options, send }: Reader): Promise<void> {
  const name = options.getStream()?.getStreamIdentifier()
  const events = log.of(nameOf(name))
  if (events.length === 0) {
    const missing = new generated.ReadResp.StreamNotFound()
    missing.setStreamIdentifier(name)
    return send(new generated.ReadResp().setStreamNotFound(missing))
  }
  const from = options.getStream()?.hasRevision() ? Number(options.getStream()?.getRevision()) : 0
  const backwards = options.getReadDirection() === generated.ReadReq.Options.ReadDirection.BACKWARDS
  const found = backwards ? events.toReversed() : events.slice(from)
  for (const event of found.slice(0, Number(options.getCount()))) await send(eventResponse(event))
}

/**
 * A filtered reading goes on until it meets one more event than requested, or the end of the log, or until the client
 * has cancelled it.
 */
async function readAll(log: EventLog, { options, send, lookedThrough, isGone }: Reader): Promise<void> {
  const wanted = buildFilter(options)
  const backwards = options.getReadDirection() === generated.ReadReq.Options.ReadDirection.BACKWARDS
  const along = backwards ? backwardsFrom(log, options, wanted) : forwardsFrom(log, options)
  let left = Number(options.getCount())
  for await (const found of untilGone(along, isGone)) {
    if (typeof found === 'number') lookedThrough(found)
    else if (wanted && !wanted(found)) lookedThrough(1)
    else if (left > 0) {
      left -= 1
      if (!wanted) lookedThrough(1)
      await send(eventResponse(found))
    } else return
    if (!wanted && left === 0) return
  }
}

/** Goes on from page to page in turns of its own. */
async function* untilGone(along: Iterable<Recorded | number>, isGone: () => boolean) {
  for (const found of along) {
    if (isGone()) return
    yield found
    if (typeof found === 'number') await aTurn()
  }
}

/** The position is included. */
function* forwardsFrom(log: EventLog, options: ReadReq.Options): Generator<Recorded | number> {
  const all = options.getAll()
  if (all?.hasEnd()) return
  const position = all?.hasPosition() ? Number(all.getPosition()?.getCommitPosition()) : 0
  if (all?.hasPosition()) assertRecordAt(log, position)
  let place = toPlace(log, position)
  while (place.entry < log.all.length) {
    const page = getPage(log, place, getWindow(options))
    yield page.others
    yield* page.events
    place = page.next
  }
}

/** The position is not included. */
function* backwardsFrom(log: EventLog, options: ReadReq.Options, wanted: Wanted): Generator<Recorded | number> {
  const all = options.getAll()
  const before = all?.hasPosition() ? Number(all.getPosition()?.getCommitPosition()) : Number.POSITIVE_INFINITY
  for (const entry of log.all.toReversed()) {
    if (entry.position >= before) continue
    if (!isStretch(entry)) yield entry
    else if (wanted) yield entry.others
    else yield* forEachOf(entry)
  }
}

function* forEachOf(stretch: Stretch): Generator<Recorded> {
  const nothing = new Uint8Array()
  const event = { id: crypto.randomUUID(), type: 'Noise', contentType: '', data: nothing, metadata: nothing }
  for (let place = stretch.others - 1; place >= 0; place -= 1) {
    yield { ...event, stream: 'noise.noise', revision: place, position: positionIn(stretch, place), created: '0' }
  }
}
