import {
  IDBCursor,
  IDBDatabase,
  IDBFactory,
  IDBIndex,
  IDBKeyRange,
  IDBObjectStore,
  IDBRequest,
  IDBTransaction,
} from 'fake-indexeddb'
import { tidies } from './tidies.ts'

const classes = { IDBCursor, IDBDatabase, IDBIndex, IDBKeyRange, IDBObjectStore, IDBRequest, IDBTransaction }
/** Of this test's storage: what an earlier test has begun does not count. */
let open = { transactions: 0 }

/** Puts an empty IndexedDB into this test's browser, until the test has ended. */
export function fakeIndexedDb(): void {
  open = { transactions: 0 }
  Object.assign(globalThis, classes, { indexedDB: new IDBFactory() })
}

/** Without storage, as a private window of some browsers. */
export function refuseIndexedDb(): void {
  const refuse = (): never => {
    throw new DOMException('A mutation operation was attempted on a database that did not allow mutations.')
  }
  Object.assign(globalThis, classes, { indexedDB: { open: refuse } })
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** Waits until no transaction is open and none is begun by what follows from the last one. */
export async function storageIsIdle(): Promise<void> {
  for (let idleTurns = 0; idleTurns < 12; idleTurns += open.transactions === 0 ? 1 : -idleTurns) await turn()
}

const { transaction } = IDBDatabase.prototype
IDBDatabase.prototype.transaction = function begin(...args) {
  const begun = transaction.apply(this, args)
  const counted = open
  counted.transactions += 1
  const end = (): void => {
    counted.transactions -= 1
  }
  begun.addEventListener('complete', end)
  begun.addEventListener('abort', end)
  return begun
}

// The classes stay, as what an outbox has begun may end after its test.
tidies.push(() => void Reflect.deleteProperty(globalThis, 'indexedDB'))
