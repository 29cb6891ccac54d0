import { once } from 'node:events'
import shared from '@eventstore/db-client/generated/shared_pb.js'
import generated, { type ReadReq, type ReadResp } from '@eventstore/db-client/generated/streams_pb.js'
import type { ServerWritableStream } from '@grpc/grpc-js'
import type { EventLog, Recorded } from './event-log.ts'

type Call = ServerWritableStream<ReadReq, ReadResp>

/** Who reads. The client waits, so do we: events are not piled up for one who does not take them. */
type Reader = {
  readonly options: ReadReq.Options
  /** Resolves when the client has cancelled, or its connection is gone. */
  readonly gone: Promise<unknown>
  isGone(): boolean
  send(response: ReadResp): Promise<void>
}

/** Reads a stream or `$all`, either way, filtered or not, or subscribes to `$all`. */
export const read = (log: EventLog) => (call: Call) => {
  const reader = readerOf(call)
  const { options } = reader
  const reading = options.hasStream() ? readStream : options.hasSubscription() ? subscribe : readAll
  reading(log, reader).then(
    () => call.end(),
    (error) => call.destroy(error),
  )
}

function readerOf(call: Call): Reader {
  const gone = once(call, 'cancelled')
  return {
    options: call.request.getOptions() ?? new generated.ReadReq.Options(),
    gone,
    isGone: () => call.cancelled,
    async send(response) {
      if (!call.cancelled && !call.write(response)) await Promise.race([once(call, 'drain'), gone])
    },
  }
}

async function readStream(log: EventLog, { options, send }: Reader): Promise<void> {
  const name = options.getStream()?.getStreamIdentifier()
  const events = log.of(textOf(name?.getStreamName_asU8()))
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

/** Forwards the position is included, backwards it is not. */
async function readAll(log: EventLog, { options, send }: Reader): Promise<void> {
  const all = options.getAll()
  const wanted = filterOf(options)
  const position = all?.hasPosition() ? Number(all.getPosition()?.getCommitPosition()) : null
  const backwards = options.getReadDirection() === generated.ReadReq.Options.ReadDirection.BACKWARDS
  const inRange = (event: Recorded) =>
    position === null || (backwards ? event.position < position : event.position >= position)
  const from = all?.hasEnd() && !backwards ? [] : log.all.filter((event) => inRange(event) && wanted(event))
  const found = backwards ? from.toReversed() : from
  for (const event of found.slice(0, Number(options.getCount()))) await send(eventResponse(event))
}

/** The position is excluded. */
async function subscribe(log: EventLog, reader: Reader): Promise<void> {
  const all = reader.options.getAll()
  const position = all?.hasPosition() ? Number(all.getPosition()?.getCommitPosition()) : -1
  const behind = log.all.findIndex((event) => event.position > position)
  const confirmation = new generated.ReadResp.SubscriptionConfirmation().setSubscriptionId(crypto.randomUUID())
  await reader.send(new generated.ReadResp().setConfirmation(confirmation))
  const tell = following(reader)
  let next = behind < 0 || all?.hasEnd() ? log.all.length : behind
  for (let live = false; !reader.isGone(); live = true) {
    const grown = log.grown()
    for (let event = log.all[next]; event && !reader.isGone(); event = log.all[next]) {
      await tell(event)
      next += 1
    }
    if (!live) await goLive(reader, log.all[next - 1])
    await Promise.race([grown, reader.gone])
  }
}

/** A checkpoint comes after so many events, whether they passed the filter or not. */
function following({ options, send }: Reader): (event: Recorded) => Promise<void> {
  const wanted = filterOf(options)
  const interval = (options.getFilter()?.getMax() || 32) * (options.getFilter()?.getCheckpointintervalmultiplier() || 1)
  let seen = 0
  return async (event) => {
    seen += 1
    if (wanted(event)) await send(eventResponse(event))
    if (seen % interval === 0) await send(checkpoint(event))
  }
}

async function goLive({ send }: Reader, last: Recorded | undefined): Promise<void> {
  if (last) await send(checkpoint(last))
  await send(new generated.ReadResp().setCaughtUp(new generated.ReadResp.CaughtUp()))
}

function filterOf(options: ReadReq.Options): (event: Recorded) => boolean {
  const names = options.getFilter()?.getStreamIdentifier()
  if (!names) return () => true
  const prefixes = names.getPrefixList()
  return ({ stream }) => prefixes.some((prefix) => stream.startsWith(prefix))
}

function checkpoint({ position }: Recorded): ReadResp {
  const reached = new generated.ReadResp.Checkpoint()
  reached.setCommitPosition(String(position))
  reached.setPreparePosition(String(position))
  return new generated.ReadResp().setCheckpoint(reached)
}

function eventResponse(event: Recorded): ReadResp {
  const { ReadEvent } = generated.ReadResp
  const recorded = new ReadEvent.RecordedEvent()
  recorded.setId(new shared.UUID().setString(event.id))
  recorded.setStreamIdentifier(new shared.StreamIdentifier().setStreamName(Buffer.from(event.stream)))
  recorded.setStreamRevision(String(event.revision))
  recorded.setCommitPosition(String(event.position))
  recorded.setPreparePosition(String(event.position))
  recorded.getMetadataMap().set('type', event.type)
  recorded.getMetadataMap().set('content-type', event.contentType)
  recorded.getMetadataMap().set('created', event.created)
  recorded.setData(event.data)
  recorded.setCustomMetadata(event.metadata)
  const found = new ReadEvent()
  found.setEvent(recorded)
  found.setCommitPosition(String(event.position))
  return new generated.ReadResp().setEvent(found)
}

const textOf = (bytes: Uint8Array = new Uint8Array()) => Buffer.from(bytes).toString()
