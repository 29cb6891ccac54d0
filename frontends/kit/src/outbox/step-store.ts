import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { CannotSave } from './cannot-save.ts'
import { readStep, type SavedStep, type StoredStep } from './saved-step.ts'

/** More do not fit on a phone that has had no network for days. */
export const maxWaitingSteps = 1_000
const maxDoneSteps = 200
const doneStaysMs = 24 * 60 * 60_000

interface Schema extends DBSchema {
  steps: { key: number; value: StoredStep; indexes: { key: string; account: string; state: string } }
}
type Db = IDBPDatabase<Schema>

/** The version of the database's indexes. A step has a version of its own (`v`). */
const schemaVersion = 1

export type Owner = Pick<SavedStep, 'account' | 'shop'>

/** All steps of this browser, of every account, in IndexedDB. What resolves is on the disk. */
export type StepStore = ReturnType<typeof openStepStore>

export function openStepStore() {
  const inDb = connect()

  return {
    /** @throws CannotSave with `full` where too many wait */
    add: (step: Omit<StoredStep, 'seq'>): Promise<void> =>
      inDb(async (db) => {
        const tx = db.transaction('steps', 'readwrite', { durability: 'strict' })
        const [waiting, refused] = await Promise.all(
          ['waiting', 'needsYou'].map((state) => tx.store.index('state').count(state)),
        )
        if ((waiting ?? 0) + (refused ?? 0) >= maxWaitingSteps) throw new CannotSave('full')
        await tx.store.add(step as StoredStep)
        await tx.done
      }),

    /** The owner's steps, oldest first. */
    list: ({ account, shop }: Owner): Promise<StoredStep[]> =>
      inDb(async (db) => readAll(await db.getAllFromIndex('steps', 'account', account), shop)),

    /** In one transaction: chooses a step and stores it as being sent. Then no `change` can take it back unseen. */
    claim: (
      { account, shop }: Owner,
      choose: (steps: readonly StoredStep[]) => StoredStep | undefined,
    ): Promise<StoredStep | undefined> =>
      inDb(async (db) => {
        const tx = db.transaction('steps', 'readwrite', { durability: 'strict' })
        const chosen = choose(readAll(await tx.store.index('account').getAll(account), shop))
        const claimed = chosen && { ...chosen, tries: chosen.tries + 1 }
        if (claimed) await tx.store.put(claimed)
        await tx.done
        return claimed
      }),

    /**
     * In one transaction: stores the step as `to` returns it, deletes it where that is null, and leaves it where that is
     * undefined.
     * @returns whether something was stored or deleted
     */
    change: (key: string, to: (step: StoredStep) => StoredStep | null | undefined): Promise<boolean> =>
      inDb(async (db) => {
        const tx = db.transaction('steps', 'readwrite', { durability: 'strict' })
        const step = readStep(await tx.store.index('key').get(key))
        const next = step ? to(step) : undefined
        if (step && next === null) await tx.store.delete(step.seq)
        else if (next) await tx.store.put(next)
        await tx.done
        return next !== undefined
      }),

    /** Deletes answered steps: old ones, all but the newest, and all of other accounts, as answers name people. */
    forgetDone: (account: string, now: number): Promise<void> =>
      inDb(async (db) => {
        const tx = db.transaction('steps', 'readwrite')
        const done = await tx.store.index('state').getAll('done')
        const own = done.filter((step) => step.account === account && isRecent(step, now)).slice(-maxDoneSteps)
        await Promise.all(done.filter((step) => !own.includes(step)).map(({ seq }) => tx.store.delete(seq)))
        await tx.done
      }),

    /** Deletes every answered step of the account: it has logged out. */
    forgetAllDone: (account: string): Promise<void> =>
      inDb(async (db) => {
        const tx = db.transaction('steps', 'readwrite')
        const done = (await tx.store.index('state').getAll('done')).filter((step) => step.account === account)
        await Promise.all(done.map(({ seq }) => tx.store.delete(seq)))
        await tx.done
      }),
  }
}

const isRecent = ({ answeredAt, doneAt }: StoredStep, now: number): boolean =>
  now - Date.parse(answeredAt ?? doneAt) < doneStaysMs

const readAll = (records: readonly unknown[], shop: string): StoredStep[] =>
  records
    .map(readStep)
    .filter((step) => step !== null)
    .filter((step) => step.shop === shop)
    .sort((one, other) => one.seq - other.seq)

/** One connection, opened when it is needed, and again where the browser has closed it. */
function connect() {
  let opening: Promise<Db> | undefined
  const forget = () => {
    opening = undefined
  }
  const open = (): Promise<Db> => {
    opening ??= openDB<Schema>('tuma-outbox', schemaVersion, {
      upgrade(db) {
        const steps = db.createObjectStore('steps', { keyPath: 'seq', autoIncrement: true })
        steps.createIndex('key', 'key', { unique: true })
        steps.createIndex('account', 'account')
        steps.createIndex('state', 'state')
      },
      blocking: (_before, _after, event) => {
        ;(event.target as IDBDatabase).close() // a newer page needs other indexes
        forget()
      },
      terminated: forget,
    })
    opening.catch(forget)
    return opening
  }
  return async <T>(act: (db: Db) => Promise<T>): Promise<T> => {
    try {
      return await act(await open())
    } catch (error) {
      // Some phones close the connection of a page that was asleep, and say so at the next transaction only.
      if ((error as Error | null)?.name !== 'InvalidStateError') throw error
      forget()
      return act(await open())
    }
  }
}
