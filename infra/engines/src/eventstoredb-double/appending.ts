import shared from '@eventstore/db-client/generated/shared_pb.js'
import statuses from '@eventstore/db-client/generated/status_pb.js'
import generated, { type BatchAppendReq, type BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js'
import { type ServerDuplexStream, status } from '@grpc/grpc-js'
import wellKnown from 'google-protobuf/google/protobuf/any_pb.js'
import nothing from 'google-protobuf/google/protobuf/empty_pb.js'
import type { EventLog, Outcome, Proposed } from './event-log.ts'
import { getRefusal, unauthenticated } from './guarding.ts'
import type { Habits, Refusal } from './habits.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

type Call = ServerDuplexStream<BatchAppendReq, BatchAppendResp>
type Pending = { readonly options: BatchAppendReq.Options; readonly events: Proposed[] }

/** Batch after batch on one call: an append may come in several parts, and is answered by its correlation id. */
export const batchAppend = (log: EventLog, habits: Habits, onAppend: () => void) => (call: Call) => {
  const unknown = habits.refusing?.code === status.UNAUTHENTICATED ? habits.refusing : null
  const stranger = unknown ?? unauthenticated(habits, call.metadata)
  if (stranger) return void call.emit('error', stranger)
  const collect = collecting()
  const write = (request: BatchAppendReq, append: Pending) => {
    const refusal = getRefusal(habits, call.metadata, 'append') ?? habits.refusingAppends
    const response = refusal ? notToday(refusal) : answer(log, append, habits.maxAppendBytes)
    if (habits.diesOfAppend) return habits.diesOfAppend()
    response.setCorrelationId(request.getCorrelationId())
    response.setStreamIdentifier(append.options.getStreamIdentifier())
    call.write(response)
  }
  call.on('data', (request: BatchAppendReq) => {
    if (habits.shuttingDown) return void habits.shuttingDown.add(call)
    const append = collect(request)
    if (!append) return
    onAppend()
    if (habits.appendTakesMs === 0) write(request, append)
    else setTimeout(() => void (call.writable && write(request, append)), habits.appendTakesMs)
  })
  call.on('end', () => call.end())
  call.on('error', () => call.end())
}

/** Collects the parts of an append until its last one. */
const collecting = () => {
  const pending = new Map<string, Pending>()
  return (request: BatchAppendReq): Pending | null => {
    const correlation = request.getCorrelationId()?.getString() ?? ''
    const options = request.getOptions()
    if (options) pending.set(correlation, { options, events: [] })
    const append = pending.get(correlation)
    append?.events.push(...request.getProposedMessagesList().map(proposed))
    if (!append || !request.getIsFinal()) return null
    pending.delete(correlation)
    return append
  }
}

const proposed = (message: BatchAppendReq.ProposedMessage): Proposed => ({
  id: message.getId()?.getString() ?? '',
  type: message.getMetadataMap().get('type') ?? '',
  contentType: message.getMetadataMap().get('content-type') ?? '',
  data: message.getData_asU8(),
  metadata: message.getCustomMetadata_asU8(),
})

function answer(log: EventLog, { options, events }: Pending, maxBytes: number): BatchAppendResp {
  const stream = Buffer.from(options.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString()
  if (events.map(sizeOnDisk).reduce((sum, size) => sum + size, 0) > maxBytes) {
    const max = new shared.MaximumAppendSizeExceeded().setMaxappendsize(maxBytes)
    return refused('', max.serializeBinary(), 'event_store.client.MaximumAppendSizeExceeded')
  }
  const wrongId = events.find(({ id }) => !UUID.test(id))
  if (wrongId) return refused(`Guid should contain 32 digits with 4 dashes: ${wrongId.id}`)
  // The product always gives an expected revision.
  if (!options.hasNoStream() && !options.hasStreamPosition())
    return refused('the double takes no append without a revision')
  const outcome = log.append(stream, events, options.hasNoStream() ? -1 : Number(options.getStreamPosition()))
  return 'last' in outcome ? succeeded(outcome) : conflicting(options, outcome.current)
}

/** The server counts a name's letters twice. */
const sizeOnDisk = ({ type, data, metadata }: Proposed): number => 2 * type.length + data.length + metadata.length

/** The refusal is in the answer itself, without the code: a client without the right learns no details. */
const notToday = ({ code, details }: Refusal): BatchAppendResp =>
  code === status.PERMISSION_DENIED
    ? refused('', new shared.AccessDenied().serializeBinary(), 'event_store.client.AccessDenied')
    : refused(details, new nothing.Empty().serializeBinary(), 'google.protobuf.Empty')

function succeeded({ last }: Extract<Outcome, { last: unknown }>): BatchAppendResp {
  const position = new shared.AllStreamPosition()
  position.setCommitPosition(String(last.position))
  position.setPreparePosition(String(last.position))
  const success = new generated.BatchAppendResp.Success()
  success.setCurrentRevision(String(last.revision))
  success.setPosition(position)
  const response = new generated.BatchAppendResp()
  response.setSuccess(success)
  return response
}

function conflicting(options: BatchAppendReq.Options, current: number): BatchAppendResp {
  const conflict = new shared.WrongExpectedVersion()
  if (current < 0) conflict.setCurrentNoStream(new nothing.Empty())
  else conflict.setCurrentStreamRevision(String(current))
  if (options.hasNoStream()) conflict.setExpectedNoStream(new nothing.Empty())
  else conflict.setExpectedStreamPosition(options.getStreamPosition())
  return refused('WrongExpectedVersion', conflict.serializeBinary(), 'event_store.client.WrongExpectedVersion')
}

function refused(
  message: string,
  details: Uint8Array = new Uint8Array(),
  type = 'event_store.client.BadRequest',
): BatchAppendResp {
  const packed = new wellKnown.Any()
  packed.pack(Uint8Array.from(details), type)
  const status = new statuses.Status()
  status.setMessage(message)
  status.setDetails(packed)
  const response = new generated.BatchAppendResp()
  response.setError(status)
  return response
}
