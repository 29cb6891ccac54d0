import shared from '@eventstore/db-client/generated/shared_pb.js'
import generated, { type ReadResp } from '@eventstore/db-client/generated/streams_pb.js'
import type { Recorded } from './event-log.ts'

export function checkpoint(position: number): ReadResp {
  const reached = new generated.ReadResp.Checkpoint()
  reached.setCommitPosition(String(position))
  reached.setPreparePosition(String(position))
  return new generated.ReadResp().setCheckpoint(reached)
}

export function eventResponse(event: Recorded): ReadResp {
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
