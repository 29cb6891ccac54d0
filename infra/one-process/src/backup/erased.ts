import type { IdentityClient } from '@tuma/contracts/services'
import type { Erased } from '@tuma/platform/engines'
import { derivedId, emptyView, isRefusal, openPersonalKeys } from '@tuma/platform/event-sourcing'
import type { Engines, ProcessEngines } from '@tuma/platform/ports'
import { keptBy } from '../read-models.ts'

/**
 * Destroys the keys of those who were erased after these data were copied, and takes the rows away in which they stand in
 * plain words: the next start fills them from events that tell nothing of them any more. For data that nobody uses.
 * @param prefix of the services' engines: it stands in the list too
 */
export const eraseAgain = async (engines: ProcessEngines, erased: Erased, prefix: string): Promise<void> => {
  for (const [service, kept] of Object.entries(keptBy)) {
    const people = erased.get(prefix + service) ?? []
    if (people.length === 0) continue
    const own = engines.of(service)
    const keys = await openPersonalKeys(own)
    const known = await Promise.all(people.map((personId) => keys.existingKey(personId)))
    await keys.destroy(people)
    if (known.some((key) => key !== null)) await emptyRows(service, own, kept)
  }
}

/** Of this release and of whichever the copy was made by. */
const emptyRows = async (
  service: string,
  engines: Engines,
  { readModels: views }: (typeof keptBy)[string],
): Promise<void> => {
  const stand = await engines.documents.collections()
  for (const { collection } of views) {
    for (const name of stand.filter((one) => unversioned(one) === unversioned(collection.name))) {
      if (name !== collection.name) await engines.documents.drop(name)
      else if (!(await emptyView({ service, engines, views }, name))) throw new Error(`${name} of ${service} is in use`)
    }
  }
}

const unversioned = (name: string): string => name.replace(/-v\d+$/, '')

/** Accounts that were deleted after the copy was made, by whoever deleted them then. The copy may not know one at all. */
export const deleteAgain = async (
  identity: Pick<IdentityClient, 'deleteAccount'>,
  accountIds: readonly string[],
): Promise<void> => {
  for (const accountId of accountIds) {
    const commandId = derivedId('erased again', accountId)
    const asked = { actor: { kind: 'system', name: 'restore' }, commandId, correlationId: commandId } as const
    await identity.deleteAccount({ asked, accountId, role: null }).catch(unlessGone)
  }
}

/** Nobody logs in as an account whose key is gone: one that is damaged as well keeps nobody else from starting. */
const unlessGone = (error: unknown): void => {
  if (!isRefusal(error) || !['not_found', 'damaged'].includes(error.code)) throw error
}
