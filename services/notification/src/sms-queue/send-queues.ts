import { type Channel, isOfSignIn, roleFor } from '../domain/message.ts'

const afterFaultMs = 5000

/** One try. @returns milliseconds until the next; null when there is no next */
export type Try = (name: string) => Promise<number | null>

/** The messages to one person. */
type Queue = {
  readonly person: string
  /** All that have not ended, in the order of their begin. */
  readonly names: Set<string>
  readonly due: Set<string>
  /** The one that is being tried. */
  current: string | null
}

/**
 * Tries tasks, a few at once and each person's one after the other, until each has ended. A task that must be tried again
 * waits by itself, and the others go on; a later one of the same person starts its next try, so that messages stay in
 * order. A task that runs already is not begun again.
 */
export const openRetryQueue = (once: Try, atOnce: number, onFault: (error: unknown) => void) => {
  const queues = new Map<string, Queue>()
  /** People with a task that is due and no running one, in their turn. */
  const ready = new Set<Queue>()
  const limit = openConcurrencyLimit(atOnce)
  const waiting = openTimers()
  /** Of the running tries: whatever their result, they are tried again at once. */
  const retriedNow = new Set<string>()
  let closed = false

  const fill = (): void => {
    while (!closed && limit.hasRoom()) {
      const [queue] = ready
      if (!queue) return
      ready.delete(queue)
      const name = queue.names.values().find((each) => queue.due.has(each))
      if (name !== undefined) run(queue, name, once)
    }
  }
  const run = (queue: Queue, name: string, one: Try): void => limit.take(tried(queue, name, one), fill)
  const tried = async (queue: Queue, name: string, one: Try): Promise<void> => {
    queue.names.add(name)
    queue.due.delete(name)
    queue.current = name
    retriedNow.delete(name)
    const againInMs = await one(name).catch(afterFault(onFault))
    queue.current = null
    if (againInMs === null) queue.names.delete(name)
    else if (!closed) waiting.set(name, retriedNow.has(name) ? 0 : againInMs, () => isDue(queue, name))
    if (queue.due.size > 0) ready.add(queue)
    else if (queue.names.size === 0) queues.delete(queue.person)
  }
  const isDue = (queue: Queue, name: string): void => {
    for (const each of queue.names) {
      waiting.stop(each)
      if (each !== queue.current) queue.due.add(each)
      if (each === name) break
    }
    if (queue.current === null) ready.add(queue)
    fill()
  }

  const enqueue = (name: string, person: string): void => {
    const queue = getQueue(queues, person)
    if (queue.names.has(name)) return
    queue.names.add(name)
    isDue(queue, name)
  }

  return {
    enqueue,
    /** Begins with a try of its own, and only where no other task goes first. @returns whether it was begun */
    runIfIdle(name: string, person: string, first: Try): boolean {
      if (closed || !limit.hasRoom() || queues.has(person)) return false
      run(getQueue(queues, person), name, first)
      return true
    },
    /** As `enqueue`, but a task that waits for its next try waits no longer. */
    retryNow(name: string, person: string): void {
      const queue = getQueue(queues, person)
      if (waiting.has(name)) isDue(queue, name)
      else if (queue.names.has(name)) retriedNow.add(name)
      else enqueue(name, person)
    },
    /** Finishes the running tries, and begins no other. */
    async close(): Promise<void> {
      closed = true
      waiting.stopAll()
      await limit.whenIdle()
    },
  }
}

const afterFault = (onFault: (error: unknown) => void) => (error: unknown) => {
  onFault(error)
  return afterFaultMs
}

const getQueue = (queues: Map<string, Queue>, person: string): Queue => {
  const queue = queues.get(person) ?? { person, names: new Set(), due: new Set(), current: null }
  queues.set(person, queue)
  return queue
}

/** At most so many tries at once. */
const openConcurrencyLimit = (max: number) => {
  const taken = new Set<Promise<void>>()
  return {
    hasRoom: (): boolean => taken.size < max,
    take(trying: Promise<void>, left: () => void): void {
      const one = trying.finally(() => {
        taken.delete(one)
        left()
      })
      taken.add(one)
    },
    /** Resolves when all running tries have ended. */
    whenIdle: () => Promise.all(taken),
  }
}

/** One timer for each name. */
const openTimers = () => {
  const timers = new Map<string, NodeJS.Timeout>()
  const stop = (name: string): void => {
    clearTimeout(timers.get(name))
    timers.delete(name)
  }
  return {
    has: (name: string): boolean => timers.has(name),
    set: (name: string, ms: number, ring: () => void): void => {
      timers.set(name, setTimeout(ring, ms))
    },
    stop,
    stopAll(): void {
      for (const name of timers.keys()) stop(name)
    },
  }
}

export type Kind = { readonly channel: Channel; readonly template: string | null; readonly about: string | null }
type QueueName = 'signIn' | Channel

/** A person who waits for a link can't log in, so such an email waits for no other, and no email waits for an SMS. */
const toQueueName = ({ channel, template }: Kind): QueueName =>
  template !== null && isOfSignIn(template) ? 'signIn' : channel

/** One person's messages about one thing go in order: the sender's, the receiver's, the account holder's. */
const getPerson = ({ template, about }: Kind): string => `${about} ${roleFor(template ?? '')}`

/** As many connections as a mail server accepts from one sender. */
const mailsAtOnce = 8
/** An SMS provider accepts many more: at 400 a second 40 wait for its answer, and as many are being begun or recorded. */
const smsAtOnce = 128

export type SendQueues = ReturnType<typeof openSendQueues>

/** A few messages at once in each queue, each person's in order; no queue blocks another. */
export const openSendQueues = (once: Try, onFault: (error: unknown) => void) => {
  const queues = {
    signIn: openRetryQueue(once, mailsAtOnce, onFault),
    email: openRetryQueue(once, mailsAtOnce, onFault),
    sms: openRetryQueue(once, smsAtOnce, onFault),
  }
  return {
    enqueue: (kind: Kind, stream: string) => queues[toQueueName(kind)].enqueue(stream, getPerson(kind)),
    runIfIdle: (kind: Kind, stream: string, first: Try) =>
      queues[toQueueName(kind)].runIfIdle(stream, getPerson(kind), first),
    retryNow: (kind: Kind, stream: string) => queues[toQueueName(kind)].retryNow(stream, getPerson(kind)),
    async close(): Promise<void> {
      await Promise.all(Object.values(queues).map((queue) => queue.close()))
    },
  }
}
