import { expect, onTestFinished, test } from 'vitest'
import { openTemporaryEngines } from '../testing/temporary-engines.ts'
import { everyDocument } from './every-document.ts'

test('all pages of a filter together have each of its documents once, newest first', async () => {
  const engines = await openTemporaryEngines()
  onTestFinished(() => engines.close())
  const { documents } = engines.of('parcels')
  const fields = { kind: 'text', at: 'number' } as const
  const rows = await documents.collection<{ kind: string; at: number }>({
    ...{ name: 'rows-v1', fields, indexes: [['kind']], sortBy: 'at' },
  })
  const getKind = (at: number) => (at < 1001 ? 'sent' : 'waiting')
  const writes = Array.from({ length: 1010 }, (_, at) => ({
    ...{ collection: 'rows-v1', id: `row-${at}`, version: 1, document: { kind: getKind(at), at } },
  }))
  await documents.write(writes)
  const found = await Array.fromAsync(everyDocument(rows, { where: { kind: 'sent' } }))
  expect(found.map(({ at }) => at)).toEqual(Array.from({ length: 1001 }, (_, at) => 1000 - at))
})

test('between two pages other work gets the thread', async () => {
  const turns: string[] = []
  const pages: Record<string, string | null> = { first: 'second', second: 'third', third: null }
  const find = async ({ after }: { after?: string | null }) => {
    const page = after ?? 'first'
    turns.push(page)
    return { documents: [{ page }], next: pages[page] ?? null }
  }
  const others = (): void => {
    turns.push('others')
    if (turns.length < 5) setImmediate(others)
  }
  setImmediate(others)
  await Array.fromAsync(everyDocument({ find } as never))
  expect(turns).toEqual(['first', 'others', 'second', 'others', 'third'])
})
