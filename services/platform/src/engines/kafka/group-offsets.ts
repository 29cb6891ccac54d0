import { EngineMisconfigured } from '../../ports/message-bus.ts'
import type { AskAdmin } from './ask-admin.ts'

/** Groups are for one topic each, so that members of a group may listen to different topics. */
export const getGroupId = (topic: string, group: string) => `${group}.${topic}`

/** Of a partition: the offset that the group must handle next, and the one that the next record published will have. */
export type GroupOffset = { readonly partition: number; readonly next: number; readonly end: number }

/**
 * The furthest offset that any group has committed, by partition. Without the right to see a group it is left out.
 * @throws EngineAway
 */
export const furthestOffsets = async (ask: AskAdmin, topic: string): Promise<Map<number, number>> => {
  const furthest = new Map<number, number>()
  const { groups } = await ask((admin) => admin.listGroups())
  for (const { groupId } of groups.filter((one) => one.groupId.endsWith(`.${topic}`))) {
    const found = await ask((admin) => admin.fetchOffsets({ groupId, topics: [topic] })).catch(unlessRefused)
    for (const { partition, offset } of found.flatMap(({ partitions }) => partitions))
      furthest.set(partition, Math.max(furthest.get(partition) ?? 0, Number(offset)))
  }
  return furthest
}

const unlessRefused = (error: unknown): [] => {
  if (error instanceof EngineMisconfigured) return []
  throw error
}

/** The committed offsets of a group, by partition. @throws EngineAway */
export const groupOffsets = async (ask: AskAdmin, topic: string, group: string): Promise<GroupOffset[]> => {
  const ends = await ask((admin) => admin.fetchTopicOffsets(topic))
  const groupId = getGroupId(topic, group)
  const [handled] = await ask((admin) => admin.fetchOffsets({ groupId, topics: [topic] }))
  const next = new Map(handled?.partitions.map(({ partition, offset }) => [partition, Number(offset)]))
  return ends.map(({ partition, low, high }) => ({
    partition,
    // A topic that has forgotten messages may be shorter than what a group has handled.
    next: Math.min(Math.max(Number(low), next.get(partition) ?? 0), Number(high)),
    end: Number(high),
  }))
}
