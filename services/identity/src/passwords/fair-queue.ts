/**
 * The owner of a job, from the widest group to the narrowest: the /48 of a network and the network itself, or an
 * account. All paths of a queue have the same length.
 */
export type GroupPath = readonly string[]

/**
 * Waiting jobs, in groups that take turns. Between two of its own jobs a group waits for at most one job of each other
 * group of its level, however many those have.
 */
export type FairQueue<Job> = {
  /** @returns the job that is dropped if more than `maxWaiting` wait: the newest of the largest group */
  add(path: GroupPath, job: Job): Job | null
  take(): Job | null
  /** For a job that was neither taken nor dropped. */
  remove(path: GroupPath, job: Job): void
  size(): number
}

/** One level: jobs in the order of arrival, or groups in the order of their turns. */
type Level<Job> = { size: number } & (
  | { readonly jobs: Job[]; readonly groups: null }
  | { readonly jobs: null; readonly groups: Map<string, Level<Job>> }
)

/** @param depth number of names in a path */
export const openFairQueue = <Job>(maxWaiting: number, depth: number): FairQueue<Job> => {
  const all = openLevel<Job>(depth)
  return {
    add(path, job) {
      addTo(all, path, job)
      return all.size > maxWaiting ? takeNewest(all, path) : null
    },
    take: () => takeNext(all),
    remove: (path, job) => void removeFrom(all, path, job),
    size: () => all.size,
  }
}

const openLevel = <Job>(depth: number): Level<Job> =>
  depth === 0 ? { size: 0, jobs: [], groups: null } : { size: 0, jobs: null, groups: new Map() }

const addTo = <Job>(level: Level<Job>, path: GroupPath, job: Job): void => {
  level.size += 1
  if (level.jobs) {
    level.jobs.push(job)
    return
  }
  const [name = '', ...narrower] = path
  const group = level.groups.get(name) ?? openLevel<Job>(narrower.length)
  // A new group has the last turn.
  level.groups.set(name, group)
  addTo(group, narrower, job)
}

const takeNext = <Job>(level: Level<Job>): Job | null => {
  if (level.size === 0) return null
  level.size -= 1
  if (level.jobs) return level.jobs.shift() ?? null
  for (const [name, group] of level.groups) {
    const job = takeNext(group)
    level.groups.delete(name)
    if (group.size > 0) level.groups.set(name, group)
    return job
  }
  return null
}

/** @returns whether it was found */
const removeFrom = <Job>(level: Level<Job>, path: GroupPath, job: Job): boolean => {
  if (level.jobs) {
    const index = level.jobs.indexOf(job)
    if (index < 0) return false
    level.jobs.splice(index, 1)
  } else {
    const [name = '', ...narrower] = path
    const group = level.groups.get(name)
    if (!group || !removeFrom(group, narrower, job)) return false
    if (group.size === 0) level.groups.delete(name)
  }
  level.size -= 1
  return true
}

/** If several groups are the largest, the newcomer's loses a job, or else the one with the last turn. */
const takeNewest = <Job>(level: Level<Job>, path: GroupPath | null): Job | null => {
  level.size -= 1
  if (level.jobs) return level.jobs.pop() ?? null
  const newcomer = path?.[0]
  const max = Math.max(...[...level.groups.values()].map(({ size }) => size))
  const largest = [...level.groups].filter(([, { size }]) => size === max)
  const [name, group] = largest.find(([one]) => one === newcomer) ?? largest.at(-1) ?? []
  if (name === undefined || !group) return null
  const job = takeNewest(group, name === newcomer && path ? path.slice(1) : null)
  if (group.size === 0) level.groups.delete(name)
  return job
}
