import type { Delivery } from '@tuma/contracts/api'
import { queryClient, skipToken, useQuery } from '@tuma/kit/runtime'

/** `underWay` until the server has answered. */
type Moved = { readonly row: Delivery; readonly underWay: boolean }
type AllMoved = Readonly<Record<string, Moved>>

/** Kept with the queries, so that a logout forgets it with them. */
const movedKey = ['agent-moved']
const all = (): AllMoved => queryClient.getQueryData<AllMoved>(movedKey) ?? {}

/** The row as this press makes it, before the server has said so: every list shows it from now on. */
export const expectMoved = (row: Delivery): void => remember({ row, underWay: true })
/** The row as the server has made it: lists that were asked earlier show it too. */
export const knowMoved = (row: Delivery): void => remember({ row, underWay: false })
/** Refused: the lists show what they were told. */
export const forgetMoved = (id: string): void => {
  const { [id]: _, ...others } = all()
  queryClient.setQueryData(movedKey, others)
}
const remember = (moved: Moved): void => {
  queryClient.setQueryData(movedKey, { ...all(), [moved.row._id]: moved })
}

const useMoved = (): AllMoved => useQuery<AllMoved>({ queryKey: movedKey, queryFn: skipToken }).data ?? {}

/** Rows as they are on this device: one that was moved here stands for its older revision. */
export const useLatest = (): ((row: Delivery) => Delivery) => {
  const moved = useMoved()
  return (row) => {
    const own = moved[row._id]?.row
    return own && own.revision >= row.revision ? own : row
  }
}

export const useUnderWay = (id: string): boolean => useMoved()[id]?.underWay ?? false
