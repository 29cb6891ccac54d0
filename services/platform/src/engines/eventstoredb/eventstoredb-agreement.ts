import type { EventStoreDBClient } from '@eventstore/db-client'
import type { DocumentStore } from '../../ports/document-store.ts'
import { EngineAway, OtherFormat, OtherStore } from '../../ports/message-bus.ts'
import { openStoreMark } from '../store-mark/store-mark.ts'
import { openMarkedStore } from '../store-mark/store-mark-eventstoredb.ts'
import { assertFormat } from './eventstoredb-format.ts'
import type { CallKind, Reach, Reaching } from './eventstoredb-reach.ts'

export type AgreementParts = {
  /** The service's documents, whose mark must equal the store's. */
  readonly documents: DocumentStore
  readonly reach: Pick<Reach, 'reaching' | 'failures'>
  /** Called when the store is not the one of these documents. */
  readonly onOtherStore: (error: OtherStore) => void
  /** Called at each call: only the documents of a store in use must agree with it. */
  readonly onUsed: () => void
  /** Called each time that both were compared and belong together. */
  readonly onAgreed: () => void
}

/** Compares a service's store with its documents: its format, its mark, and the event of the furthest checkpoint. */
export type Agreement = {
  /**
   * Compares, unless that was done since the last failed call: for a reading since a failed reading, for an append
   * since any failed call. Marks both sides when both are new.
   * @returns the mark. @throws OtherFormat OtherStore the errors of the documents, and the server's answers
   */
  agree(kind: CallKind): Promise<string>
  /** As `reach.reaching`, each call after `agree`. */
  readonly reaching: Reaching
}

/** @param service with ENGINE_PREFIX before it @param hasEvents whether the service has any event in the store */
export const openAgreement = (
  client: EventStoreDBClient,
  service: string,
  {
    documents,
    reach,
    onOtherStore,
    onUsed,
    onAgreed,
    hasEvents,
  }: AgreementParts & { hasEvents: () => Promise<boolean> },
): Agreement => {
  const mark = openStoreMark({ service, documents, store: openMarkedStore(client, service) })
  /**
   * A failed reading also puts in doubt what an append relies on. After a lost quorum only appends fail, and readings
   * still work.
   */
  const failed = (kind: CallKind) => reach.failures('read') + (kind === 'append' ? reach.failures('append') : 0)
  let agreed: { readonly mark: string; readonly failed: { readonly [kind in CallKind]: number } } | null = null
  let checking: Promise<void> | null = null

  const check = async (): Promise<void> => {
    const before = { read: failed('read'), append: failed('append') }
    try {
      await assertFormat(client, service, { hasEvents, beforeWriting: mark.assertSame })
      agreed = { mark: await mark.agree(), failed: before }
      onAgreed()
    } catch (error) {
      if (error instanceof OtherStore) onOtherStore(error)
      throw error
    }
  }
  const agree = async (kind: CallKind): Promise<string> => {
    onUsed()
    while (agreed?.failed[kind] !== failed(kind)) {
      checking ??= check().finally(() => {
        checking = null
      })
      await checking
    }
    return agreed.mark
  }
  return {
    agree,
    async reaching(call, kind = 'read') {
      const agreeing = agree(kind)
      // An outage of the documents says nothing about the event store.
      await agreeing.catch((error) => {
        if (isOfDocuments(error)) throw error
      })
      return reach.reaching(() => agreeing.then(call), kind)
    },
  }
}

/** Errors of the event store are not explained yet at this point. */
const isOfDocuments = (error: unknown): boolean => error instanceof EngineAway && !(error instanceof OtherFormat)
