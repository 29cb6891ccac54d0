import { openSealedBytes, type PersonalKeys, sealBytes } from '@tuma/platform/event-sourcing'
import { type Collection, type CollectionSpec, type Engines, everyDocument } from '@tuma/platform/ports'

const sweptAtOnce = 10

/** The browser and the network from which a session was started. Null where unknown. */
export type Device = {
  readonly browser: string | null
  readonly system: string | null
  readonly network: string | null
}

type Begun = {
  readonly sessionId: string
  readonly accountId: string
  /** The account's `sessionEpoch` when it began. */
  readonly epoch: number
  readonly expiresAt: string
}
/** `sealed`: a `Device` as JSON, under the account's personal key, in base64. */
type Kept = Begun & { readonly sealed: string }

const spec: CollectionSpec = {
  name: 'signed-in-devices-v1',
  shape: { sessionId: 'text', accountId: 'text', epoch: 'number', expiresAt: 'text', sealed: 'text' },
  fields: { accountId: 'text', expiresAt: 'text' },
  indexes: [['accountId']],
  sortBy: 'expiresAt',
}

const unknown: Device = { browser: null, system: null, network: null }
const toPlace = (sessionId: string): string => `device of session ${sessionId}`

export type SignedInDevices = Awaited<ReturnType<typeof openSignedInDevices>>

/**
 * Documents and no events, so that they are deleted with their sessions. A session without one is not listed: it is
 * written before the session starts.
 */
export const openSignedInDevices = async (
  { documents }: Pick<Engines, 'documents'>,
  keys: Pick<PersonalKeys, 'keyFor' | 'existingKey'>,
) => {
  const kept: Collection<Kept> = await documents.collection(spec)
  const forget = (sessionId: string): Promise<void> => documents.forget(spec.name, sessionId)
  const getKept = (accountId: string): Promise<Kept[]> => Array.fromAsync(everyDocument(kept, { where: { accountId } }))

  const sweep = async (at: string): Promise<void> => {
    const { documents: expired } = await kept.find({ between: { to: at }, limit: sweptAtOnce, upwards: true })
    for (const { sessionId } of expired) await forget(sessionId)
  }
  const opened = async ({ sealed, ...begun }: Kept): Promise<Begun & Device> => {
    const { accountId, sessionId } = begun
    const bytes = await openSealedBytes(keys, accountId, toPlace(sessionId), Buffer.from(sealed, 'base64'))
    return { ...begun, ...(bytes === null ? unknown : (JSON.parse(bytes.toString()) as Device)) }
  }

  return {
    /** A repeated call changes nothing. Also forgets some that have expired. */
    async keep(begun: Begun, { browser, system, network }: Device, at: string): Promise<void> {
      await sweep(at)
      const { accountId, sessionId } = begun
      const bytes = Buffer.from(JSON.stringify({ browser, system, network }))
      const sealed = (await sealBytes(keys, accountId, toPlace(sessionId), bytes)).toString('base64')
      await documents.write([{ collection: spec.name, id: sessionId, document: { ...begun, sealed }, version: 1 }])
    },
    of: async (accountId: string): Promise<(Begun & Device)[]> => Promise.all((await getKept(accountId)).map(opened)),
    forget,
    /** Forgets the devices of sessions that ended together, or all of a deleted account. */
    async forgetEnded(
      account: Pick<Begun, 'accountId'> & { readonly sessionEpoch: number; readonly deleted: boolean },
    ) {
      for (const { sessionId, epoch } of await getKept(account.accountId))
        if (account.deleted || epoch < account.sessionEpoch) await forget(sessionId)
    },
  }
}
