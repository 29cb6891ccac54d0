import { type CommandContext, getTrace, type RowKindFound } from '@tuma/contracts/services'
import { Refused, type RowDirection, type TreatedKind } from '@tuma/contracts/vocabulary'
import { fold, type KeyedHash, metadataFrom, type Recorded, type Streams } from '@tuma/platform/event-sourcing'
import { type Collection, everyDocument } from '@tuma/platform/ports'
import type { Environment } from '@tuma/platform/runtime'
import {
  type RowKindEvent,
  type RowKindRow,
  type RowKindRuling,
  rowKind,
  rowKindStream,
} from '../domain/statement/row-kind.ts'
import type { KindRuling } from '../domain/statement/statement.ts'
import type { TillRow } from '../domain/statement/till-rows-view.ts'
import type { StoredDomainEvent } from '../stored-events.ts'
import { getKindId } from './reading-rows.ts'

type Deps = {
  readonly streams: Streams<StoredDomainEvent>
  readonly hash: KeyedHash
  readonly environment: Environment
  readonly tillRows: Collection<TillRow>
  readonly ruledKinds: Collection<RowKindRow>
}

type Treat = {
  readonly asked: CommandContext
  readonly name: string
  readonly direction: RowDirection
  readonly as: TreatedKind
}

/** The admins' current decision about one kind. @returns null without one in force */
const readRuling = async (
  streams: Pick<Streams<StoredDomainEvent>, 'read'>,
  kindId: string,
): Promise<RowKindRuling | null> =>
  fold(rowKind, (await streams.read(rowKindStream(kindId))) as Recorded<RowKindEvent>[])

/** The decisions in force about these kinds. */
export const readRulings = async (
  streams: Pick<Streams<StoredDomainEvent>, 'read'>,
  kinds: readonly { readonly kindId: string }[],
): Promise<KindRuling[]> => {
  const all = await Promise.all(
    kinds.map(async ({ kindId }) => ({ kindId, ruling: await readRuling(streams, kindId) })),
  )
  return all.flatMap(({ kindId, ruling }) => (ruling ? [{ kindId, as: ruling.as, since: ruling.since }] : []))
}

/** Unknown kinds of rows: their count and sum, and how an admin has them booked. */
export const rowKinds = ({ streams, hash, environment, tillRows, ruledKinds }: Deps) => {
  const handle = streams.getHandler(rowKind)

  const list = async (): Promise<RowKindFound[]> => {
    const found = new Map<string, RowKindFound>()
    for await (const { kindId, name, direction, as, since } of everyDocument(ruledKinds, {}))
      found.set(kindId, { kindId, name, direction, as, since, count: 0, cents: 0, open: 0 })
    const add = (row: TillRow, kindId: string, isOpen: boolean) => {
      const { name, cents } = row
      const direction: RowDirection = cents < 0 ? 'out' : 'in'
      const none = { kindId, name: name ?? '', direction, as: null, since: null, count: 0, cents: 0, open: 0 }
      const kind = found.get(kindId) ?? none
      found.set(kindId, { ...kind, count: kind.count + 1, cents: kind.cents + cents, open: kind.open + Number(isOpen) })
    }
    for await (const row of everyDocument(tillRows, { where: { standing: 'open' } }))
      if (row.kindId !== null) add(row, row.kindId, true)
    for (const kindId of [...found.keys()])
      for await (const row of everyDocument(tillRows, { where: { ruledBy: kindId } })) add(row, kindId, false)
    return [...found.values()].toSorted((one, other) => other.count - one.count || (one.name < other.name ? -1 : 1))
  }
  const findRuling = async (kindId: string, ruling: Omit<RowKindRow, 'kindId'>): Promise<RowKindFound> => {
    const known = (await list()).find((one) => one.kindId === kindId)
    const { name, direction, as, since } = ruling
    return {
      kindId,
      name,
      direction,
      as,
      since,
      count: known?.count ?? 0,
      cents: known?.cents ?? 0,
      open: known?.open ?? 0,
    }
  }
  const buildMetadata = (asked: CommandContext) =>
    metadataFrom({ ...asked, actor: getTrace(asked.actor) }, environment.now())

  return {
    list,
    /** @throws Refused row_kind_treated where another decision is in force, which must be undone first */
    async treat({ asked, name, direction, as }: Treat): Promise<RowKindFound> {
      const kindId = getKindId(hash, { name, cents: direction === 'out' ? -1 : 1 })
      const metadata = buildMetadata(asked)
      const command = { type: 'TreatRowKind' as const, name, direction, as, at: metadata.at }
      const { state } = await handle(rowKindStream(kindId), command, metadata)
      if (!state) throw new Refused('not_found')
      return findRuling(kindId, state)
    },
    /** A follower reverses all that was booked by it. @throws Refused not_found */
    async undo({
      asked,
      kindId,
    }: {
      readonly asked: CommandContext
      readonly kindId: string
    }): Promise<{ kindId: string }> {
      const metadata = buildMetadata(asked)
      await handle(rowKindStream(kindId), { type: 'UndoRowKind', at: metadata.at }, metadata)
      return { kindId }
    },
  }
}
