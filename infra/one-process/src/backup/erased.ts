import type { IdentityClient } from '@tuma/contracts/services'
import type { Erased } from '@tuma/platform/engines'
import { derivedId, emptyView, isRefusal, openPersonalKeys } from '@tuma/platform/event-sourcing'
import type { Engines, ProcessEngines } from '@tuma/platform/ports'
import { keptBy } from '../read-models.ts'

/**
 * Destroys the keys of people who were erased after these data were copied, and removes the rows that show them in
 * plain text. The next start fills these rows again from events that it can no longer open. No process may use the
 * data.
 * @param prefix of the services' engines: the names in the list have it too
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

/** Empties the read models of this release and of the release that made the copy. */
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

/** Deletes accounts again that were deleted after the copy was made. The copy may not know all of them. */
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

/** A missing or damaged account must not keep the product from starting: its key is gone, so it cannot log in. */
const unlessGone = (error: unknown): void => {
  if (!isRefusal(error) || !['not_found', 'damaged'].includes(error.code)) throw error
}
