/** The connection below `useLiveChanges`. The first page's small script uses it too, so it must not import React. */

/** Between two attempts while the server says no (too many listen already, or it is away). The last one repeats. */
const pausesMs = [2_000, 5_000, 15_000, 60_000]

type Line = { followers: Set<() => void>; hangUp: () => void }
const lines = new Map<string, Line>()

/** Asked for while it is under way it is done once more. */
export const oneAtATime = (work: () => unknown): (() => Promise<void>) => {
  let working = false
  let again = false
  return async () => {
    again = true
    if (working) return
    working = true
    try {
      while (again) {
        again = false
        await work()
      }
    } finally {
      working = false
    }
  }
}

/** @param trackingId '' for all that one may see, or for the prompt alone that is named @returns how to stop */
export function follow(trackingId: string, follower: () => void, promptId = ''): () => void {
  const asked = getQuestion({ promptId, trackingId })
  const line = lines.get(asked) ?? open(asked)
  line.followers.add(follower)
  return () => {
    line.followers.delete(follower)
    if (line.followers.size > 0) return
    lines.delete(asked)
    line.hangUp()
  }
}

const getQuestion = (one: Readonly<Record<string, string>>): string => {
  const [name, id] = Object.entries(one).find(([, value]) => value !== '') ?? []
  return id === undefined ? '' : `?${name}=${encodeURIComponent(id)}`
}

function open(asked: string): Line {
  const followers = new Set<() => void>()
  const line = { followers, hangUp: listen(`/api/events${asked}`, () => [...followers].forEach((tell) => void tell())) }
  lines.set(asked, line)
  return line
}

/** @returns how to stop */
function listen(address: string, tell: () => void): () => void {
  let source: EventSource | undefined
  let timer: ReturnType<typeof setTimeout>
  let refusals = 0
  let missed = false

  const connect = (): void => {
    const opened = new EventSource(address)
    source = opened
    opened.onmessage = tell
    opened.onopen = () => {
      refusals = 0
      if (missed) tell()
      missed = false
    }
    opened.onerror = () => {
      missed = true
      if (opened.readyState !== EventSource.CLOSED) return // lost, and the browser is already connecting again
      timer = setTimeout(connect, pausesMs[Math.min(refusals, pausesMs.length - 1)])
      refusals += 1
    }
  }
  const leave = (): void => {
    clearTimeout(timer)
    source?.close()
  }
  /** A browser has few connections to one server, so hidden tabs close theirs. */
  const seenOrNot = (): void => {
    leave()
    if (document.visibilityState === 'hidden') missed = true
    else connect()
  }

  seenOrNot()
  document.addEventListener('visibilitychange', seenOrNot)
  return () => {
    document.removeEventListener('visibilitychange', seenOrNot)
    leave()
  }
}
