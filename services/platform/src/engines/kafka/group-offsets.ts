import type { AskAdmin } from './ask-admin.ts'

/** Groups are for one topic each, so that members of a group may listen to different topics. */
export const getGroupId = (topic: string, group: string) => `${group}.${topic}`

/** Of a partition: the offset that the group must handle next, and the one that the next record published will have. */
export type GroupOffset = { readonly partition: number; readonly next: number; readonly end: number }

/** The committed offsets of a group, by partition. @throws EngineAway */
export const groupOffsets = async (ask: AskAdmin, topic: string, group: string): Promise<GroupOffset[]> => {
  const ends = await ask((admin) => admin.fetchTopicOffsets(topic))
  const groupId = getGroupId(topic, group)
  const [handled] = await ask((admin) => admin.fetchOffsets({ groupId, topics: [topic] }))
  const next = new Map(handled?.partitions.map(({ partition, offset }) => [partition, Number(offset)]))
  return ends.map(({ partition, low, high }) => ({
    partition,
    next: Math.max(Number(low), next.get(partition) ?? 0),
    end: Number(high),
  }))
}
