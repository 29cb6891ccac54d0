import { freePort } from '@tuma/platform/runtime'
import type { Disk } from './event-log.ts'
import { type EventStoreDouble, newDisk, startEventStoreDouble } from './event-store-double.ts'
import type { Habits } from './habits.ts'

/** Commands of the parent process, each with an answer. */
export type Asks = {
  kill(): Promise<void>
  start(): Promise<void>
  refuse(refusing: Habits['refusing']): Promise<void>
  /** An empty log answers at the port. */
  exchange(): Promise<void>
  /** The first log answers again. @returns how many events were appended to the other */
  putBack(): Promise<number>
  /** A copy beside it, which begins with its events. @returns its port */
  copy(): Promise<number>
  closeCopy(): Promise<void>
}

export type Asked = { readonly id: number; readonly ask: keyof Asks; readonly given: unknown }
export type Answered = { readonly id: number; readonly answer?: unknown; readonly error?: string }

const port = Number(process.argv[2])
const double = await startEventStoreDouble(port)
const empty = newDisk()
let former: Disk = []
let copy: EventStoreDouble | null = null

const asks: Asks = {
  kill: double.kill,
  start: double.start,
  async refuse(refusing) {
    double.habits.refusing = refusing
  },
  async exchange() {
    await double.kill()
    former = double.disk()
    await double.startWith(empty)
  },
  async putBack() {
    await double.kill()
    const appended = double.disk().length - empty.length
    await double.startWith(former)
    return appended
  },
  async copy() {
    const beside = await freePort()
    copy = await startEventStoreDouble(beside)
    await copy.kill()
    await copy.startWith(double.disk())
    return beside
  },
  closeCopy: async () => copy?.kill(),
}

process.on('message', ({ id, ask, given }: Asked) => {
  const asked = (asks[ask] as (given: unknown) => Promise<unknown>)(given)
  asked.then(
    (answer) => process.send?.({ id, answer } satisfies Answered),
    (error: Error) => process.send?.({ id, error: error.message } satisfies Answered),
  )
})
process.on('disconnect', () => process.exit(0))
process.send?.({ id: 0 } satisfies Answered)
